import type { Micros } from '#app/clock/clock'
import type { SqlParameter, SqlReader } from '#app/storage/database'
import { count, integer, part, Table, text, time } from '#app/storage/table'
import type { Address, Hex } from '../core/chain_types.ts'
import type { FeeOffer } from '../core/fees.ts'

/**
 * `signed`: it has a nonce; signed once it has an attempt, and perhaps sent then. `filling`: nobody signs what it was
 * for, and its nonce is used up by nothing, because later ones wait for it. The others are over: `final` worked, the
 * rest may be tried anew.
 */
export type TransactionState = 'signed' | 'filling' | 'final' | 'reverted' | 'displaced' | 'void'

const MAY_BE_TRIED_ANEW = new Set<TransactionState>(['filling', 'reverted', 'displaced', 'void'])

/** Of transactions without a known outcome. */
export const IS_OPEN = `state IN ('signed', 'filling')`

export interface ChainTransaction {
  id: string
  purpose: string
  nonce: number
  state: TransactionState
  /** Hashes of all attempts, newest first; none while its nonce is only reserved. */
  hashes: Hex[]
}

/** A transaction with the newest of its attempts. */
export interface WaitingTransaction extends Omit<ChainTransaction, 'hashes'> {
  to: Address
  data: Hex
  gas: bigint
  attemptNo: number
  fees: FeeOffer
  raw: Hex
  /** See `OrderSeal`; null in rows from before there was one, which are signed. */
  seal: string | null
}

/** Finds a row while a transaction of this chain has no known outcome. */
export function openTransactions(chainId: number): string {
  return `SELECT 1 FROM custody_transactions WHERE ${IS_OPEN} AND chain_id = ${chainId}`
}

/** A transaction that has a nonce and no signature. */
export type ReservedTransaction = Omit<WaitingTransaction, 'attemptNo' | 'fees' | 'raw'>

export interface StoredTransaction extends Omit<ChainTransaction, 'hashes'> {
  tryNo: number
  block: { number: number; hash: string } | null
  updatedAt: Micros
}

/** With all its attempts. */
export type TriedTransaction = StoredTransaction & ChainTransaction

export const TRANSACTIONS = new Table<StoredTransaction>('custody_transactions', {
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

export const ATTEMPTS = new Table<StoredAttempt>('custody_attempts', {
  transactionId: text(),
  attemptNo: count(),
  hash: text('tx_hash'),
  raw: text(),
  fees: FEES,
  createdAt: time(),
})

const ORDERED = {
  id: text(),
  purpose: text(),
  nonce: count(),
  state: text(),
  to: text('to_address'),
  data: text('calldata'),
  gas: integer(),
  seal: text(),
}

export const RESERVED = new Table<ReservedTransaction>('custody_transactions', ORDERED)

export const WITH_NEWEST_ATTEMPT = new Table<WaitingTransaction>(
  `custody_transactions t JOIN custody_attempts a ON a.transaction_id = t.id AND a.attempt_no =
     (SELECT MAX(b.attempt_no) FROM custody_attempts b WHERE b.transaction_id = t.id)`,
  {
    ...ORDERED,
    attemptNo: count(),
    fees: FEES,
    raw: text(),
  }
)

export const LANES = new Table<{ chainId: number; address: Address; nextNonce: number }>(
  'custody_lanes',
  {
    chainId: count(),
    address: text(),
    nextNonce: count(),
  }
)

export const THIS_LANE = 'WHERE chain_id = ? AND address = ?'

/** One account on one chain. */
export interface LaneKey {
  readonly chainId: number
  readonly lane: Address
}

const OF_LANE = 'WHERE chain_id = ? AND lane_address = ?'

/** The newest transaction of an intent, if it is open or has succeeded; null when it needs a (new) one. */
export function inForce(newest: TriedTransaction | null): ChainTransaction | null {
  return newest && !MAY_BE_TRIED_ANEW.has(newest.state) ? newest : null
}

export async function newestTry(
  reader: SqlReader,
  { chainId, lane }: LaneKey,
  purpose: string
): Promise<TriedTransaction | null> {
  const rest = `${OF_LANE} AND purpose = ? ORDER BY try_no DESC LIMIT 1`
  const [newest] = await triedTransactions(reader, rest, [chainId, lane, purpose])
  return newest ?? null
}

/**
 * Transactions with the hashes of all their attempts, in the order of their nonces.
 *
 * @param rest the text after the table, without a lock
 */
export async function triedTransactions(
  reader: SqlReader,
  rest: string,
  values: readonly SqlParameter[]
): Promise<TriedTransaction[]> {
  const rows = await reader.read<{ hash: Hex | null }>(
    `SELECT ${TRANSACTIONS.selected}, a.tx_hash AS hash
       FROM (SELECT ${TRANSACTIONS.columns} FROM ${TRANSACTIONS.name} ${rest}) t
       LEFT JOIN custody_attempts a ON a.transaction_id = t.id
      ORDER BY nonce, id, attempt_no DESC`,
    values
  )
  const found = new Map<string, TriedTransaction>()
  for (const { hash, ...row } of rows) {
    const transaction = TRANSACTIONS.entityOf(row)
    const known = found.get(transaction.id)
    if (known) known.hashes.push(hash!)
    else found.set(transaction.id, { ...transaction, hashes: hash === null ? [] : [hash] })
  }
  return [...found.values()]
}

/** Of all attempts, newest first. */
export async function hashesByTransaction(
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
