import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'
import type { TransactionState } from './transaction_rows.ts'
import { SETTLEMENTS, type Settlement } from './settlement_store.ts'

export interface Batch {
  id: string
  realmId: string
}

/** Groups of settlements that one transaction carries. */
@singleton()
export class BatchStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** @param items queued ones, locked in this transaction */
  async create(session: SqlSession, realmId: string, items: readonly Settlement[]): Promise<Batch> {
    const id = newId('ctx')
    const updatedAt = this.clock.nowMicros()
    const now = toSqlDatetime(updatedAt)
    await session.write(
      `INSERT INTO custody_batches (id, realm_id, state, items, created_at, updated_at)
       VALUES (?, ?, 'open', ?, ?, ?)`,
      [id, realmId, items.length, now, now]
    )
    const ids = items.map(({ operationId }) => operationId)
    const batched = { state: 'batched', batchId: id, updatedAt } as const
    await SETTLEMENTS.update(session, batched, 'WHERE operation_id IN (?)', [ids])
    return { id, realmId }
  }

  /**
   * Batches that have no nonce yet: a crash, or a chain that was away, came in between; or another
   * process gave back the nonce that they were told of, because it could not sign.
   */
  unsent(limit: number): Promise<Batch[]> {
    return this.database.read(
      `SELECT b.id, b.realm_id AS realmId FROM custody_batches b
         LEFT JOIN custody_transactions t ON t.id = b.transaction_id
        WHERE b.state = 'open' AND t.id IS NULL ORDER BY b.id LIMIT ${limit}`
    )
  }

  async sent(batchId: string, transactionId: string): Promise<void> {
    await this.database.write(
      'UPDATE custody_batches SET transaction_id = ?, updated_at = ? WHERE id = ?',
      [transactionId, this.#now(), batchId]
    )
  }

  /** Batches whose transaction has ended. */
  ended(limit: number): Promise<(Batch & { transaction: TransactionState })[]> {
    return this.database.read(
      `SELECT b.id, b.realm_id AS realmId, t.state AS transaction FROM custody_batches b
         JOIN custody_transactions t ON t.id = b.transaction_id
        WHERE b.state = 'open' AND t.state <> 'signed' ORDER BY b.id LIMIT ${limit}`
    )
  }

  /**
   * Batches in an old transaction of another account, which nobody looks after when the operator's
   * key was changed. Queued again they are safe: what that transaction does after all is passed over.
   *
   * @param before SQL time
   */
  abandoned(lanes: readonly Address[], before: string, limit: number): Promise<Batch[]> {
    return this.database.read(
      `SELECT b.id, b.realm_id AS realmId FROM custody_batches b
         JOIN custody_transactions t ON t.id = b.transaction_id
        WHERE b.state = 'open' AND t.state = 'signed' AND t.lane_address NOT IN (?) AND t.created_at < ?
        ORDER BY b.id LIMIT ${limit}`,
      [lanes, before]
    )
  }

  async markMined(batchId: string): Promise<void> {
    await this.database.write(
      `UPDATE custody_batches SET state = 'mined', updated_at = ? WHERE id = ?`,
      [this.#now(), batchId]
    )
  }

  /**
   * The transaction had no effect: what has no outcome goes into another batch. An item that was
   * executed all the same, by a transaction this database does not know, is passed over there.
   *
   * @returns how many are queued again
   */
  async requeue(batchId: string): Promise<number> {
    const updatedAt = this.clock.nowMicros()
    return this.database.transaction(async (session) => {
      await session.write(
        `INSERT IGNORE INTO custody_failed_items (operation_id, batch_id)
         SELECT operation_id, batch_id FROM custody_settlements WHERE batch_id = ?`,
        [batchId]
      )
      const queued = { state: 'queued', batchId: null, updatedAt } as const
      const where = `WHERE batch_id = ? AND state = 'batched'`
      const requeued = await SETTLEMENTS.update(session, queued, where, [batchId])
      await session.write(
        `UPDATE custody_batches SET state = 'failed', updated_at = ? WHERE id = ?`,
        [toSqlDatetime(updatedAt), batchId]
      )
      return requeued
    })
  }

  /** How many batches in a row have failed in a realm, newest first, of the newest `limit`. */
  async failuresInARow(realmId: string, limit: number): Promise<number> {
    const rows = await this.database.read<{ state: string }>(
      `SELECT state FROM custody_batches WHERE realm_id = ? AND state <> 'open'
        ORDER BY id DESC LIMIT ${limit}`,
      [realmId]
    )
    const succeeded = rows.findIndex(({ state }) => state !== 'failed')
    return succeeded === -1 ? rows.length : succeeded
  }

  #now(): string {
    return toSqlDatetime(this.clock.nowMicros())
  }
}
