import { sqlToRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'
import type { TransactionState } from './transaction_store.ts'

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

interface AttemptRow {
  id: string
  purpose: string
  state: TransactionState
  tx_hash: Hex
  attempt_no: number
  attempts: string
  created_at: string
  updated_at: string
}

const ATTEMPTS = `SELECT t.id, t.purpose, t.state, a.tx_hash, a.attempt_no, a.created_at, t.updated_at,
    (SELECT MAX(n.attempt_no) FROM custody_attempts n WHERE n.transaction_id = t.id) AS attempts`

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
    const rows = await this.database.read<AttemptRow>(
      `${ATTEMPTS} FROM custody_lanes l
         JOIN custody_transactions t ON t.chain_id = l.chain_id AND t.lane_address = l.address
         JOIN custody_attempts a ON a.transaction_id = t.id
        WHERE l.chain_id = ? AND t.purpose IN (?)
        ORDER BY t.created_at, t.nonce, a.attempt_no`,
      [this.chain.chainId, purposes]
    )
    return rows.map(attemptOf)
  }

  /** All attempts of the transactions that one of these hashes belongs to, oldest first. */
  async withHashes(hashes: readonly Hex[]): Promise<SentAttempt[]> {
    if (hashes.length === 0) return []
    const rows = await this.database.read<AttemptRow>(
      `${ATTEMPTS} FROM custody_attempts h
         JOIN custody_transactions t ON t.id = h.transaction_id AND t.chain_id = ?
         JOIN custody_attempts a ON a.transaction_id = t.id
        WHERE h.tx_hash IN (?)
        ORDER BY t.created_at, t.nonce, a.attempt_no`,
      [this.chain.chainId, hashes]
    )
    return rows.map(attemptOf)
  }
}

function attemptOf(row: AttemptRow): SentAttempt {
  return {
    id: row.id,
    purpose: row.purpose,
    txHash: row.tx_hash,
    state: row.state,
    newest: Number(row.attempt_no) === Number(row.attempts),
    createdAt: sqlToRfc3339(row.created_at),
    updatedAt: sqlToRfc3339(row.updated_at),
  }
}
