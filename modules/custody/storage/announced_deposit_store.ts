import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlParameter, type SqlReader, type SqlSession } from '#app/storage/database'
import { count, flag, Table, text, time } from '#app/storage/table'
import type { Address, Hex } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'
import type { TransactionState } from './transaction_rows.ts'
import type { ArrivalPlace } from './arrival_store.ts'

/** A deposit that was announced, and where it is paid. */
export interface AnnouncedDeposit {
  operationId: string
  realmId: string
  boundaryId: string
  pool: Address
  /** The operation's id as the chain knows it. */
  refHash: Hex
  address: Address
  /** Whether value comes from outside; deposits of paper realms are minted. */
  live: boolean
  /** Looked at closely until then, and now and then for ever. */
  fastUntil: Micros
}

/** A deposit as those see it who watch its address. */
export interface WatchedDeposit extends AnnouncedDeposit {
  lookedAt: Micros
  unswept: boolean
  sweepNo: number
  detectedAt: Micros | null
  /** Why the chain refuses the sweep of what lies there; null where it does not. */
  sweepRefused: string | null
  /** Number of the credit that completes the deposit. */
  answeredBy: number | null
}

export const DEPOSITS = new Table<WatchedDeposit>('custody_intents', {
  operationId: text(),
  realmId: text(),
  boundaryId: text(),
  pool: text(),
  refHash: text(),
  address: text(),
  live: flag(),
  fastUntil: time(),
  lookedAt: time(),
  unswept: flag(),
  sweepNo: count(),
  detectedAt: time(),
  sweepRefused: text(),
  answeredBy: count(),
})

const UNPAID = {
  unswept: false,
  sweepNo: 0,
  detectedAt: null,
  sweepRefused: null,
  answeredBy: null,
}

