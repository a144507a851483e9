import { singleton } from '#app/extension/singleton'
import type { JobPayload } from '#app/queue/job'
import { LIMITS } from '#app/limits'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'
import { Table, count, flag, json, shownTime, text } from '#app/storage/table'

/** A job that is owed, as operators read it. */
export interface OwedJob {
  id: string
  queue: string
  payload: JobPayload
  /** How often it was published in all, and since its handler last came to an end. */
  attempts: number
  tries: number
  lastError: string | null
  /** RFC 3339; null when its handler has not failed since it last came to an end. */
  failingSince: string | null
  /** When it is published next, RFC 3339, and in how many seconds; below 0 when it is due. */
  dueAt: string
  dueInSeconds: number
  isDue: boolean
  createdAt: string
}

/** Which owed jobs are listed. */
export interface OwedFilter {
  failing: boolean
  queue: string | null
  /** Only the job with this id. */
  job: string | null
  /** Only jobs that the list names after this one. */
  after: string | null
}

export const EVERY_JOB: OwedFilter = { failing: false, queue: null, job: null, after: null }

export interface OwedCount {
  queue: string
  owed: number
  failing: number
  /** For how long the first of them fails; 0 when none does. */
  failingSeconds: number
  /** Jobs that were published again and again, and whose handler neither failed nor ended. */
  unrun: number
  /** Whether an operator has paused the queue: then its jobs are not even published. */
  paused: boolean
  oldestSeconds: number
}

/** So often a job is published within some two and a half minutes. */
const UNRUN_TRIES = 6

const OWED = new Table<OwedJob>('outbox', {
  id: text(),
  queue: text(),
  payload: json<JobPayload>(),
  attempts: count(),
  tries: count(),
  lastError: text<string | null>(),
  failingSince: shownTime('failing_since'),
  dueAt: shownTime('due_at'),
  dueInSeconds: count('TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(6), due_at)'),
  isDue: flag('due_at <= UTC_TIMESTAMP(6)'),
  createdAt: shownTime('created_at'),
})

/** The rows of the outbox as operators read and change them. */
@singleton()
export class OwedJobs {
  constructor(private database: Database) {}

  /** A page of owed jobs, the newest first, and whether there are more. */
  async page(filter: OwedFilter): Promise<{ jobs: OwedJob[]; more: boolean }> {
    const conditions: string[] = []
    const values: SqlValue[] = []
    const only = (condition: string, value: SqlValue) => {
      conditions.push(condition)
      values.push(value)
    }
    if (filter.failing) conditions.push('failing_since IS NOT NULL')
    if (filter.queue !== null) only('queue = ?', filter.queue)
    if (filter.job !== null) only('id = ?', filter.job)
    if (filter.after !== null) only('id < ?', filter.after)
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
    const limit = LIMITS.owedPage + 1
    const found = await OWED.all(this.database, `${where} ORDER BY id DESC LIMIT ${limit}`, values)
    return { jobs: found.slice(0, LIMITS.owedPage), more: found.length === limit }
  }

  /**
   * How many jobs each queue owes; a queue that owes none is left out.
   *
   * @param atMost only so many of the oldest are looked at: their ids sort by time, so that a long
   *   backlog need not be read whole
   */
  async counts(atMost: number): Promise<OwedCount[]> {
    const since = (time: string) => `TIMESTAMPDIFF(SECOND, MIN(${time}), UTC_TIMESTAMP(6))`
    const rows = await this.database.read<Record<keyof OwedCount, string>>(
      `SELECT queue, COUNT(*) AS owed, COUNT(failing_since) AS failing,
         COALESCE(${since('failing_since')}, 0) AS failingSeconds,
         SUM(tries >= ${UNRUN_TRIES} AND failing_since IS NULL) AS unrun,
         queue IN (SELECT queue FROM paused_queues) AS paused,
         ${since('created_at')} AS oldestSeconds
         FROM (SELECT * FROM outbox ORDER BY id LIMIT ${atMost}) oldest GROUP BY queue ORDER BY queue`
    )
    return rows.map(({ queue, ...counts }) => {
      const { owed, failing, failingSeconds, unrun, paused, oldestSeconds } = counts
      return {
        queue,
        owed: Number(owed),
        failing: Number(failing),
        failingSeconds: Number(failingSeconds),
        unrun: Number(unrun),
        paused: Number(paused) === 1,
        oldestSeconds: Number(oldestSeconds),
      }
    })
  }

  /** For how many seconds a job is due that a poller would take; 0 when none is. */
  async overdueSeconds(): Promise<number> {
    const [row] = await this.database.read<{ overdue: string | null }>(
      `SELECT TIMESTAMPDIFF(SECOND, due_at, UTC_TIMESTAMP(6)) AS overdue FROM outbox
        WHERE queue NOT IN (SELECT queue FROM paused_queues) ORDER BY due_at LIMIT 1`
    )
    return Math.max(0, Number(row?.overdue ?? 0))
  }

  find(id: string): Promise<OwedJob | null> {
    return OWED.first(this.database, 'WHERE id = ?', [id])
  }

  /** Locks a job that is about to be changed, in the transaction of the change. */
  lock(session: SqlSession, id: string): Promise<OwedJob | null> {
    return OWED.first(session, 'WHERE id = ? FOR UPDATE', [id])
  }

  /** The next pass of the poller publishes it. */
  async makeDue(session: SqlSession, id: string): Promise<void> {
    await session.write('UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE id = ?', [id])
  }

  async remove(session: SqlSession, id: string): Promise<void> {
    await session.write('DELETE FROM outbox WHERE id = ?', [id])
  }
}
