import type { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { Database } from '#app/storage/database'
import type { Address, Hex, SignedTransaction } from '../core/chain_types.ts'
import type { FeeOffer } from '../core/fees.ts'
import { INDEX_CURSORS } from './index_store.ts'
import { NonceReservations, OPEN_NONCES, URGENT_NONCES } from './nonce_reservations.ts'
import type { OrderSeal } from './order_seal.ts'
import {
  ATTEMPTS,
  hashesByTransaction,
  inForce,
  IS_OPEN,
  LANES,
  newestTry,
  RESERVED,
  THIS_LANE,
  TRANSACTIONS,
  WITH_NEWEST_ATTEMPT,
  triedTransactions,
  type ChainTransaction,
  type ReservedTransaction,
  type TransactionState,
  type WaitingTransaction,
} from './transaction_rows.ts'

/** Of how many transactions the metrics tell the mean time to confirm. */
const CONFIRMED_LOOKED_AT = 20

/** Nonces and signed bytes of one account on one chain. */
export class TransactionStore {
  readonly reservations: NonceReservations

  constructor(
    private database: Database,
    private clock: Clock,
    readonly seal: OrderSeal,
    readonly chainId: number,
    readonly lane: Address
  ) {
    this.reservations = new NonceReservations(database, clock, seal, chainId, lane)
  }

  /** The newest transaction of an intent that is open or has succeeded; null when it needs a (new) one. */
  async find(purpose: string): Promise<ChainTransaction | null> {
    return inForce(await newestTry(this.database, this, purpose))
  }

  /** What an open transaction is to do; null when it is over. */
  reserved(id: string): Promise<ReservedTransaction | null> {
    return RESERVED.first(this.database, `WHERE id = ? AND ${IS_OPEN}`, [id])
  }

  /** The nonce the lane will give out next, or null before its first transaction. */
  async nextNonce(): Promise<number | null> {
    const lane = await LANES.first(this.database, THIS_LANE, [this.chainId, this.lane])
    return lane && lane.nextNonce
  }

  /** The highest nonce whose transaction was mined for good; null before the first. */
  async newestSettledNonce(): Promise<number | null> {
    const [row] = await this.database.read<{ nonce: string | null }>(
      `SELECT MAX(nonce) AS nonce FROM custody_transactions
        WHERE state IN ('final', 'reverted') AND chain_id = ? AND lane_address = ?`,
      [this.chainId, this.lane]
    )
    const nonce = row?.nonce ?? null
    return nonce === null ? null : Number(nonce)
  }

  /** Up to which block events counted as final, whoever caused them; null before the first was read. */
  async finalBlock(): Promise<number | null> {
    const where = 'WHERE chain_id = ?'
    const cursor = await INDEX_CURSORS.first(this.database, where, [this.chainId])
    return cursor && cursor.finalNumber
  }

  /** Stored bytes from a nonce on, newest attempt of each, in nonce order. */
  rawFrom(nonce: number, limit: number): Promise<WaitingTransaction[]> {
    return WITH_NEWEST_ATTEMPT.all(
      this.database,
      `WHERE t.chain_id = ? AND t.lane_address = ? AND t.nonce >= ? ORDER BY t.nonce LIMIT ${limit}`,
      [this.chainId, this.lane, nonce]
    )
  }

  /** Transactions whose outcome is not known yet, oldest nonce first. */
  open(limit: number): Promise<ChainTransaction[]> {
    return triedTransactions(
      this.database,
      `WHERE ${IS_OPEN} AND chain_id = ? AND lane_address = ? ORDER BY nonce LIMIT ${limit}`,
      [this.chainId, this.lane]
    )
  }

  /** How many transactions have no known outcome, and how long the oldest has had none. */
  async openAge(): Promise<{ count: number; oldestSeconds: number }> {
    const [row] = await this.database.read<{ count: string; oldest: string }>(
      `SELECT COUNT(*) AS count, COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), ?), 0) AS oldest
         FROM custody_transactions WHERE ${IS_OPEN} AND chain_id = ? AND lane_address = ?`,
      [toSqlDatetime(this.clock.nowMicros()), this.chainId, this.lane]
    )
    return { count: Number(row!.count), oldestSeconds: Number(row!.oldest) }
  }

  /** Mean seconds from signing to final of the newest transactions; null before the first. */
  async confirmationSeconds(): Promise<number | null> {
    const [row] = await this.database.read<{ seconds: string | null }>(
      `SELECT AVG(TIMESTAMPDIFF(MICROSECOND, created_at, updated_at)) / 1000000 AS seconds
         FROM (SELECT created_at, updated_at FROM custody_transactions
                WHERE state = 'final' AND chain_id = ? AND lane_address = ?
                ORDER BY nonce DESC LIMIT ${CONFIRMED_LOOKED_AT}) newest`,
      [this.chainId, this.lane]
    )
    const seconds = row?.seconds ?? null
    return seconds === null ? null : Number(seconds)
  }

  /**
   * Transactions that are not mined and whose newest attempt is old, oldest nonce first.
   *
   * @param before SQL time
   */
  waiting(minedNonce: number, before: string): Promise<WaitingTransaction[]> {
    return WITH_NEWEST_ATTEMPT.all(
      this.database,
      `WHERE t.${IS_OPEN} AND t.chain_id = ? AND t.lane_address = ? AND t.nonce >= ?
         AND a.created_at < ? ORDER BY t.nonce LIMIT ${OPEN_NONCES + URGENT_NONCES}`,
      [this.chainId, this.lane, minedNonce, before]
    )
  }

  /**
   * @param signed what was signed of the row as it was read: in another state it is to do something else
   * @returns false when another worker has stored this attempt meanwhile, which sends it, or the nonce
   *   was given back or filled; such bytes may never be sent
   */
  async addAttempt(
    { id, state }: Pick<ReservedTransaction, 'id' | 'state'>,
    attemptNo: number,
    signed: SignedTransaction,
    fees: FeeOffer
  ): Promise<boolean> {
    const createdAt = this.clock.nowMicros()
    const attempt = { ...signed, transactionId: id, attemptNo, fees, createdAt }
    return this.database.transaction(async (session) => {
      const found = await RESERVED.first(session, 'WHERE id = ? FOR UPDATE', [id])
      if (found?.state !== state) return false
      return (await ATTEMPTS.insertNew(session, attempt)) === 1
    })
  }

  /** The most gas that a try of this intent had which was mined and failed; null when none has. */
  async gasOfFailed(purpose: string): Promise<bigint | null> {
    const [row] = await this.database.read<{ gas: string | number | null }>(
      `SELECT MAX(gas) AS gas FROM custody_transactions
        WHERE chain_id = ? AND lane_address = ? AND purpose = ? AND state = 'reverted'`,
      [this.chainId, this.lane, purpose]
    )
    return row?.gas === null || row === undefined ? null : BigInt(row.gas)
  }

  /** As it is now; null when its nonce was given back. */
  async byId(id: string): Promise<ChainTransaction | null> {
    const [found] = await triedTransactions(this.database, 'WHERE id = ?', [id])
    return found ?? null
  }

  /** Of all attempts, newest first. */
  async hashesOf(id: string): Promise<Hex[]> {
    return (await hashesByTransaction(this.database, [id])).get(id) ?? []
  }

  async resolve(
    id: string,
    state: TransactionState,
    block: { number: number; hash: string } | null
  ): Promise<void> {
    const changes = { state, block, updatedAt: this.clock.nowMicros() }
    await TRANSACTIONS.update(this.database, changes, 'WHERE id = ?', [id])
  }
}
