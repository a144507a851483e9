import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { Database, type SqlSession } from '#app/storage/database'
import type { Webhook } from '../core/webhook.ts'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { WEBHOOKS, type StoredWebhook } from './webhook_store.ts'

export const DELIVERY_QUEUE = 'webhook-delivery'

/** Stands in a lease while the job that will take it is on the way. */
const QUEUED = 'queued'

const NOT_SERVED = { lease: null, leasedUntil: null, turnJob: null }

/** Finds a row while a webhook is due that no worker serves at the moment. */
export const SEEM_DUE = `SELECT 1 FROM webhooks WHERE status = 'active' AND due_at <= :now
    AND (leased_until IS NULL OR leased_until <= :now)`

type Writer = Pick<SqlSession, 'write'>

type TurnLimits = Readonly<Record<'perOrganization' | 'sweepBatch', number>>

/**
 * Which webhooks are due, and which worker has each of them. A turn is one job of the outbox: no
 * second one is stored while it stands, however long its queue is paused. An organization has a
 * bounded number of turns at a time, so that one whose receivers are all slow leaves places for the
 * others.
 */
@singleton()
export class WebhookTurns {
  constructor(
    private database: Database,
    private outbox: Outbox,
    private clock: Clock,
    private limits: TurnLimits = WEBHOOK_LIMITS
  ) {}

  /**
   * Makes webhooks due at once, and stores the job that serves each. One that a worker serves at
   * the moment, or whose job stands already, needs no job; one whose organization has all the turns
   * that it may have waits until one of them ends.
   *
   * @param locked by this transaction
   * @returns the jobs, to be announced after the commit
   */
  async wake(session: SqlSession, locked: readonly StoredWebhook[]): Promise<OutboxJob[]> {
    const now = this.clock.nowMicros()
    const free = await this.#free(session, locked, now)
    const fitting = await this.#fitting(session, free)
    for (const webhook of locked.filter((each) => !fitting.includes(each))) {
      const changes = free.includes(webhook) ? { dueAt: now, ...NOT_SERVED } : { dueAt: now }
      await WEBHOOKS.update(session, changes, 'WHERE id = ?', [webhook.id])
    }
    const due = fitting.map((webhook) => ({ ...webhook, dueAt: now }))
    return this.#queue(session, due, now)
  }

  /** Stores a job for each webhook that is due, has no turn, and may have one. */
  async wakeDue(): Promise<OutboxJob[]> {
    const now = this.clock.nowMicros()
    const ids = await this.#due(now)
    if (ids.length === 0) return []
    return this.database.transaction(async (session) => {
      const locked = await WEBHOOKS.all(session, 'WHERE id IN (?) ORDER BY id FOR UPDATE', [ids])
      const due = locked.filter(({ status, dueAt }) => {
        return status === 'active' && dueAt !== null && dueAt <= now
      })
      const free = await this.#free(session, due, now)
      return this.#queue(session, await this.#fitting(session, free), now)
    })
  }

