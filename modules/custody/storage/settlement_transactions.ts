import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { count, Table, text } from '#app/storage/table'
import { ATTEMPT_COLUMNS, type SentAttempt } from './sent_transactions.ts'

/** A signed attempt of a transaction that carried an operation. */
export interface CarriedBy extends Omit<SentAttempt, 'purpose'> {
  realmId: string
  operationId: string
  blockNumber: number | null
}

/** With the ids of operations, twice. */
const CARRIED = new Table<CarriedBy>(
  `(SELECT realm_id, operation_id, batch_id FROM custody_settlements
     WHERE operation_id IN (?) AND batch_id IS NOT NULL
    UNION
    SELECT s.realm_id, f.operation_id, f.batch_id FROM custody_failed_items f
      JOIN custody_settlements s ON s.operation_id = f.operation_id
     WHERE f.operation_id IN (?)) s
   JOIN custody_batches c ON c.id = s.batch_id
   JOIN custody_transactions t ON t.id = c.transaction_id
   JOIN custody_attempts a ON a.transaction_id = t.id`,
  {
    ...ATTEMPT_COLUMNS,
    realmId: text('s.realm_id'),
    operationId: text('s.operation_id'),
    blockNumber: count('t.block_number'),
  }
)

/** The transactions of transfers between boundaries: of the batch they are in, and of those that failed. */
@singleton()
export class SettlementTransactions {
  constructor(private database: Database) {}

  /** The transfers that a batch carries, and those that were taken out of it as they failed. */
  async inBatch(batchId: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `SELECT operation_id AS id FROM custody_settlements WHERE batch_id = ?
        UNION SELECT operation_id FROM custody_failed_items WHERE batch_id = ?`,
      [batchId, batchId]
    )
    return rows.map(({ id }) => id)
  }

  /** Oldest first. */
  async of(operationIds: readonly string[]): Promise<CarriedBy[]> {
    if (operationIds.length === 0) return []
    const rest = 'ORDER BY a.created_at, a.tx_hash'
    return CARRIED.all(this.database, rest, [operationIds, operationIds])
  }
}
