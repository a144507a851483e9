import { singleton } from '#app/extension/singleton'
import { Database, type SqlParameter } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { flag, shownTime, Table, text, type Columns } from '#app/storage/table'
import type { Hex } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'
import type { TransactionState } from './transaction_rows.ts'

/** One attempt of a transaction of the service. Times in RFC 3339. */
export interface SentAttempt {
  /** Of the transaction: all its attempts share it. */
  id: string
  purpose: string
  txHash: Hex
  state: TransactionState
  /** Whether no fee bump replaced it. */
  newest: boolean
  createdAt: string
  updatedAt: string
}

/** Of a transaction `t` and its attempt `a`. */
export const ATTEMPT_COLUMNS: Columns<Omit<SentAttempt, 'purpose'>> = {
  id: text('t.id'),
  txHash: text('a.tx_hash'),
  state: text('t.state'),
  newest: flag(`a.attempt_no =
    (SELECT MAX(n.attempt_no) FROM custody_attempts n WHERE n.transaction_id = t.id)`),
  createdAt: shownTime('a.created_at'),
  updatedAt: shownTime('t.updated_at'),
}

const ATTEMPTS = new Table<SentAttempt>(
  'custody_transactions t JOIN custody_attempts a ON a.transaction_id = t.id',
  { ...ATTEMPT_COLUMNS, purpose: text('t.purpose') }
)

const HASHES_AT_ONCE = 1_000

/** What was sent, for evidence: of every operator account there was, not only of today's. */
@singleton()
export class SentTransactions {
  constructor(
    private database: Database,
    private chain: ChainNames
  ) {}

  /** All attempts of the transactions for these purposes, oldest first. */
  async forPurposes(purposes: readonly string[]): Promise<SentAttempt[]> {
    if (purposes.length === 0) return []
    return this.#oldestFirst(
      'JOIN custody_lanes l ON l.chain_id = t.chain_id AND l.address = t.lane_address',
      'l.chain_id = ? AND t.purpose IN (?)',
      purposes
    )
  }

  /** All attempts of the transactions that one of these hashes belongs to, oldest first. */
  async withHashes(hashes: readonly Hex[]): Promise<SentAttempt[]> {
    if (hashes.length === 0) return []
    return this.#oldestFirst(
      'JOIN custody_attempts h ON h.transaction_id = t.id',
      't.chain_id = ? AND h.tx_hash IN (?)',
      hashes
    )
  }

  /** What the transaction was sent for that has this hash; null when it was not sent here. */
  async purposeOf(hash: Hex): Promise<string | null> {
    const rest = 'WHERE t.chain_id = ? AND a.tx_hash = ?'
    const [attempt] = await ATTEMPTS.all(this.database, rest, [this.chain.chainId, hash])
    return attempt?.purpose ?? null
  }

  /** Which of these hashes belong to attempts that were signed here. */
  async signedHere(hashes: readonly Hex[]): Promise<Set<Hex>> {
    const signed = new Set<Hex>()
    for (const some of inParts([...new Set(hashes)], HASHES_AT_ONCE)) {
      const sql = 'SELECT tx_hash AS hash FROM custody_attempts WHERE tx_hash IN (?)'
      for (const { hash } of await this.database.read<{ hash: Hex }>(sql, [some])) signed.add(hash)
    }
    return signed
  }

  #oldestFirst(join: string, where: string, values: SqlParameter): Promise<SentAttempt[]> {
    const order = 'ORDER BY t.created_at, t.nonce, a.attempt_no'
    const rest = `${join} WHERE ${where} ${order}`
    return ATTEMPTS.all(this.database, rest, [this.chain.chainId, values])
  }
}
