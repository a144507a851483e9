import type { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { newId } from '#app/ids/ids'
import type { Database, SqlReader, SqlSession } from '#app/storage/database'
import type { Address, Hex, SignedTransaction } from '../core/chain_types.ts'
import type { FeeOffer } from '../core/fees.ts'

/** `signed`: stored, perhaps sent. The others are over: `final` worked, the rest may be tried anew. */
export type TransactionState = 'signed' | 'final' | 'reverted' | 'displaced' | 'void'

const MAY_BE_TRIED_ANEW = new Set<TransactionState>(['reverted', 'displaced', 'void'])

export interface ChainTransaction {
  id: string
  purpose: string
  nonce: number
  state: TransactionState
  /** Hashes of all attempts, newest first. */
  hashes: Hex[]
}

export interface NewTransaction {
  purpose: string
  to: Address
  data: Hex
  gas: bigint
  fees: FeeOffer
  /**
   * Writes the rows that have to exist with the chain transaction, in the same database
   * transaction.
   */
  alongside?: (session: SqlSession) => Promise<void>
}

/** A transaction that waits, with the newest of its attempts. */
export interface WaitingTransaction extends ChainTransaction {
  to: Address
  data: Hex
  gas: bigint
  attemptNo: number
  fees: FeeOffer
}

/** So many nonces are out that are not mined: more would only wait behind the oldest. */
export class NonceLaneFull extends Error {
  constructor(open: number) {
    super(`${open} transactions of the operator account wait to be mined; sending waits`)
    this.name = 'NonceLaneFull'
  }
}

/** Above it the nonce lane takes no new nonce: what is stuck at its head would hold up all of them. */
export const OPEN_NONCES = 16

interface TransactionRow {
  id: string
  purpose: string
  nonce: string
  state: TransactionState
  try_no: number
}

/** Nonces and signed bytes of one operator account on one chain. */
export class TransactionStore {
  #laneIsOpen = false

  constructor(
    private database: Database,
    private clock: Clock,
    private chainId: number,
    private lane: Address
  ) {}

  /** The newest transaction of an intent that is open or has succeeded; null when it needs a (new) one. */
  async find(purpose: string): Promise<ChainTransaction | null> {
    return this.database.withSession((session) => this.#find(session, purpose))
  }

  /**
   * Takes the next nonce for an intent and stores its signed bytes, in one transaction; an intent
   * that has a transaction already gets that one.
   * Locks: the nonce lane's row. Two processes with the same intent therefore store one transaction.
   *
   * @param minedNonce the chain's next nonce; counts when the database knows a lower one
   * @param sign called while the nonce lane is locked; must not do I/O
   * @throws NonceLaneFull
   */
  async storeOnce(
    wanted: NewTransaction,
    minedNonce: number,
    sign: (nonce: number) => SignedTransaction
  ): Promise<ChainTransaction> {
    await this.#openLane(minedNonce)
    return this.database.transaction(async (session) => {
      const nonce = await this.#lockLane(session, minedNonce)
      const known = await this.#find(session, wanted.purpose)
      if (known) return known
      if (nonce - minedNonce >= OPEN_NONCES) throw new NonceLaneFull(nonce - minedNonce)
      const signed = sign(nonce)
      const id = newId('ctx')
      await this.#insert(session, id, nonce, wanted, signed)
      await wanted.alongside?.(session)
      await session.write(
        'UPDATE custody_lanes SET next_nonce = ? WHERE chain_id = ? AND address = ?',
        [nonce + 1, this.chainId, this.lane]
      )
      return { id, purpose: wanted.purpose, nonce, state: 'signed', hashes: [signed.hash] }
    })
  }

  /** The nonce the lane will give out next, or null before its first transaction. */
  async nextNonce(): Promise<number | null> {
    const [row] = await this.database.read<{ next_nonce: string }>(
      'SELECT next_nonce FROM custody_lanes WHERE chain_id = ? AND address = ?',
      [this.chainId, this.lane]
    )
    return row ? Number(row.next_nonce) : null
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

  /** Stored bytes from a nonce on, newest attempt of each, in nonce order. */
  async rawFrom(
    nonce: number,
    limit: number
  ): Promise<{ nonce: number; raw: Hex; final: boolean }[]> {
    const rows = await this.database.read<{ nonce: string; raw: Hex; state: TransactionState }>(
      `SELECT t.nonce, t.state, a.raw FROM custody_transactions t
         JOIN custody_attempts a ON a.transaction_id = t.id
        WHERE t.chain_id = ? AND t.lane_address = ? AND t.nonce >= ?
          AND a.attempt_no = (SELECT MAX(b.attempt_no) FROM custody_attempts b WHERE b.transaction_id = t.id)
        ORDER BY t.nonce LIMIT ${limit}`,
      [this.chainId, this.lane, nonce]
    )
    return rows.map((row) => ({
      nonce: Number(row.nonce),
      raw: row.raw,
      final: row.state !== 'signed',
    }))
  }

  /** Transactions whose outcome is not known yet, oldest nonce first. */
  async open(limit: number): Promise<ChainTransaction[]> {
    const rows = await this.database.read<TransactionRow>(
      `SELECT id, purpose, nonce, state, try_no FROM custody_transactions
        WHERE state = 'signed' AND chain_id = ? AND lane_address = ? ORDER BY nonce LIMIT ${limit}`,
      [this.chainId, this.lane]
    )
    if (rows.length === 0) return []
    const attempts = await this.database.read<{ transaction_id: string; tx_hash: Hex }>(
      `SELECT transaction_id, tx_hash FROM custody_attempts WHERE transaction_id IN (?)
        ORDER BY transaction_id, attempt_no DESC`,
      [rows.map(({ id }) => id)]
    )
    const hashes = Map.groupBy(attempts, (attempt) => attempt.transaction_id)
    return rows.map((row) => ({
      id: row.id,
      purpose: row.purpose,
      nonce: Number(row.nonce),
      state: row.state,
      hashes: (hashes.get(row.id) ?? []).map((attempt) => attempt.tx_hash),
    }))
  }

  /**
   * Transactions that are not mined and whose newest attempt is old, oldest nonce first.
   *
   * @param before SQL time
   */
  async waiting(minedNonce: number, before: string): Promise<WaitingTransaction[]> {
    const rows = await this.database.read<
      TransactionRow & {
        to_address: Address
        calldata: Hex
        gas: string
        attempt_no: number
        max_fee_wei: string
        tip_wei: string
      }
    >(
      `SELECT t.id, t.purpose, t.nonce, t.state, t.try_no, t.to_address, t.calldata, t.gas,
              a.attempt_no, a.max_fee_wei, a.tip_wei
         FROM custody_transactions t JOIN custody_attempts a ON a.transaction_id = t.id
        WHERE t.state = 'signed' AND t.chain_id = ? AND t.lane_address = ? AND t.nonce >= ?
          AND a.created_at < ? AND a.attempt_no =
            (SELECT MAX(b.attempt_no) FROM custody_attempts b WHERE b.transaction_id = t.id)
        ORDER BY t.nonce LIMIT ${OPEN_NONCES}`,
      [this.chainId, this.lane, minedNonce, before]
    )
    return rows.map((row) => ({
      id: row.id,
      purpose: row.purpose,
      nonce: Number(row.nonce),
      state: row.state,
      hashes: [],
      to: row.to_address,
      data: row.calldata,
      gas: BigInt(row.gas),
      attemptNo: Number(row.attempt_no),
      fees: { maxFee: BigInt(row.max_fee_wei), tip: BigInt(row.tip_wei) },
    }))
  }

  /** @returns false when another worker has stored this attempt meanwhile; that one sends it */
  async addAttempt(
    id: string,
    attemptNo: number,
    { raw, hash }: SignedTransaction,
    fees: FeeOffer
  ): Promise<boolean> {
    const { affectedRows } = await this.database.write(
      `INSERT IGNORE INTO custody_attempts
         (transaction_id, attempt_no, tx_hash, raw, max_fee_wei, tip_wei, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [id, attemptNo, hash, raw, fees.maxFee.toString(), fees.tip.toString(), this.#now()]
    )
    return affectedRows === 1
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

  /** Of all attempts, newest first. */
  async hashesOf(id: string, reader: SqlReader = this.database): Promise<Hex[]> {
    const attempts = await reader.read<{ tx_hash: Hex }>(
      'SELECT tx_hash FROM custody_attempts WHERE transaction_id = ? ORDER BY attempt_no DESC',
      [id]
    )
    return attempts.map((attempt) => attempt.tx_hash)
  }

  async resolve(
    id: string,
    state: TransactionState,
    block: { number: number; hash: string } | null
  ): Promise<void> {
    await this.database.write(
      `UPDATE custody_transactions SET state = ?, block_number = ?, block_hash = ?, updated_at = ?
        WHERE id = ?`,
      [state, block?.number ?? null, block?.hash ?? null, this.#now(), id]
    )
  }

  /**
   * In a statement of its own: inside the transaction an INSERT IGNORE would share-lock an existing
   * row, and two callers that then want it for themselves deadlock.
   */
  async #openLane(minedNonce: number): Promise<void> {
    if (this.#laneIsOpen) return
    await this.database.write(
      'INSERT IGNORE INTO custody_lanes (chain_id, address, next_nonce) VALUES (?, ?, ?)',
      [this.chainId, this.lane, minedNonce]
    )
    this.#laneIsOpen = true
  }

  async #lockLane(session: SqlSession, minedNonce: number): Promise<number> {
    const [row] = await session.read<{ next_nonce: string }>(
      'SELECT next_nonce FROM custody_lanes WHERE chain_id = ? AND address = ? FOR UPDATE',
      [this.chainId, this.lane]
    )
    if (!row) throw new Error('The lane of the operator account has vanished from the database')
    // A database restored from a backup remembers less than the chain.
    return Math.max(Number(row.next_nonce), minedNonce)
  }

  async #find(session: SqlSession, purpose: string): Promise<ChainTransaction | null> {
    const [row] = await session.read<TransactionRow>(
      `SELECT id, purpose, nonce, state, try_no FROM custody_transactions
        WHERE chain_id = ? AND lane_address = ? AND purpose = ? ORDER BY try_no DESC LIMIT 1`,
      [this.chainId, this.lane, purpose]
    )
    if (!row || MAY_BE_TRIED_ANEW.has(row.state)) return null
    return this.#withHashes(session, row)
  }

  async #withHashes(session: SqlSession, row: TransactionRow): Promise<ChainTransaction> {
    return {
      id: row.id,
      purpose: row.purpose,
      nonce: Number(row.nonce),
      state: row.state,
      hashes: await this.hashesOf(row.id, session),
    }
  }

  async #insert(
    session: SqlSession,
    id: string,
    nonce: number,
    { purpose, to, data, gas, fees }: NewTransaction,
    { raw, hash }: SignedTransaction
  ): Promise<void> {
    const now = this.#now()
    const [last] = await session.read<{ tries: string | null }>(
      `SELECT MAX(try_no) AS tries FROM custody_transactions
        WHERE chain_id = ? AND lane_address = ? AND purpose = ?`,
      [this.chainId, this.lane, purpose]
    )
    await session.write(
      `INSERT INTO custody_transactions (id, chain_id, lane_address, nonce, purpose, try_no,
         to_address, calldata, gas, state, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'signed', ?, ?)`,
      [
        id,
        this.chainId,
        this.lane,
        nonce,
        purpose,
        Number(last?.tries ?? 0) + 1,
        to,
        data,
        gas.toString(),
        now,
        now,
      ]
    )
    await session.write(
      `INSERT INTO custody_attempts (transaction_id, attempt_no, tx_hash, raw, max_fee_wei, tip_wei, created_at)
       VALUES (?, 1, ?, ?, ?, ?, ?)`,
      [id, hash, raw, fees.maxFee.toString(), fees.tip.toString(), now]
    )
  }

  #now(): string {
    return toSqlDatetime(this.clock.nowMicros())
  }
}
