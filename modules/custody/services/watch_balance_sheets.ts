import type { Logger } from '@adonisjs/core/logger'
import type { HaltStore } from '../storage/halt_store.ts'
import type { SheetStore } from '../storage/sheet_store.ts'
import type { MeasuredSheet, ReadBalanceSheet } from './read_balance_sheet.ts'
import type { RealmHalts } from './realm_halts.ts'
import type { WatchTokens } from './watch_tokens.ts'

export interface WatchParts {
  chainId: number
  sheets: SheetStore
  tokens: Pick<WatchTokens, 'run'>
  read: ReadBalanceSheet
  halts: RealmHalts
  haltStore: HaltStore
  /** Whether this chain keeps what is final; one that may start over empty contradicts itself then. */
  keepsHistory: boolean
  log: Logger
}

/** Realms measured in one run, beside those that seem to lack tokens. */
const BATCH = 24
/** One look may have met a node that lies; a second one that sees the same is believed. */
const LOOKS_TO_HALT = 2

/**
 * Draws up the balance sheet of one realm after the other, for ever, and halts what is not conserved.
 * The tokens of all realms are counted in every run, so that none has to wait for its turn to have
 * a theft told.
 */
export class WatchBalanceSheets {
  constructor(private parts: WatchParts) {}

  async run(): Promise<void> {
    await this.#haltFaults()
    const { sheets, tokens } = this.parts
    const realms = new Set([...(await tokens.run()), ...(await sheets.due(BATCH))])
    for (const realmId of realms) await this.look(realmId)
  }

  /** One look at one realm. */
  async look(realmId: string): Promise<void> {
    const measured = await this.parts.read.measure(realmId)
    const { sheet, block, finalSeq, comparable } = measured
    const broken = comparable ? sheet.conservation === false : null
    const looks = await this.parts.sheets.record(realmId, sheet, { block, finalSeq }, broken)
    if (broken === true && looks >= LOOKS_TO_HALT) await this.#halt(realmId, measured)
    const insolvent = sheet.boundaries.filter(({ solvent }) => solvent === false)
    if (comparable && insolvent.length > 0) {
      const ids = insolvent.map(({ boundaryId }) => boundaryId).slice(0, 10)
      this.parts.log.warn({ realmId, boundaries: ids }, 'boundaries owe more than they hold')
    }
  }

  async #halt(realmId: string, { sheet, block }: MeasuredSheet): Promise<void> {
    const found = [
      `contract ${sheet.contractTotal}`,
      `boundaries ${sheet.boundarySum}`,
      `replay ${sheet.replayContractBalance}`,
      `physical ${sheet.physicalPoolBalance}`,
    ].join(', ')
    await this.parts.halts.raise(realmId, {
      ...{ type: 'all_flows', source: 'service', by: 'balance-sheet' },
      reason: `Not conserved at block ${block}, in base units: ${found}.`,
    })
  }

  /** Events of a pool that contradict each other: nothing that follows can be trusted. */
  async #haltFaults(): Promise<void> {
    const { keepsHistory, haltStore, chainId, halts } = this.parts
    if (!keepsHistory) return
    for (const { realmId, fault } of await haltStore.faults(chainId, BATCH)) {
      const cause = { type: 'all_flows', source: 'service', by: 'indexer', reason: fault } as const
      await halts.raise(realmId, cause)
    }
  }
}
