import { sqlToRfc3339 } from '#app/clock/timestamp'
import type { Database } from '#app/storage/database'
import type { Address, Hex } from '../chain/types.ts'
import type { TransactionState } from './transaction_store.ts'

/** One attempt of a transaction that was made for a withdrawal. Times in RFC 3339. */
export interface WithdrawalTransaction {
  id: string
  realmId: string
  operationId: string
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

/** The transactions of withdrawals, found by what they are for. */
export class WithdrawalTransactions {
  constructor(
    private database: Database,
    private chainId: number,
    private lane: Address,
    private purposesOf: (operationId: string) => readonly string[]
  ) {}

  /** Oldest first. */
  async of(operationIds: readonly string[]): Promise<WithdrawalTransaction[]> {
    const known = await this.database.read<{ operation_id: string; realm_id: string }>(
      'SELECT operation_id, realm_id FROM custody_withdrawals WHERE operation_id IN (?)',
      [operationIds]
    )
    if (known.length === 0) return []
    const owners = new Map(
      known.flatMap((row) => this.purposesOf(row.operation_id).map((purpose) => [purpose, row]))
    )
    const rows = await this.database.read<AttemptRow>(
      `SELECT t.id, t.purpose, t.state, a.tx_hash, a.attempt_no, a.created_at, t.updated_at,
              (SELECT MAX(n.attempt_no) FROM custody_attempts n WHERE n.transaction_id = t.id) AS attempts
         FROM custody_transactions t JOIN custody_attempts a ON a.transaction_id = t.id
        WHERE t.chain_id = ? AND t.lane_address = ? AND t.purpose IN (?)
        ORDER BY t.nonce, a.attempt_no`,
      [this.chainId, this.lane, [...owners.keys()]]
    )
    return rows.map((row) => {
      const { operation_id: operationId, realm_id: realmId } = owners.get(row.purpose)!
      return {
        ...{ id: row.id, realmId, operationId, txHash: row.tx_hash, state: row.state },
        newest: Number(row.attempt_no) === Number(row.attempts),
        createdAt: sqlToRfc3339(row.created_at),
        updatedAt: sqlToRfc3339(row.updated_at),
      }
    })
  }
}
