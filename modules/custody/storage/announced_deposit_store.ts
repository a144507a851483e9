import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession, type SqlValue } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'
import type { TransactionState } from './transaction_store.ts'
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
export interface WatchedDeposit extends Omit<AnnouncedDeposit, 'live' | 'fastUntil'> {
  unswept: boolean
  sweepNo: number
  detected: boolean
}

export interface PaidDeposit {
  operationId: string
  address: Address
  boundaryId: string
  live: boolean
  /** Number of the credit that completes the deposit. */
  answeredBy: number | null
}

interface AnnouncedDepositRow {
  operation_id: string
  realm_id: string
  boundary_id: string
  pool: Address
  ref_hash: Hex
  address: Address
  unswept: number
  sweep_no: number
  detected_at: string | null
}

const COLUMNS =
  'operation_id, realm_id, boundary_id, pool, ref_hash, address, unswept, sweep_no, detected_at'

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
    const now = this.#now()
    await this.database.write(
      `INSERT IGNORE INTO custody_intents (chain_id, operation_id, realm_id, boundary_id, pool,
         ref_hash, address, live, fast_until, looked_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        this.chain.chainId,
        deposit.operationId,
        deposit.realmId,
        deposit.boundaryId,
        deposit.pool,
        deposit.refHash,
        deposit.address,
        deposit.live ? 1 : 0,
        toSqlDatetime(deposit.fastUntil),
        now,
        now,
      ]
    )
  }

  /** Live ones whose time is not over, in order of operation. */
  fast(after: string, limit: number): Promise<WatchedDeposit[]> {
    return this.#select(
      `live = 1 AND fast_until > ? AND operation_id > ? ORDER BY operation_id LIMIT ${limit}`,
      [this.#now(), after]
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
      await this.database.write(
        'UPDATE custody_intents SET looked_at = ? WHERE chain_id = ? AND operation_id IN (?)',
        [this.#now(), this.chain.chainId, found.map(({ operationId }) => operationId)]
      )
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
  ): Promise<PaidDeposit | null> {
    if (kind !== 'swept') return null
    const [row] = await session.read<{
      operation_id: string
      boundary_id: string
      address: Address
      live: number
      answered_by: string | null
    }>(
      `SELECT operation_id, boundary_id, address, live, answered_by FROM custody_intents
        WHERE chain_id = ? AND pool = ? AND ref_hash = ?`,
      [this.chain.chainId, pool, refHash]
    )
    if (!row || this.chain.idHash(row.boundary_id) !== boundaryHash) return null
    return {
      operationId: row.operation_id,
      boundaryId: row.boundary_id,
      address: row.address,
      live: Number(row.live) === 1,
      answeredBy: row.answered_by === null ? null : Number(row.answered_by),
    }
  }

  /** The credit that completes the deposit: the first one. */
  async answer(session: SqlSession, operationId: string, seq: number): Promise<void> {
    await session.write(
      `UPDATE custody_intents SET answered_by = ?
        WHERE chain_id = ? AND operation_id = ? AND answered_by IS NULL`,
      [seq, this.chain.chainId, operationId]
    )
  }

  async markDetected(operationId: string): Promise<void> {
    await this.database.write(
      `UPDATE custody_intents SET detected_at = COALESCE(detected_at, ?)
        WHERE chain_id = ? AND operation_id = ?`,
      [this.#now(), this.chain.chainId, operationId]
    )
  }

  async markUnswept(operationId: string, unswept: boolean): Promise<void> {
    await this.database.write(
      'UPDATE custody_intents SET unswept = ? WHERE chain_id = ? AND operation_id = ?',
      [unswept ? 1 : 0, this.chain.chainId, operationId]
    )
  }

  /** @returns false when another process has begun the next sweep already */
  async nextSweep({ operationId, sweepNo }: WatchedDeposit): Promise<boolean> {
    const { affectedRows } = await this.database.write(
      `UPDATE custody_intents SET sweep_no = sweep_no + 1
        WHERE chain_id = ? AND operation_id = ? AND sweep_no = ?`,
      [this.chain.chainId, operationId, sweepNo]
    )
    return affectedRows === 1
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

  async #select(where: string, values: readonly SqlValue[]): Promise<WatchedDeposit[]> {
    const rows = await this.database.read<AnnouncedDepositRow>(
      `SELECT ${COLUMNS} FROM custody_intents WHERE chain_id = ? AND ${where}`,
      [this.chain.chainId, ...values]
    )
    return rows.map((row) => ({
      operationId: row.operation_id,
      realmId: row.realm_id,
      boundaryId: row.boundary_id,
      pool: row.pool,
      refHash: row.ref_hash,
      address: row.address,
      unswept: Number(row.unswept) === 1,
      sweepNo: Number(row.sweep_no),
      detected: row.detected_at !== null,
    }))
  }

  #now(): string {
    return toSqlDatetime(this.clock.nowMicros())
  }
}
