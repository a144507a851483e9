import { sqlToRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'
import type { TransactionState } from './transaction_store.ts'

/** A signed attempt of a transaction that carried an operation. */
export interface CarriedBy {
  id: string
  realmId: string
  operationId: string
  txHash: Hex
  state: TransactionState
  /** The attempt that was sent last; the others were replaced by it, or it by one of them. */
  newest: boolean
  blockNumber: number | null
  createdAt: string
  updatedAt: string
}

interface CarriedRow {
  id: string
  realm_id: string
  operation_id: string
  tx_hash: Hex
  state: TransactionState
  attempt_no: number
  newest: number
  block_number: string | null
  created_at: string
  updated_at: string
}

/** The transactions of transfers between boundaries: of the batch they are in, and of those that failed. */
@singleton()
export class SettlementTransactions {
  constructor(private database: Database) {}

  /** Oldest first. */
  async of(operationIds: readonly string[]): Promise<CarriedBy[]> {
    if (operationIds.length === 0) return []
    const rows = await this.database.read<CarriedRow>(
      `SELECT t.id, s.realm_id, s.operation_id, a.tx_hash, t.state, a.attempt_no,
              (SELECT MAX(b.attempt_no) FROM custody_attempts b WHERE b.transaction_id = t.id) AS newest,
              t.block_number, a.created_at, t.updated_at
         FROM (SELECT realm_id, operation_id, batch_id FROM custody_settlements
                WHERE operation_id IN (?) AND batch_id IS NOT NULL
               UNION
               SELECT s.realm_id, f.operation_id, f.batch_id FROM custody_failed_items f
                 JOIN custody_settlements s ON s.operation_id = f.operation_id
                WHERE f.operation_id IN (?)) s
         JOIN custody_batches c ON c.id = s.batch_id
         JOIN custody_transactions t ON t.id = c.transaction_id
         JOIN custody_attempts a ON a.transaction_id = t.id
        ORDER BY a.created_at, a.tx_hash`,
      [operationIds, operationIds]
    )
    return rows.map((row) => ({
      id: row.id,
      realmId: row.realm_id,
      operationId: row.operation_id,
      txHash: row.tx_hash,
      state: row.state,
      newest: Number(row.attempt_no) === Number(row.newest),
      blockNumber: row.block_number === null ? null : Number(row.block_number),
      createdAt: sqlToRfc3339(row.created_at),
      updatedAt: sqlToRfc3339(row.updated_at),
    }))
  }
}
