import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { defaultBoundaryId } from '#modules/ledger/index'
import { failpoint } from '../failpoints.ts'
import { settlePurpose } from '../core/purposes.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { batchGas, LARGEST_BATCH } from '../core/batch_gas.ts'
import { packBatch, type BatchItem } from '../core/pack_batch.ts'
import { BatchStore, type Batch } from '../storage/batch_store.ts'
import { SettlementStore, type Settlement } from '../storage/settlement_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { isPassing } from './chain_patience.ts'
import { CallRefused } from './nonce_lane.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { BoundaryDirectory } from './boundary_directory.ts'
import { RealmHalts } from './realm_halts.ts'
import { BumpFees } from './bump_fees.ts'
import { HouseFees } from './house_fees.ts'

const REALMS_AT_ONCE = 100
const BATCHES_AT_ONCE = 100
/** How many batches of one realm are sent in a row before other realms have their turn. */
const TURNS = 8
/** After this many failed batches in a row, a batch is simulated before it costs gas again. */
const CAUTIOUS_AFTER = 1
const FAILURES_LOOKED_AT = 3
/** After this time a batch sent under another operator's key, and not mined, counts as abandoned. */
const ABANDONED_AFTER_MS = 600_000

/**
 * Brings queued settlements to the chain, many in one transaction. Each step is stored before the
 * next one is taken, so that any worker goes on where another one died: items are put into a batch,
 * the batch gets a nonce and signed bytes, the bytes are sent. A batch without any effect is undone
 * and its items are sent in another one; the numbers of the items make that safe.
 */
@singleton()
export class SendBatches {
  /** Pools whose numbers were compared with the chain's. */
  readonly #compared = new Set<Address>()
  readonly #known = new Set<string>()
  /** Batches that the pool refuses and that the log knows of. */
  readonly #told = new Set<string>()

  constructor(
    private chain: CustodyChain,
    private database: Database,
    private pools: PoolStore,
    private settlements: SettlementStore,
    private batches: BatchStore,
    private directory: BoundaryDirectory,
    private halts: RealmHalts,
    private bump: BumpFees,
    private fees: HouseFees,
    private lanes: ChooseLane,
    private clock: Clock,
    private log: Logger
  ) {}