/** Announced deposits of one chain. */
@singleton()
export class AnnouncedDepositStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** One that is there stays as it is. */
  async announce(deposit: AnnouncedDeposit): Promise<void> {
    const lookedAt = this.clock.nowMicros()
    await DEPOSITS.insertNew(
      this.database,
      { ...deposit, ...UNPAID, lookedAt },
      { chain_id: this.chain.chainId, created_at: toSqlDatetime(lookedAt) }
    )
  }

  /** Whether this address was told for the deposit before. */
  async knows(operationId: string, address: Address): Promise<boolean> {
    const [found] = await this.#select('operation_id = ? AND address = ?', [operationId, address])
    return found !== undefined
  }

  /** Of these deposits, those of which anybody was told where they are paid. */
  async toldAmong(operationIds: readonly string[]): Promise<Set<string>> {
    if (operationIds.length === 0) return new Set()
    const told = await this.#select('operation_id IN (?)', [operationIds])
    return new Set(told.map(({ operationId }) => operationId))
  }

  /**
   * Another address, of a deposit that was told one that is not its pool's.
   *
   * @returns false when it was this one
   */
  async correct(operationId: string, address: Address): Promise<boolean> {
    const other = 'operation_id = ? AND address <> ?'
    return (await this.#change({ address }, other, [operationId, address])) === 1
  }

  /** Live ones whose time is not over, in order of operation. */
  fast(after: string, limit: number): Promise<WatchedDeposit[]> {
    return this.#select(
      `live = 1 AND fast_until > ? AND operation_id > ? ORDER BY operation_id LIMIT ${limit}`,
      [toSqlDatetime(this.clock.nowMicros()), after]
    )
  }

  /** Those with value that is not the pool's yet. */
  unswept(limit: number): Promise<WatchedDeposit[]> {
    return this.#select(`unswept = 1 ORDER BY operation_id LIMIT ${limit}`, [])
  }

  /** Live ones nobody has looked at for a while, the longest unseen first; they count as looked at. */
  async unseenSince(since: Micros, limit: number): Promise<WatchedDeposit[]> {
    const found = await this.#select(
      `live = 1 AND looked_at < ? ORDER BY looked_at LIMIT ${limit}`,
      [toSqlDatetime(since)]
    )
    if (found.length > 0) {
      const ids = found.map(({ operationId }) => operationId)
      await this.#change({ lookedAt: this.clock.nowMicros() }, 'operation_id IN (?)', [ids])
    }
    return found
  }

  /**
   * The deposit whose address was paid. References alone prove nothing: strangers choose them for
   * what they pay in themselves, and for addresses of other boundaries.
   */
  async paidBy(
    session: SqlReader,
    { pool, refHash, boundaryHash, kind }: ArrivalPlace
  ): Promise<WatchedDeposit | null> {
    if (kind !== 'swept') return null
    const where = 'WHERE chain_id = ? AND pool = ? AND ref_hash = ?'
    const paid = await DEPOSITS.first(session, where, [this.chain.chainId, pool, refHash])
    return paid && this.chain.idHash(paid.boundaryId) === boundaryHash ? paid : null
  }

  /** The credit that completes the deposit: the first one. */
  async answer(session: SqlSession, operationId: string, seq: number): Promise<void> {
    const unanswered = 'operation_id = ? AND answered_by IS NULL'
    await this.#change({ answeredBy: seq }, unanswered, [operationId], session)
  }

  async markDetected(operationId: string): Promise<void> {
    const undetected = 'operation_id = ? AND detected_at IS NULL'
    await this.#change({ detectedAt: this.clock.nowMicros() }, undetected, [operationId])
  }

  async markUnswept(operationId: string): Promise<void> {
    await this.#change({ unswept: true }, 'operation_id = ?', [operationId])
  }

  /** Nothing is left at the address. */
  async markSwept(operationId: string): Promise<void> {
    const changes = { unswept: false, sweepRefused: null }
    await this.#change(changes, 'operation_id = ?', [operationId])
  }

  /**
   * @param refusal null when the sweep is on its way
   * @returns false when that was known
   */
  async noteRefusal(operationId: string, refusal: string | null): Promise<boolean> {
    const other = 'operation_id = ? AND NOT (sweep_refused <=> ?)'
    return (await this.#change({ sweepRefused: refusal }, other, [operationId, refusal])) === 1
  }

  /** How many addresses hold value that the chain refuses to bring into its pool. */
  async unsweepable(): Promise<number> {
    const [row] = await this.database.read<{ found: number }>(
      `SELECT COUNT(*) AS found FROM custody_intents
        WHERE chain_id = ? AND unswept = 1 AND sweep_refused IS NOT NULL`,
      [this.chain.chainId]
    )
    return Number(row?.found ?? 0)
  }

  /** @returns false when another process has begun the next sweep already */
  async nextSweep({ operationId, sweepNo }: WatchedDeposit): Promise<boolean> {
    const unchanged = 'operation_id = ? AND sweep_no = ?'
    const next = { sweepNo: sweepNo + 1 }
    return (await this.#change(next, unchanged, [operationId, sweepNo])) === 1
  }

  /** How far the newest try of a transaction is; null before the first. */
  async transactionState(lane: Address, purpose: string): Promise<TransactionState | null> {
    const [row] = await this.database.read<{ state: TransactionState }>(
      `SELECT state FROM custody_transactions
        WHERE chain_id = ? AND lane_address = ? AND purpose = ? ORDER BY try_no DESC LIMIT 1`,
      [this.chain.chainId, lane, purpose]
    )
    return row?.state ?? null
  }

  #select(where: string, values: readonly SqlParameter[]): Promise<WatchedDeposit[]> {
    const rest = `WHERE chain_id = ? AND ${where}`
    return DEPOSITS.all(this.database, rest, [this.chain.chainId, ...values])
  }

  #change(
    changes: Partial<WatchedDeposit>,
    where: string,
    values: readonly SqlParameter[],
    writer: Pick<SqlSession, 'write'> = this.database
  ): Promise<number> {
    const rest = `WHERE chain_id = ? AND ${where}`
    return DEPOSITS.update(writer, changes, rest, [this.chain.chainId, ...values])
  }
}
