import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { SheetStore } from '../storage/sheet_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { HaltStore } from '../storage/halt_store.ts'
import { ReadBalanceSheet, type MeasuredSheet } from './read_balance_sheet.ts'
import { CustodyChain } from './custody_chain.ts'
import { WatchTokens } from './watch_tokens.ts'
import { RealmHalts } from './realm_halts.ts'

/** Realms whose turn it is in one run. */
const BATCH = 24
/** Realms measured at the same time: a busy pool is read several times, with pauses between. */
const AT_ONCE = 4
/** One look may have met a node that lies; a second one that sees the same is believed. */
const LOOKS_TO_HALT = 2
const BOUNDARIES_NAMED = 10

/** Draws up the balance sheets of all realms, in turns and for ever, and halts what is not conserved or cannot pay. */
@singleton()
export class WatchBalanceSheets {
  constructor(
    private chain: CustodyChain,
    private sheets: SheetStore,
    private tokens: WatchTokens,
    private read: ReadBalanceSheet,
    private halts: RealmHalts,
    private haltStore: HaltStore,
    private pools: PoolStore,
    private log: Logger
  ) {}

  /** Those whose turn it is. */
  async run(): Promise<void> {
    await this.#haltFaults()
    await this.#lookAt(await this.sheets.due(BATCH))
  }

  /**
   * Those that seem to lack tokens: a theft is told at once, whosever turn it is.
   *
   * @returns whether there is more to see without a new block
   */
  async runShort(): Promise<boolean> {
    const { short, again } = await this.tokens.run()
    await this.#lookAt(short)
    return again
  }

  /** @throws what one of them threw, after all have been looked at: none keeps the others from it */
  async #lookAt(realmIds: readonly string[]): Promise<void> {
    const left = [...realmIds]
    const failures: unknown[] = []
    const lookAtNext = async () => {
      for (let realmId = left.shift(); realmId; realmId = left.shift()) {
        await this.look(realmId).catch((error: unknown) => failures.push(error))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lookAtNext))
    if (failures.length > 0) throw failures[0]
  }

  /** One look at one realm. */
  async look(realmId: string): Promise<void> {
    const measured = await this.read.measure(realmId)
    const { sheet, comparable } = measured
    const broken = comparable ? sheet.conservation === false : null
    const looks = await this.sheets.record(realmId, sheet, measured, broken)
    if (broken === true && looks >= LOOKS_TO_HALT) await this.#halt(realmId, measured)
    const insolvent = insolventOf(measured)
    if (insolvent.length === 0) return
    this.log.warn({ realmId, boundaries: insolvent }, 'boundaries owe more than they hold')
    await this.#haltInsolvent(realmId)
  }

  /** Real money only: paper money from before there was a chain has nothing behind it. */
  async #haltInsolvent(realmId: string): Promise<void> {
    const pool = await this.pools.find(realmId)
    if (!pool || pool.paper) return
    // A second look at once, for the same reason as above.
    const again = await this.read.measure(realmId)
    const insolvent = insolventOf(again)
    if (insolvent.length === 0) return
    await this.halts.raise(realmId, {
      type: 'all_flows',
      source: 'service',
      by: 'balance-sheet',
      reason: `Owe more than they hold at block ${again.block}: ${insolvent.join(', ')}.`,
    })
  }

  async #halt(realmId: string, { sheet, block }: MeasuredSheet): Promise<void> {
    const found = [
      `contract ${sheet.contractTotal}`,
      `boundaries ${sheet.boundarySum}`,
      `replay ${sheet.replayContractBalance}`,
      `physical ${sheet.physicalPoolBalance}`,
    ].join(', ')
    await this.halts.raise(realmId, {
      type: 'all_flows',
      source: 'service',
      by: 'balance-sheet',
      reason: `Not conserved at block ${block}, in base units: ${found}.`,
    })
  }

  /** Events of a pool that contradict each other: nothing that follows can be trusted. */
  async #haltFaults(): Promise<void> {
    // A chain that may start over empty contradicts itself then.
    if (this.chain.settings.developmentChain) return
    for (const { realmId, fault } of await this.haltStore.faults(this.chain.chainId, BATCH)) {
      const cause = { type: 'all_flows', source: 'service', by: 'indexer', reason: fault } as const
      await this.halts.raise(realmId, cause)
    }
  }
}

/** Ids of the first boundaries that owe more than they hold; none where that cannot be told. */
function insolventOf({ sheet, comparable }: MeasuredSheet): string[] {
  if (!comparable) return []
  const insolvent = sheet.boundaries.filter(({ solvent }) => solvent === false)
  return insolvent.map(({ boundaryId }) => boundaryId).slice(0, BOUNDARIES_NAMED)
}
