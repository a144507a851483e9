import { Clock, type Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { entityPage } from '#app/storage/keyset_page'
import { count, json, Table, text, time } from '#app/storage/table'
import type { Webhook, WebhookStatus } from '../core/webhook.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'

export const DELIVERY_QUEUE = 'webhook-delivery'

/** Stands in a lease while the job that will take it is on the way. */
const QUEUED = 'queued'

export interface StoredWebhook extends Webhook {
  secretSealed: string
  /** The secret before the last rotation; it signs beside the new one until `oldSecretUntil`. */
  oldSecretSealed: string | null
  oldSecretUntil: Micros | null
  lease: string | null
  leasedUntil: Micros | null
}

const WEBHOOKS = new Table<StoredWebhook>('webhooks', {
  id: text(),
  realmId: text(),
  orgId: text(),
  url: text(),
  types: json(),
  pathPrefix: text(),
  description: text(),
  status: text(),
  secretSealed: text(),
  oldSecretSealed: text(),
  oldSecretUntil: time(),
  fromSeq: count(),
  failures: count(),
  failingSince: time(),
  dueAt: time(),
  lease: text(),
  leasedUntil: time(),
  createdAt: time(),
  updatedAt: time(),
})

type Writer = Pick<SqlSession, 'write'>

export interface WebhookQuery {
  realmId: string
  limit: number
  cursor?: string
}

/** Webhooks, and which of them are due. */
@singleton()
export class WebhookStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  async add(writer: SqlSession, webhook: StoredWebhook): Promise<void> {
    await WEBHOOKS.insert(writer, webhook)
  }

  byId(id: string): Promise<StoredWebhook | null> {
    return WEBHOOKS.first(this.database, 'WHERE id = ?', [id])
  }

  ofRealm(reader: SqlReader, realmId: string): Promise<StoredWebhook[]> {
    return WEBHOOKS.all(reader, 'WHERE realm_id = ? ORDER BY id', [realmId])
  }

  /** Locks those of these webhooks that exist, in the order of their ids. */
  async lock(session: SqlSession, ids: readonly string[]): Promise<StoredWebhook[]> {
    if (ids.length === 0) return []
    return WEBHOOKS.all(session, 'WHERE id IN (?) ORDER BY id FOR UPDATE', [ids])
  }

  change(writer: Writer, id: string, changes: Partial<StoredWebhook>): Promise<number> {
    return WEBHOOKS.update(writer, changes, 'WHERE id = ?', [id])
  }

  async remove(writer: Writer, id: string): Promise<void> {
    await writer.write('DELETE FROM webhooks WHERE id = ?', [id])
  }

  /** The realms that have webhooks. */
  async realms(): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      'SELECT DISTINCT realm_id AS id FROM webhooks'
    )
    return rows.map(({ id }) => id)
  }

  /** Deletes webhooks of a realm to which nothing is sent any more. */
  async removeIdle(realmId: string): Promise<number> {
    const { affectedRows } = await this.database.write(
      `DELETE FROM webhooks WHERE realm_id = ? AND (due_at IS NULL OR status <> 'active')`,
      [realmId]
    )
    return affectedRows
  }

  list({ realmId, limit, cursor }: WebhookQuery) {
    return entityPage(this.database, WEBHOOKS, {
      where: 'realm_id = ?',
      values: [realmId],
      limit,
      cursor,
      readCut: async () => toSqlDatetime(this.clock.nowMicros()),
    })
  }

  /**
   * Makes webhooks due at once, and stores the job that serves each. One that a worker serves at
   * the moment needs no job.
   *
   * @param locked by this transaction
   * @returns the jobs, to be announced after the commit
   */
  async wake(session: SqlSession, locked: readonly StoredWebhook[]): Promise<OutboxJob[]> {
    const now = this.clock.nowMicros()
    const held = locked.filter((webhook) => isHeld(webhook, now))
    const free = locked.filter((webhook) => !isHeld(webhook, now))
    for (const { id } of held) await this.change(session, id, { dueAt: now })
    return this.#queue(session, free, now)
  }

  /** Stores a job for each webhook that is due and that nobody serves. */
  async wakeDue(): Promise<OutboxJob[]> {
    const now = this.clock.nowMicros()
    return this.database.transaction(async (session) => {
      const at = toSqlDatetime(now)
      const due = await WEBHOOKS.all(
        session,
        `WHERE status = 'active' AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
          ORDER BY due_at LIMIT ${WEBHOOK_LIMITS.sweepBatch} FOR UPDATE SKIP LOCKED`,
        [at, at]
      )
      return this.#queue(session, due, now)
    })
  }

  /**
   * Takes a webhook that is due, unless another worker has it. One that is queued was due by the
   * clock of the process that queued it, which may be ahead of this one's.
   *
   * @param lease names the worker's turn
   */
  async take(id: string, lease: string): Promise<boolean> {
    const now = this.clock.nowMicros()
    const at = toSqlDatetime(now)
    const taken = await WEBHOOKS.update(
      this.database,
      { lease, leasedUntil: leaseEnd(now) },
      `WHERE id = ? AND status = 'active' AND (lease = ?
          OR (due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)))`,
      [id, QUEUED, at, at]
    )
    return taken === 1
  }

  /** The webhook as it is now; null when it is no longer this turn's to serve. */
  async held(id: string, lease: string): Promise<StoredWebhook | null> {
    return WEBHOOKS.first(this.database, `WHERE id = ? AND lease = ? AND status = 'active'`, [
      id,
      lease,
    ])
  }

  /**
   * Changes a webhook that a turn holds, and extends the turn.
   *
   * @returns false when it is no longer this turn's
   */
  async keep(writer: Writer, id: string, lease: string, changes: Partial<Webhook>) {
    const leasedUntil = leaseEnd(this.clock.nowMicros())
    return this.#changeHeld(writer, { id, lease }, { ...changes, leasedUntil })
  }

  /** Ends a turn; the webhook is due again when `changes` say so. */
  async release(writer: Writer, id: string, lease: string, changes: Partial<Webhook>) {
    return this.#changeHeld(writer, { id, lease }, { ...changes, lease: null, leasedUntil: null })
  }

  /** Figures for operators: counts of an index, and the active webhooks that wait longest. */
  async summary() {
    const counts = await this.database.read<{ status: WebhookStatus; webhooks: string }>(
      'SELECT status, COUNT(*) AS webhooks FROM webhooks GROUP BY status'
    )
    const [active] = await this.database.read<{ failing: string | null; due: string | null }>(
      `SELECT SUM(failures > 0) AS failing, MIN(due_at) AS due FROM webhooks
        WHERE status = 'active' AND due_at IS NOT NULL`
    )
    const now = this.clock.nowMicros()
    const due = active?.due ? sqlToMicros(active.due) : now
    return {
      byStatus: Object.fromEntries(
        counts.map(({ status, webhooks }) => [status, Number(webhooks)])
      ),
      failing: Number(active?.failing ?? 0),
      overdueSeconds: Math.max(0, now - due) / 1_000_000,
    }
  }

  async #changeHeld(
    writer: Writer,
    { id, lease }: { id: string; lease: string },
    changes: Partial<StoredWebhook>
  ): Promise<boolean> {
    const where = 'WHERE id = ? AND lease = ?'
    return (await WEBHOOKS.update(writer, changes, where, [id, lease])) === 1
  }

  async #queue(
    session: SqlSession,
    webhooks: readonly StoredWebhook[],
    now: Micros
  ): Promise<OutboxJob[]> {
    if (webhooks.length === 0) return []
    const ids = webhooks.map(({ id }) => id)
    const queued = { dueAt: now, lease: QUEUED, leasedUntil: leaseEnd(now) }
    await WEBHOOKS.update(session, queued, 'WHERE id IN (?)', [ids])
    const jobs = ids.map((webhookId) => ({
      id: newId('job'),
      queue: DELIVERY_QUEUE,
      payload: { webhookId },
    }))
    await Outbox.store(session, jobs)
    return jobs
  }
}

function isHeld({ lease, leasedUntil }: StoredWebhook, now: Micros): boolean {
  return lease !== null && leasedUntil !== null && leasedUntil > now
}

function leaseEnd(now: Micros): Micros {
  return now + WEBHOOK_LIMITS.leaseMs * 1000
}
