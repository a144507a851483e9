import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { count, flag, shownTime, Table, text } from '#app/storage/table'
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
    id: text('t.id'),
    realmId: text('s.realm_id'),
    operationId: text('s.operation_id'),
    txHash: text('a.tx_hash'),
    state: text('t.state'),
    newest: flag(`a.attempt_no =
      (SELECT MAX(b.attempt_no) FROM custody_attempts b WHERE b.transaction_id = t.id)`),
    blockNumber: count('t.block_number'),
    createdAt: shownTime('a.created_at'),
    updatedAt: shownTime('t.updated_at'),
  }
)

/** The transactions of transfers between boundaries: of the batch they are in, and of those that failed. */
@singleton()
export class SettlementTransactions {
  constructor(private database: Database) {}

  /** Oldest first. */
  async of(operationIds: readonly string[]): Promise<CarriedBy[]> {
    if (operationIds.length === 0) return []
    const rest = 'ORDER BY a.created_at, a.tx_hash'
    return CARRIED.all(this.database, rest, [operationIds, operationIds])
  }
}
