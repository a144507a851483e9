import type { Clock, Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { newId } from '#app/ids/ids'
import type { Database, SqlReader, SqlSession } from '#app/storage/database'
import { count, integer, part, Table, text, time } from '#app/storage/table'
import type { Address, Hex, SignedTransaction } from '../core/chain_types.ts'
import type { FeeOffer } from '../core/fees.ts'

/**
 * `signed`: it has a nonce; signed once it has an attempt, and perhaps sent then. The others are over:
 * `final` worked, the rest may be tried anew.
 */
export type TransactionState = 'signed' | 'final' | 'reverted' | 'displaced' | 'void'

const MAY_BE_TRIED_ANEW = new Set<TransactionState>(['reverted', 'displaced', 'void'])

export interface ChainTransaction {
  id: string
  purpose: string
  nonce: number
  state: TransactionState
  /** Hashes of all attempts, newest first; none while its nonce is only reserved. */
  hashes: Hex[]
}

export interface NewTransaction {
  purpose: string
  to: Address
  data: Hex
  gas: bigint
  /** See `Intent`. */
  urgent?: boolean
  /**
   * Writes the rows that have to exist with the chain transaction, in the same database
   * transaction.
   */
  alongside?: (session: SqlSession) => Promise<void>
}

/** A transaction with the newest of its attempts. */
export interface WaitingTransaction extends Omit<ChainTransaction, 'hashes'> {
  to: Address
  data: Hex
  gas: bigint
  attemptNo: number
  fees: FeeOffer
  raw: Hex
}

/** Finds a row while a transaction has no known outcome. */
export const OPEN_TRANSACTIONS = `SELECT 1 FROM custody_transactions WHERE state = 'signed'`

/** A transaction that has a nonce and no signature. */
export type ReservedTransaction = Omit<WaitingTransaction, 'attemptNo' | 'fees' | 'raw'>

/** So many nonces are out that are not mined: more would only wait behind the oldest. */
export class NonceLaneFull extends Error {
  constructor(open: number) {
    super(`${open} transactions of the operator account wait to be mined; sending waits`)
    this.name = 'NonceLaneFull'
  }
}

/** Above it the nonce lane takes no new nonce: what is stuck at its head would hold up all of them. */
export const OPEN_NONCES = 16
/** So many more for withdrawals and halts. */
const URGENT_NONCES = 4
/** Of how many transactions the metrics tell the mean time to confirm. */
const CONFIRMED_LOOKED_AT = 20

interface StoredTransaction extends Omit<ChainTransaction, 'hashes'> {
  tryNo: number
  block: { number: number; hash: string } | null
  updatedAt: Micros
}

const TRANSACTIONS = new Table<StoredTransaction>('custody_transactions', {
  id: text(),
  purpose: text(),
  nonce: count(),
  state: text(),
  tryNo: count(),
  block: part({ number: count('block_number'), hash: text('block_hash') }),
  updatedAt: time(),
})

const FEES = part<FeeOffer>({ maxFee: integer('max_fee_wei'), tip: integer('tip_wei') })

interface StoredAttempt {
  transactionId: string
  attemptNo: number
  hash: Hex
  raw: Hex
  fees: FeeOffer
  createdAt: Micros
}

const ATTEMPTS = new Table<StoredAttempt>('custody_attempts', {
  transactionId: text(),
  attemptNo: count(),
  hash: text('tx_hash'),
  raw: text(),
  fees: FEES,
  createdAt: time(),
})

const RESERVED = new Table<ReservedTransaction>('custody_transactions', {
  id: text(),
  purpose: text(),
  nonce: count(),
  state: text(),
  to: text('to_address'),
  data: text('calldata'),
  gas: integer(),
})

const WITH_NEWEST_ATTEMPT = new Table<WaitingTransaction>(
  `custody_transactions t JOIN custody_attempts a ON a.transaction_id = t.id AND a.attempt_no =
     (SELECT MAX(b.attempt_no) FROM custody_attempts b WHERE b.transaction_id = t.id)`,
  {
    id: text(),
    purpose: text(),
    nonce: count(),
    state: text(),
    to: text('to_address'),
    data: text('calldata'),
    gas: integer(),
    attemptNo: count(),
    fees: FEES,
    raw: text(),
  }
)

const LANES = new Table<{ chainId: number; address: Address; nextNonce: number }>('custody_lanes', {
  chainId: count(),
  address: text(),
  nextNonce: count(),
})

const THIS_LANE = 'WHERE chain_id = ? AND address = ?'

/** Nonces and signed bytes of one account on one chain. */
export class TransactionStore {
  #laneIsOpen = false

  constructor(
    private database: Database,
    private clock: Clock,
    private chainId: number,
    private lane: Address
  ) {}

  /** The newest transaction of an intent that is open or has succeeded; null when it needs a (new) one. */
  find(purpose: string): Promise<ChainTransaction | null> {
    return this.database.withSession((session) => this.#find(session, purpose))
  }

  /**
   * Takes the next nonce for an intent; one that has a transaction already gets that one. It is signed
   * afterwards, because nobody else gets a nonce while the lane is locked, and a signer may be far away.
   * Locks: the nonce lane's row. Two processes with the same intent therefore store one transaction.
   *
   * @param minedNonce the chain's next nonce; counts when the database knows a lower one
   * @throws NonceLaneFull
   */
  async reserve(wanted: NewTransaction, minedNonce: number): Promise<ChainTransaction> {
    await this.#openLane(minedNonce)
    return this.database.transaction(async (session) => {
      const nonce = await this.#lockLane(session, minedNonce)
      const known = await this.#find(session, wanted.purpose)
      if (known) return known
      const room = wanted.urgent ? OPEN_NONCES + URGENT_NONCES : OPEN_NONCES
      if (nonce - minedNonce >= room) throw new NonceLaneFull(nonce - minedNonce)
      const id = newId('ctx')
      await this.#insert(session, id, nonce, wanted)
      await wanted.alongside?.(session)
      await LANES.update(session, { nextNonce: nonce + 1 }, THIS_LANE, [this.chainId, this.lane])
      return { id, purpose: wanted.purpose, nonce, state: 'signed', hashes: [] }
    })
  }

  /** What an open transaction is to do; null when it is over. */
  reserved(id: string): Promise<ReservedTransaction | null> {
    return RESERVED.first(this.database, `WHERE id = ? AND state = 'signed'`, [id])
  }

  /**
   * Gives a nonce back whose transaction nobody signs, unless a later one is out already: what follows
   * would wait for it for ever.
   *
   * @returns false when it stays, and has to be signed
   */
  async release({ id, nonce }: Pick<ChainTransaction, 'id' | 'nonce'>): Promise<boolean> {
    return this.database.transaction(async (session) => {
      const next = await this.#lockLane(session, 0)
      const found = await RESERVED.first(session, 'WHERE id = ? FOR UPDATE', [id])
      if (next !== nonce + 1 || !found) return false
      if ((await hashesByTransaction(session, [id])).size > 0) return false
      await session.write('DELETE FROM custody_transactions WHERE id = ?', [id])
      await LANES.update(session, { nextNonce: nonce }, THIS_LANE, [this.chainId, this.lane])
      return true
    })
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

  /** Stored bytes from a nonce on, newest attempt of each, in nonce order. */
  rawFrom(nonce: number, limit: number): Promise<WaitingTransaction[]> {
    return WITH_NEWEST_ATTEMPT.all(
      this.database,
      `WHERE t.chain_id = ? AND t.lane_address = ? AND t.nonce >= ? ORDER BY t.nonce LIMIT ${limit}`,
      [this.chainId, this.lane, nonce]
    )
  }

  /** Transactions whose outcome is not known yet, oldest nonce first. */
  async open(limit: number): Promise<ChainTransaction[]> {
    const open = await TRANSACTIONS.all(
      this.database,
      `WHERE state = 'signed' AND chain_id = ? AND lane_address = ? ORDER BY nonce LIMIT ${limit}`,
      [this.chainId, this.lane]
    )
    return this.#withHashes(this.database, open)
  }

  /** How many transactions have no known outcome, and how long the oldest has had none. */
  async openAge(): Promise<{ count: number; oldestSeconds: number }> {
    const [row] = await this.database.read<{ count: string; oldest: string }>(
      `SELECT COUNT(*) AS count, COALESCE(TIMESTAMPDIFF(SECOND, MIN(created_at), ?), 0) AS oldest
         FROM custody_transactions WHERE state = 'signed' AND chain_id = ? AND lane_address = ?`,
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
      `WHERE t.state = 'signed' AND t.chain_id = ? AND t.lane_address = ? AND t.nonce >= ?
         AND a.created_at < ? ORDER BY t.nonce LIMIT ${OPEN_NONCES + URGENT_NONCES}`,
      [this.chainId, this.lane, minedNonce, before]
    )
  }

  /**
   * @returns false when another worker has stored this attempt meanwhile, which sends it, or the nonce
   *   was given back; such bytes may never be sent
   */
  async addAttempt(
    id: string,
    attemptNo: number,
    signed: SignedTransaction,
    fees: FeeOffer
  ): Promise<boolean> {
    const createdAt = this.clock.nowMicros()
    const attempt = { ...signed, transactionId: id, attemptNo, fees, createdAt }
    return this.database.transaction(async (session) => {
      const found = await RESERVED.first(session, 'WHERE id = ? FOR UPDATE', [id])
      return found !== null && (await ATTEMPTS.insertNew(session, attempt)) === 1
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

  /**
   * In a statement of its own: inside the transaction an INSERT IGNORE would share-lock an existing
   * row, and two callers that then want it for themselves deadlock.
   */
  async #openLane(minedNonce: number): Promise<void> {
    if (this.#laneIsOpen) return
    const { chainId, lane: address } = this
    await LANES.insertNew(this.database, { chainId, address, nextNonce: minedNonce })
    this.#laneIsOpen = true
  }

  async #lockLane(session: SqlSession, minedNonce: number): Promise<number> {
    const lane = await LANES.first(session, `${THIS_LANE} FOR UPDATE`, [this.chainId, this.lane])
    if (!lane) throw new Error('The lane of the operator account has vanished from the database')
    // A database restored from a backup remembers less than the chain.
    return Math.max(lane.nextNonce, minedNonce)
  }

  async #find(session: SqlSession, purpose: string): Promise<ChainTransaction | null> {
    const newest = await this.#newest(session, purpose)
    if (!newest || MAY_BE_TRIED_ANEW.has(newest.state)) return null
    const [found] = await this.#withHashes(session, [newest])
    return found!
  }

  #newest(session: SqlSession, purpose: string): Promise<StoredTransaction | null> {
    return TRANSACTIONS.first(
      session,
      `WHERE chain_id = ? AND lane_address = ? AND purpose = ? ORDER BY try_no DESC LIMIT 1`,
      [this.chainId, this.lane, purpose]
    )
  }

  async #withHashes(
    reader: SqlReader,
    transactions: readonly StoredTransaction[]
  ): Promise<ChainTransaction[]> {
    const ids = transactions.map(({ id }) => id)
    const hashes = await hashesByTransaction(reader, ids)
    return transactions.map((each) => ({ ...each, hashes: hashes.get(each.id) ?? [] }))
  }

  async #insert(
    session: SqlSession,
    id: string,
    nonce: number,
    { purpose, to, data, gas }: NewTransaction
  ): Promise<void> {
    const now = this.clock.nowMicros()
    const tryNo = ((await this.#newest(session, purpose))?.tryNo ?? 0) + 1
    await TRANSACTIONS.insert(
      session,
      { id, purpose, nonce, state: 'signed', tryNo, block: null, updatedAt: now },
      {
        chain_id: this.chainId,
        lane_address: this.lane,
        to_address: to,
        calldata: data,
        gas,
        created_at: toSqlDatetime(now),
      }
    )
  }
}

/** Of all attempts, newest first. */
async function hashesByTransaction(
  reader: SqlReader,
  ids: readonly string[]
): Promise<Map<string, Hex[]>> {
  if (ids.length === 0) return new Map()
  const attempts = await reader.read<{ id: string; hash: Hex }>(
    `SELECT transaction_id AS id, tx_hash AS hash FROM custody_attempts
      WHERE transaction_id IN (?) ORDER BY transaction_id, attempt_no DESC`,
    [ids]
  )
  const found = new Map<string, Hex[]>()
  for (const { id, hash } of attempts) found.set(id, [...(found.get(id) ?? []), hash])
  return found
}
