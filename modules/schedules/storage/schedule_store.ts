import { Clock, type Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { createdWithin, givenConditions, olderThan, type TimeRange } from '#app/storage/filter'
import { bytes, count, json, Table, text, time } from '#app/storage/table'
import type { WalkSource } from '#app/storage/walk'
import type { Schedule, ScheduleStatus } from '../core/schedule.ts'

export interface StoredSchedule extends Schedule {
  /** SHA-256 of the request that made it. */
  requestHash: Buffer
}

const SCHEDULES = new Table<StoredSchedule>('schedules', {
  id: text(),
  realmId: text(),
  orgId: text(),
  name: text(),
  path: text(),
  rule: text(),
  runAt: time(),
  timeZone: text(),
  anchor: count(),
  action: text(),
  template: json(),
  missed: text(),
  status: text(),
  statusReason: text(),
  nextRunAt: time(),
  occurrences: count(),
  missedRuns: count(),
  actor: json(),
  credential: json(),
  requestHash: bytes(),
  createdAt: time(),
  updatedAt: time(),
})

/** Finds a row while a schedule is due, or an occurrence that is tried again. */
export const SEEM_DUE = `SELECT 1 FROM DUAL WHERE
    EXISTS (SELECT 1 FROM schedules WHERE status = 'active' AND next_run_at <= :now)
    OR EXISTS (SELECT 1 FROM schedule_occurrences WHERE status = 'retrying' AND due_at <= :now)`

type Writer = Pick<SqlSession, 'write'>

export interface ScheduleFilter extends TimeRange {
  realmId: string
  status?: ScheduleStatus
}

/** A place in the list of a realm's schedules, newest first. */
export interface ScheduleKey {
  /** As SQL text. */
  createdAt: string
  id: string
}

/** Stores schedules. */
@singleton()
export class ScheduleStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  async add(writer: Writer, schedule: StoredSchedule): Promise<void> {
    await SCHEDULES.insert(writer, schedule)
  }

  byId(id: string): Promise<StoredSchedule | null> {
    return SCHEDULES.first(this.database, 'WHERE id = ?', [id])
  }

  atPath(realmId: string, path: string): Promise<StoredSchedule | null> {
    return SCHEDULES.first(this.database, 'WHERE realm_id = ? AND path = ?', [realmId, path])
  }

  lock(session: SqlSession, id: string): Promise<StoredSchedule | null> {
    return SCHEDULES.first(session, 'WHERE id = ? FOR UPDATE', [id])
  }

  /** Locks one that nobody else has locked; null when somebody else does its turn. */
  take(session: SqlSession, id: string): Promise<StoredSchedule | null> {
    return SCHEDULES.first(session, 'WHERE id = ? FOR UPDATE SKIP LOCKED', [id])
  }

  async change(writer: Writer, id: string, changes: Partial<StoredSchedule>): Promise<void> {
    const updatedAt = this.clock.nowMicros()
    await SCHEDULES.update(writer, { ...changes, updatedAt }, 'WHERE id = ?', [id])
  }

  /** How many of a realm have not ended. */
  async standing(reader: SqlReader, realmId: string): Promise<number> {
    const [row] = await reader.read<{ standing: string }>(
      `SELECT COUNT(*) AS standing FROM schedules
        WHERE realm_id = ? AND status IN ('active', 'paused')`,
      [realmId]
    )
    return Number(row!.standing)
  }

  /** The active ones whose time has come, the latest first: those that wait longest. */
  async due(now: Micros, limit: number): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `SELECT id FROM schedules WHERE status = 'active' AND next_run_at <= ?
        ORDER BY next_run_at LIMIT ${limit}`,
      [toSqlDatetime(now)]
    )
    return rows.map(({ id }) => id)
  }

  /** The realm's schedules up to a cut, newest first. */
  source(
    { realmId, status, ...range }: ScheduleFilter,
    cut: string
  ): WalkSource<Schedule, ScheduleKey> {
    const { where, values } = givenConditions(
      ['realm_id = ?', realmId],
      ['created_at <= ?', cut],
      ['status = ?', status],
      ...createdWithin(range)
    )
    return {
      read: (after, amount) => {
        const older = olderThan(after)
        return SCHEDULES.all(
          this.database,
          `WHERE ${where}${older.and}
            ORDER BY created_at DESC, id DESC LIMIT ${amount}`,
          [...values, ...older.values]
        )
      },
      placeOf: ({ createdAt, id }) => ({ createdAt: toSqlDatetime(createdAt), id }),
    }
  }

  /** Figures for operators: counts of an index, and how long the one is due that waits longest. */
  async summary() {
    const counts = await this.database.read<{ status: ScheduleStatus; schedules: string }>(
      'SELECT status, COUNT(*) AS schedules FROM schedules GROUP BY status'
    )
    const [first] = await this.database.read<{ due: string | null }>(
      "SELECT MIN(next_run_at) AS due FROM schedules WHERE status = 'active'"
    )
    const now = this.clock.nowMicros()
    const due = first?.due ? sqlToMicros(first.due) : now
    return {
      byStatus: counts.map(({ status, schedules }) => ({ status, value: Number(schedules) })),
      overdueSeconds: Math.max(0, now - due) / 1_000_000,
    }
  }
}
