import { singleton } from '#app/extension/singleton'
import type { Query, SqlReader, SqlSession, SqlValue } from '#app/storage/database'
import { Database } from '#app/storage/database'
import type { JobPayload, OutboxJob } from '#app/queue/job'
import { LIMITS } from '#app/limits'

export interface DueJob extends OutboxJob {
  /** How often it was published, including this time. */
  attempt: number
}

interface OutboxRow {
  id: string
  queue: string
  payload: string | JobPayload
  attempts: number
}

/**
 * Finds a row while a publication is due. Mostly none is, and a transaction that finds nothing takes
 * four turns.
 */
export const OWED = `SELECT 1 FROM outbox WHERE due_at <= UTC_TIMESTAMP(6)
  AND queue NOT IN (SELECT queue FROM paused_queues)`

/** Past this the delay is at its cap; doubling on would overflow after some days of retries. */
const MAX_DOUBLINGS = 10
/** How many times an unfinished job is woken at the shortest delay. */
const PATIENT_ATTEMPTS = 15

/**
 * Jobs that are stored in the transaction of the change that needs them, and deleted when their
 * handler has finished. The table holds what is still owed; Redis only wakes workers, so that
 * losing it loses nothing.
 */
@singleton()
export class Outbox {
  constructor(private database: Database) {}

  /**
   * Stores jobs in the caller's transaction. The process that commits publishes them first; the
   * poller takes over what is left after `outboxRetryMs`.
   */
  static async store(session: SqlSession, jobs: readonly OutboxJob[]): Promise<void> {
    for (const { sql, values } of Outbox.storing(jobs)) await session.write(sql, values)
  }

  /** The statement of `store`, for callers who send several as one; none when there are no jobs. */
  static storing(jobs: readonly OutboxJob[]): Query[] {
    if (jobs.length === 0) return []
    const rows = jobs.map((job): SqlValue[] => [job.id, job.queue, JSON.stringify(job.payload)])
    const due = dueIn(LIMITS.outboxRetryMs)
    const sql = `INSERT INTO outbox (id, queue, payload, attempts, tries, due_at, created_at)
       VALUES ${rows.map(() => `(?, ?, ?, 1, 1, ${due}, UTC_TIMESTAMP(6))`).join(', ')}`
    return [{ sql, values: rows.flat() }]
  }

  /**
   * Whether this process can read the job's row. Everything that was stored in the same transaction
   * can then be read too.
   */
  async isOwed(id: string): Promise<boolean> {
    return (await this.database.read('SELECT 1 FROM outbox WHERE id = ?', [id])).length > 0
  }

  /** Which of these jobs are owed, by their ids. */
  async standing(reader: SqlReader, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const rows = await reader.read<{ id: string }>('SELECT id FROM outbox WHERE id IN (?)', [ids])
    return new Set(rows.map(({ id }) => id))
  }

  /**
   * Notes for operators why the handler failed. The job stays owed; its next publication stands
   * already.
   */
  async failed(id: string, why: string): Promise<void> {
    await this.database.write(
      `UPDATE outbox SET last_error = ?,
         failing_since = COALESCE(failing_since, UTC_TIMESTAMP(6)) WHERE id = ?`,
      [why, id]
    )
  }

  /** Removes finished jobs. Removing them twice is harmless. */
  async finish(...ids: string[]): Promise<void> {
    await this.database.write('DELETE FROM outbox WHERE id IN (?)', [ids])
  }

  /**
   * Takes jobs whose publication is due, the oldest first, and schedules the next one, with a delay
   * that doubles until a handler reaches its end. It locks the rows it takes, and skips those that
   * another poller holds. Jobs of paused queues wait: each publication would be one more run later.
   */
  async takeDue(limit = LIMITS.outboxBatch): Promise<DueJob[]> {
    return this.database.transaction(async (session) => {
      const paused = await session.read<{ queue: string }>('SELECT queue FROM paused_queues')
      const others = paused.length === 0 ? '' : 'AND queue NOT IN (?)'
      const rows = await session.read<OutboxRow>(
        `SELECT id, queue, payload, attempts FROM outbox
          WHERE due_at <= UTC_TIMESTAMP(6) ${others}
          ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
        paused.length === 0 ? [] : [paused.map(({ queue }) => queue)]
      )
      if (rows.length === 0) return []
      await session.write(
        `UPDATE outbox SET
           due_at = UTC_TIMESTAMP(6) + INTERVAL LEAST(
             ${LIMITS.outboxRetryMs} * POW(2, LEAST(tries, ${MAX_DOUBLINGS})),
             ${LIMITS.outboxRetryCapMs}) * 1000 MICROSECOND,
           attempts = attempts + 1, tries = tries + 1
          WHERE id IN (?)`,
        [rows.map((row) => row.id)]
      )
      return rows.map((row) => ({
        id: row.id,
        queue: row.queue,
        payload: typeof row.payload === 'string' ? parse(row.payload) : row.payload,
        attempt: row.attempts + 1,
      }))
    })
  }

  /** Gives back jobs that could not be published: no handler ran, so their delay must not grow. */
  async giveBack(ids: readonly string[]): Promise<void> {
    await this.database.write(
      `UPDATE outbox SET attempts = attempts - 1, tries = tries - 1,
         due_at = ${dueIn(LIMITS.outboxRetryMs)}
        WHERE id IN (?)`,
      [ids]
    )
  }

  /** Lets the next pass of a poller publish jobs whose process stops before they end. */
  async handBack(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.database.write('UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE id IN (?)', [ids])
  }

  /**
   * Wakes a job again soon, whose work did not fail and is not finished. A job that has waited long
   * is woken less often, or what nobody ever answers would keep the queues busy for ever. A
   * wake-up that is lost afterwards costs the first retry delay, however often the job was woken.
   */
  async defer(id: string): Promise<void> {
    await this.database.write(
      `UPDATE outbox SET due_at = UTC_TIMESTAMP(6) + INTERVAL LEAST(
         ${LIMITS.outboxAgainMs} * GREATEST(1, attempts / ${PATIENT_ATTEMPTS}),
         ${LIMITS.outboxAgainCapMs}) * 1000 MICROSECOND, tries = 1,
         last_error = NULL, failing_since = NULL
        WHERE id = ?`,
      [id]
    )
  }
}

function dueIn(ms: number): string {
  return `UTC_TIMESTAMP(6) + INTERVAL ${ms * 1000} MICROSECOND`
}

function parse(text: string): JobPayload {
  return JSON.parse(text) as JobPayload
}
