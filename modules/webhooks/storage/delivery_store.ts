import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { purgeRows } from '#app/storage/purge_rows'
import { count, json, Table, text, time } from '#app/storage/table'
import type { Delivery, DeliveryStatus } from '../core/delivery.ts'

const DELIVERIES = new Table<Delivery>('webhook_deliveries', {
  id: text(),
  webhookId: text(),
  eventId: text(),
  eventType: text(),
  seq: count(),
  eventNo: count(),
  body: text(),
  status: text(),
  attempts: count(),
  log: json(),
  createdAt: time(),
  deliveredAt: time(),
})

type Writer = Pick<SqlSession, 'write'>

export interface DeliveryQuery extends DatedPage {
  webhookId: string
  status?: DeliveryStatus
}

/** What is owed to webhooks, and what was sent. */
@singleton()
export class DeliveryStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** Stores what is owed; an event that a webhook was owed before is left as it is. */
  async owe(writer: SqlSession, deliveries: readonly Delivery[]): Promise<number> {
    return deliveries.length === 0 ? 0 : DELIVERIES.insertNew(writer, deliveries)
  }

  /**
   * Owes these events again, which were sent before. The thirty days after which they are deleted
   * begin anew, also for what is still owed.
   */
  async oweAgain(writer: Writer, webhookId: string, eventIds: readonly string[]): Promise<number> {
    if (eventIds.length === 0) return 0
    const { affectedRows } = await writer.write(
      `UPDATE webhook_deliveries SET status = 'pending', asked_at = ?
        WHERE webhook_id = ? AND event_id IN (?)`,
      [toSqlDatetime(this.clock.nowMicros()), webhookId, eventIds]
    )
    return affectedRows
  }

  /** Whether at least so many events up to an entry are owed. */
  async owesMany(
    reader: SqlReader,
    { webhookId, upTo, many }: { webhookId: string; upTo: number; many: number }
  ): Promise<boolean> {
    const found = await reader.read(
      `SELECT 1 FROM webhook_deliveries
        WHERE webhook_id = ? AND status = 'pending' AND seq <= ?
        ORDER BY seq, event_no LIMIT 1 OFFSET ${many - 1}`,
      [webhookId, upTo]
    )
    return found.length > 0
  }

  /** What is sent next: the oldest event that is owed. */
  next(reader: SqlReader, webhookId: string): Promise<Delivery | null> {
    return DELIVERIES.first(
      reader,
      `WHERE webhook_id = ? AND status = 'pending' ORDER BY seq, event_no, id LIMIT 1`,
      [webhookId]
    )
  }

  find(webhookId: string, id: string): Promise<Delivery | null> {
    return DELIVERIES.first(this.database, 'WHERE id = ? AND webhook_id = ?', [id, webhookId])
  }

  async note(writer: Writer, { id, status, attempts, log, deliveredAt }: Delivery): Promise<void> {
    const known = deliveredAt ?? undefined
    const changes = { status, attempts, log, deliveredAt: known }
    await DELIVERIES.update(writer, changes, 'WHERE id = ?', [id])
  }

  list({ webhookId, status, ...asked }: DeliveryQuery) {
    return entityPage(this.database, DELIVERIES, {
      where: status === undefined ? 'webhook_id = ?' : 'webhook_id = ? AND status = ?',
      values: status === undefined ? [webhookId] : [webhookId, status],
      ...asked,
      readCut: async () => toSqlDatetime(this.clock.nowMicros()),
    })
  }

  /** Deletes what was owed to a webhook that is gone. */
  removeOf(webhookId: string): Promise<number> {
    return purgeRows(this.database, 'webhook_deliveries WHERE webhook_id = ?', [webhookId])
  }

  purge(before: Micros): Promise<number> {
    const old = `webhook_deliveries
      WHERE created_at < ? AND (asked_at IS NULL OR asked_at < ?) ORDER BY created_at`
    return purgeRows(this.database, old, [toSqlDatetime(before), toSqlDatetime(before)])
  }
}
