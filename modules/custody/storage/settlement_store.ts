import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { count, integer, Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import { hasPoolOn } from './pool_store.ts'

/** A transfer between two boundaries of a realm, as it is asked for. Base units. */
export interface SettlementOrder {
  operationId: string
  realmId: string
  fromBoundaryId: string
  toBoundaryId: string
  amount: bigint
}

/** How many of each state the metrics count at most. */
const COUNTED_SETTLEMENTS = 10_000

export type SettlementState = 'queued' | 'batched' | 'executed' | 'rejected'

export interface Settlement extends SettlementOrder {
  opSeq: number
  state: SettlementState
  batchId: string | null
}

interface StoredSettlement extends Settlement {
  updatedAt: Micros
}

export const SETTLEMENTS = new Table<StoredSettlement>('custody_settlements', {
  operationId: text(),
  realmId: text(),
  opSeq: count(),
  fromBoundaryId: text(),
  toBoundaryId: text(),
  amount: integer(),
  state: text(),
  batchId: text(),
  updatedAt: time(),
})

const ENDED: ReadonlySet<SettlementState> = new Set(['executed', 'rejected'])

/** Finds a row while a settlement of this chain waits to be sent, or for the end of what was sent. */
export function waitingSettlements(chainId: number): string {
  return `SELECT 1 FROM custody_settlements WHERE state IN ('queued', 'batched') AND ${hasPoolOn(chainId)}`
}

/** Transfers between boundaries and their numbers. */
@singleton()
export class SettlementStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /**
   * Numbers settlements of one realm, in this order and without a gap; one that has its number
   * keeps it. Locks the pool's row, so that nobody else numbers meanwhile.
   *
   * @param state `queued` for the next batch; `batched` for one that is sent by other means
   * @returns how many are new
   */
  async add(
    session: SqlSession,
    realmId: string,
    orders: readonly SettlementOrder[],
    state: 'queued' | 'batched' = 'queued'
  ): Promise<number> {
    // Looked at before the lock as well: a job that comes again must not wait for the others.
    if ((await this.#known(session, orders)).size === orders.length) return 0
    const last = await this.#lockNumbers(session, realmId)
    const known = await this.#known(session, orders)
    const fresh = orders.filter(({ operationId }) => !known.has(operationId))
    if (fresh.length === 0) return 0
    const updatedAt = this.clock.nowMicros()
    const numbered = fresh.map((order, index) => ({
      ...order,
      realmId,
      opSeq: last + 1 + index,
      state,
      batchId: null,
      updatedAt,
    }))
    await SETTLEMENTS.insert(session, numbered, { created_at: toSqlDatetime(updatedAt) })
    await this.#setLast(session, realmId, last + fresh.length)
    return fresh.length
  }

  /**
   * Takes numbers for what is no transfer between boundaries but counts with them.
   *
   * @returns the first of so many numbers in a row
   */
  async take(session: SqlSession, realmId: string, howMany: number): Promise<number> {
    const last = await this.#lockNumbers(session, realmId)
    await this.#setLast(session, realmId, last + howMany)
    return last + 1
  }

  /**
   * Never gives out a number up to this one, which others have used up. Settlements that wait under one of `taken` get
   * another, and are sent anew.
   */
  async passOver(
    session: SqlSession,
    realmId: string,
    { upTo, taken }: { upTo: number; taken: readonly number[] }
  ): Promise<void> {
    const known = await this.numbered(session, realmId, taken)
    const waiting = [...known.values()].filter(({ state }) => !ENDED.has(state))
    if (waiting.length === 0 && (await this.lastNumber(realmId)) >= upTo) return
    let last = Math.max(await this.#lockNumbers(session, realmId), upTo)
    for (const { operationId, state, batchId } of waiting) {
      // What is sent by other means, as the fees of a house, is sent under its new number by them.
      const again: SettlementState = batchId === null ? state : 'queued'
      const updatedAt = this.clock.nowMicros()
      const changes = { opSeq: ++last, state: again, batchId: null, updatedAt }
      await SETTLEMENTS.update(session, changes, 'WHERE operation_id = ?', [operationId])
    }
    await this.#setLast(session, realmId, last)
  }

  /** The newest number given out in a realm. */
  async lastNumber(realmId: string): Promise<number> {
    const [row] = await this.database.read<{ last_op_seq: string }>(
      'SELECT last_op_seq FROM custody_pools WHERE realm_id = ?',
      [realmId]
    )
    return Number(row?.last_op_seq ?? 0)
  }

  find(operationId: string): Promise<Settlement | null> {
    return SETTLEMENTS.first(this.database, 'WHERE operation_id = ?', [operationId])
  }

  /** By number. */
  async numbered(
    session: SqlReader,
    realmId: string,
    numbers: readonly number[]
  ): Promise<Map<number, Settlement>> {
    if (numbers.length === 0) return new Map()
    const where = 'WHERE realm_id = ? AND op_seq IN (?)'
    const found = await SETTLEMENTS.all(session, where, [realmId, numbers])
    return new Map(found.map((each) => [each.opSeq, each]))
  }

  async resolve(
    session: SqlSession,
    realmId: string,
    numbers: readonly number[],
    state: 'executed' | 'rejected'
  ): Promise<void> {
    if (numbers.length === 0) return
    const changes = { state, updatedAt: this.clock.nowMicros() }
    const where = 'WHERE realm_id = ? AND op_seq IN (?)'
    await SETTLEMENTS.update(session, changes, where, [realmId, numbers])
  }

  /** Realms with something to send. */
  async waitingRealms(limit: number): Promise<string[]> {
    const rows = await this.database.read<{ realm_id: string }>(
      `SELECT DISTINCT realm_id FROM custody_settlements WHERE state = 'queued'
          AND ${hasPoolOn(this.chain.chainId)} LIMIT ${limit}`
    )
    return rows.map((row) => row.realm_id)
  }

  /** Whether any has not ended. */
  async anyWaits(): Promise<boolean> {
    const found = await this.database.read(`${waitingSettlements(this.chain.chainId)} LIMIT 1`)
    return found.length > 0
  }

  /** What has not ended, by state: how many there are, up to a bound, and the age of the oldest. */
  async waitingByState(): Promise<{ state: string; waiting: number; oldestSeconds: number }[]> {
    const now = toSqlDatetime(this.clock.nowMicros())
    const parts = (['queued', 'batched'] satisfies SettlementState[]).map(
      (state) =>
        `SELECT '${state}' AS state, COUNT(*) AS waiting,
                COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), ?), 0) AS oldest
           FROM (SELECT created_at FROM custody_settlements
                  WHERE state = '${state}' LIMIT ${COUNTED_SETTLEMENTS}) ${state}_ones`
    )
    const rows = await this.database.read<{ state: string; waiting: string; oldest: string }>(
      parts.join(' UNION ALL '),
      parts.map(() => now)
    )
    return rows.map(({ state, waiting, oldest }) => {
      return { state, waiting: Number(waiting), oldestSeconds: Number(oldest) }
    })
  }

  /** The boundaries that the oldest queued ones of a realm name. */
  async queuedBoundaries(realmId: string, limit: number): Promise<string[]> {
    const queued = await SETTLEMENTS.all(
      this.database,
      `WHERE state = 'queued' AND realm_id = ? ORDER BY op_seq LIMIT ${limit}`,
      [realmId]
    )
    return [...new Set(queued.flatMap((each) => [each.fromBoundaryId, each.toBoundaryId]))]
  }

  /** The oldest queued ones of a realm; those that another worker is taking are passed over. */
  lockQueued(session: SqlSession, realmId: string, limit: number): Promise<Settlement[]> {
    return SETTLEMENTS.all(
      session,
      `WHERE state = 'queued' AND realm_id = ?
        ORDER BY op_seq LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
      [realmId]
    )
  }

  ofBatch(batchId: string): Promise<Settlement[]> {
    return SETTLEMENTS.all(this.database, 'WHERE batch_id = ? ORDER BY op_seq', [batchId])
  }

  async #lockNumbers(session: SqlSession, realmId: string): Promise<number> {
    const [row] = await session.read<{ last_op_seq: string }>(
      'SELECT last_op_seq FROM custody_pools WHERE realm_id = ? FOR UPDATE',
      [realmId]
    )
    if (!row) throw new Error(`Realm ${realmId} has no pool that could number settlements`)
    return Number(row.last_op_seq)
  }

  async #setLast(session: SqlSession, realmId: string, last: number): Promise<void> {
    await session.write('UPDATE custody_pools SET last_op_seq = ? WHERE realm_id = ?', [
      last,
      realmId,
    ])
  }

  async #known(session: SqlSession, orders: readonly SettlementOrder[]): Promise<Set<string>> {
    if (orders.length === 0) return new Set()
    const rows = await session.read<{ operation_id: string }>(
      'SELECT operation_id FROM custody_settlements WHERE operation_id IN (?)',
      [orders.map(({ operationId }) => operationId)]
    )
    return new Set(rows.map((row) => row.operation_id))
  }
}