  /**
   * Everything that can be sent now.
   *
   * @returns how many settlements were put into a batch
   */
  async run(): Promise<number> {
    await this.#conclude()
    for (const batch of await this.batches.unsent(BATCHES_AT_ONCE)) {
      await this.#patiently(batch.realmId, () => this.#send(batch))
    }
    let sent = 0
    let turns = TURNS
    let realms = await this.settlements.waitingRealms(REALMS_AT_ONCE)
    while (realms.length > 0 && turns-- > 0) {
      const counts = await Promise.all(realms.map((realmId) => this.#serve(realmId)))
      sent += counts.reduce((sum, count) => sum + count, 0)
      // A full batch says that more may wait.
      realms = realms.filter((_realmId, index) => counts[index] === LARGEST_BATCH)
    }
    return sent
  }

  /** Looks at what was sent before: how far it is, and whether it needs a higher fee. */
  async look(): Promise<void> {
    await Promise.all(this.chain.lanes.map((lane) => lane.advanceOpen()))
    await this.bump.run()
    await this.#conclude()
  }

  /** Whether something waits to be sent, or to be looked at without a new block. */
  async unfinished(): Promise<boolean> {
    const open = await Promise.all(this.chain.lanes.map(({ transactions }) => transactions.open(1)))
    return open.flat().length > 0 || (await this.settlements.anyWaits())
  }

  async #conclude(): Promise<void> {
    const { batches, log } = this
    for (const { id, realmId, transaction } of await batches.ended(BATCHES_AT_ONCE)) {
      if (transaction === 'final') {
        await batches.markMined(id)
        continue
      }
      const items = await batches.requeue(id)
      log.error({ realmId, batchId: id, transaction, items }, 'a batch had no effect; sent anew')
    }
    const { chain, clock } = this
    const before = toSqlDatetime(clock.nowMicros() - ABANDONED_AFTER_MS * 1000)
    const abandoned = await batches.abandoned(chain.accounts, before, BATCHES_AT_ONCE)
    for (const { id, realmId } of abandoned) {
      const items = await batches.requeue(id)
      log.warn({ realmId, batchId: id, items }, "a batch of another operator's key is sent anew")
    }
  }

  /** One batch of a realm. */
  async #serve(realmId: string): Promise<number> {
    let count = 0
    await this.#patiently(realmId, async () => {
      const pool = await this.#poolOf(realmId)
      if (!pool) return
      await this.#prepare(realmId)
      const formed = await this.#form(realmId)
      if (!formed) return
      await failpoint('custody.batched')
      await this.#send(formed.batch, { pool, items: formed.items })
      count = formed.items.length
    })
    return count
  }

  /** A realm whose pool or boundaries are not ready keeps no other one waiting. */
  async #patiently(realmId: string, work: () => Promise<void>): Promise<void> {
    const { log } = this
    try {
      await work()
    } catch (error) {
      if (isPassing(error)) {
        log.info({ realmId, reason: error.message }, 'settlements of a realm wait for the chain')
      } else log.error({ err: error, realmId }, 'settlements of a realm cannot be sent')
    }
  }

  /** @returns null when the realm stands still or has no pool yet */
  async #poolOf(realmId: string): Promise<Address | null> {
    const { pools, halts } = this
    const pool = await pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return null
    const halt = await halts.of(realmId)
    if (halt?.type === 'all_flows') return null
    return (await this.#numbersFit(realmId, pool.address)) ? pool.address : null
  }

  /** A database that was restored from a backup would give out numbers that are used. */
  async #numbersFit(realmId: string, pool: Address): Promise<boolean> {
    if (this.#compared.has(pool)) return true
    const { chain, settlements, halts } = this
    const call = { contract: 'RealmCustody', to: pool, fn: 'highestOpSeq' } as const
    const onChain = Number((await chain.gateway.call(call, 'latest')) as bigint)
    // The database's number is read after the chain's, because workers give out numbers all the
    // time.
    const last = await settlements.lastNumber(realmId)
    if (last >= onChain) {
      this.#compared.add(pool)
      return true
    }
    const reason = `the pool has used numbers up to ${onChain}, the database has given out ${last}`
    await halts.raise(realmId, { type: 'all_flows', source: 'service', by: 'settlement', reason })
    return false
  }

  /**
   * Registers the boundaries before anything is sent: the contract rejects for good a settlement
   * that names a boundary it does not know.
   */
  async #prepare(realmId: string): Promise<void> {
    const { settlements, directory } = this
    const named = await settlements.queuedBoundaries(realmId, LARGEST_BATCH)
    // The fees are brought first, because a settlement that the pool rejects for too little stays
    // rejected.
    if (named.includes(defaultBoundaryId(realmId))) await this.fees.bring(realmId)
    for (const boundaryId of named.filter((id) => !this.#known.has(id))) {
      await directory.ensureRegistered(realmId, boundaryId)
      this.#known.add(boundaryId)
    }
  }

  async #form(realmId: string): Promise<{ batch: Batch; items: Settlement[] } | null> {
    const { database, settlements, batches } = this
    return database.transaction(async (session) => {
      const queued = await settlements.lockQueued(session, realmId, LARGEST_BATCH)
      // Queued since the look at the boundaries: their turn is next.
      const items = queued.filter(
        ({ fromBoundaryId: from, toBoundaryId: to }) => this.#known.has(from) && this.#known.has(to)
      )
      if (items.length === 0) return null
      return { batch: await batches.create(session, realmId, items), items }
    })
  }

  /** Any number of times, by any number of workers: the purpose makes it one transaction. */
  async #send(
    { id, realmId }: Batch,
    loaded: { pool: Address; items: Settlement[] } | null = null
  ): Promise<void> {
    const { batches, log } = this
    const pool = loaded?.pool ?? (await this.#poolOf(realmId))
    const items = loaded?.items ?? (await this.settlements.ofBatch(id))
    if (!pool || items.length === 0) return
    const failures = await batches.failuresInARow(realmId, FAILURES_LOOKED_AT)
    const rehearsed = failures >= CAUTIOUS_AFTER
    const gas = batchGas(items.length)
    const data: Hex = `0x${this.#selector}${packBatch(items.map(this.#itemOf))}`
    try {
      const purpose = settlePurpose(id)
      const paper = (await this.pools.find(realmId))?.paper !== false
      const lane = await this.lanes.forSettlements(pool, paper)
      const transaction = await lane.submit({ purpose, to: pool, data, gas, rehearsed })
      await batches.sent(id, transaction.id)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const revert = error.revert?.name
      // Tried again at every turn, told once.
      if (this.#told.has(id)) return
      this.#told.add(id)
      log.error({ realmId, batchId: id, revert }, 'the pool takes no settlements; they wait')
    }
  }

  get #selector(): string {
    return this.chain.gateway.encode('RealmCustody', 'settleBatch', [[]]).slice(2, 10)
  }

  #itemOf = (settlement: Settlement): BatchItem => {
    const { opSeq, operationId, fromBoundaryId, toBoundaryId, amount } = settlement
    const { gateway } = this.chain
    return {
      opSeq,
      opId: gateway.idHash(operationId),
      fromId: gateway.idHash(fromBoundaryId),
      toId: gateway.idHash(toBoundaryId),
      amount,
    }
  }
}