  /**
   * Gives the place of a turn that has ended to the webhook of the same organization that has
   * waited longest; that may be the same one.
   */
  async wakeNext(endedId: string): Promise<OutboxJob[]> {
    const now = this.clock.nowMicros()
    const waiting = `WHERE org_id = (SELECT org_id FROM webhooks ended WHERE ended.id = ?)
        AND turn_job IS NULL AND status = 'active' AND due_at <= ? ORDER BY due_at LIMIT 1`
    const values = [endedId, toSqlDatetime(now)]
    if ((await WEBHOOKS.first(this.database, waiting, values)) === null) return []
    return this.database.transaction(async (session) => {
      const locked = await WEBHOOKS.all(session, `${waiting} FOR UPDATE SKIP LOCKED`, values)
      const free = await this.#free(session, locked, now)
      return this.#queue(session, await this.#fitting(session, free), now)
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
    return this.#changeHeld(writer, { id, lease }, { ...changes, ...NOT_SERVED })
  }

  async #changeHeld(
    writer: Writer,
    { id, lease }: { id: string; lease: string },
    changes: Partial<StoredWebhook>
  ): Promise<boolean> {
    const where = 'WHERE id = ? AND lease = ?'
    return (await WEBHOOKS.update(writer, changes, where, [id, lease])) === 1
  }

  /** Webhooks that are due and seem to have no turn, of each organization those that find a place. */
  async #due(now: Micros): Promise<string[]> {
    const at = toSqlDatetime(now)
    const rows = await this.database.read<{ id: string }>(
      `SELECT id FROM (
         SELECT id, org_id, due_at, turn_job, ROW_NUMBER()
             OVER (PARTITION BY org_id, turn_job IS NULL ORDER BY due_at, id) AS place
           FROM webhooks
          WHERE status = 'active' AND due_at <= ? AND (leased_until IS NULL OR leased_until <= ?)
            AND NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = webhooks.turn_job)
       ) due
        WHERE turn_job IS NOT NULL
           OR place <= ${this.limits.perOrganization} - (SELECT COUNT(*) FROM webhooks taken
             WHERE taken.org_id = due.org_id AND taken.turn_job IS NOT NULL
               AND taken.status = 'active')
        ORDER BY due_at LIMIT ${this.limits.sweepBatch}`,
      [at, at]
    )
    return rows.map(({ id }) => id)
  }

  /** Those of these webhooks that nobody serves, and for which no job stands. */
  async #free(
    session: SqlSession,
    webhooks: readonly StoredWebhook[],
    now: Micros
  ): Promise<StoredWebhook[]> {
    const jobs = webhooks.flatMap(({ turnJob }) => turnJob ?? [])
    const standing = await this.outbox.standing(session, jobs)
    return webhooks.filter((webhook) => {
      const isQueued = webhook.turnJob !== null && standing.has(webhook.turnJob)
      return !isQueued && !isHeld(webhook, now)
    })
  }

  /**
   * Those of these webhooks that may have a turn: an organization has so many at a time. One whose
   * job was lost has its place still. Processes that ask at once may pass the bound by a few.
   */
  async #fitting(session: SqlSession, free: readonly StoredWebhook[]): Promise<StoredWebhook[]> {
    const waiting = free.filter(({ turnJob }) => turnJob === null)
    const lost = free.filter(({ turnJob }) => turnJob !== null)
    if (waiting.length === 0) return lost
    const rows = await session.read<{ org: string; turns: string }>(
      `SELECT org_id AS org, COUNT(*) AS turns FROM webhooks
        WHERE org_id IN (?) AND turn_job IS NOT NULL AND status = 'active' GROUP BY org_id`,
      [waiting.map(({ orgId }) => orgId)]
    )
    const turnsOf = new Map(rows.map(({ org, turns }) => [org, Number(turns)]))
    const byOrganization = Map.groupBy(waiting, ({ orgId }) => orgId)
    const fitting = [...byOrganization].flatMap(([orgId, its]) => {
      const room = this.limits.perOrganization - (turnsOf.get(orgId) ?? 0)
      return its.slice(0, Math.max(0, room))
    })
    return [...lost, ...fitting]
  }

  /** Stores a turn for each of these webhooks, which this transaction has locked. */
  async #queue(
    session: SqlSession,
    webhooks: readonly Pick<StoredWebhook, 'id' | 'dueAt'>[],
    now: Micros
  ): Promise<OutboxJob[]> {
    const jobs: OutboxJob[] = []
    for (const { id: webhookId, dueAt } of webhooks) {
      const job = { id: newId('job'), queue: DELIVERY_QUEUE, payload: { webhookId } }
      const queued = { dueAt, lease: QUEUED, leasedUntil: leaseEnd(now), turnJob: job.id }
      await WEBHOOKS.update(session, queued, 'WHERE id = ?', [webhookId])
      jobs.push(job)
    }
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
