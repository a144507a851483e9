import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'
import { count, Table, text, time } from '#app/storage/table'
import type { Occurrence, OccurrenceStatus } from '../core/schedule.ts'

const OCCURRENCES = new Table<Occurrence>('schedule_occurrences', {
  scheduleId: text(),
  number: count(),
  scheduledAt: time(),
  status: text(),
  attempts: count(),
  dueAt: time(),
  operationId: text(),
  code: text(),
  message: text(),
  endedAt: time(),
})

type Key = Pick<Occurrence, 'scheduleId' | 'number'>
type Writer = Pick<SqlSession, 'write'>

/** Stores the occurrences of schedules. */
@singleton()
export class OccurrenceStore {
  constructor(private database: Database) {}

  async add(writer: Writer, occurrences: readonly Occurrence[]): Promise<void> {
    if (occurrences.length > 0) await OCCURRENCES.insert(writer, occurrences)
  }

  find({ scheduleId, number }: Key): Promise<Occurrence | null> {
    return OCCURRENCES.first(this.database, 'WHERE schedule_id = ? AND number = ?', [
      scheduleId,
      number,
    ])
  }

  /** The last ones of a schedule, newest first. */
  last(reader: SqlReader, scheduleId: string, limit: number): Promise<Occurrence[]> {
    return OCCURRENCES.all(reader, `WHERE schedule_id = ? ORDER BY number DESC LIMIT ${limit}`, [
      scheduleId,
    ])
  }

  /** Locks those of a schedule that wait for another attempt. */
  retrying(session: SqlSession, scheduleId: string): Promise<Occurrence[]> {
    return OCCURRENCES.all(
      session,
      "WHERE schedule_id = ? AND status = 'retrying' ORDER BY number FOR UPDATE",
      [scheduleId]
    )
  }

  /** Locks those whose next attempt is due, and that nobody else has locked. */
  takeRetries(session: SqlSession, now: Micros, limit: number): Promise<Occurrence[]> {
    return OCCURRENCES.all(
      session,
      `WHERE status = 'retrying' AND due_at <= ? ORDER BY due_at LIMIT ${limit}
        FOR UPDATE SKIP LOCKED`,
      [toSqlDatetime(now)]
    )
  }

  /**
   * Changes one that is in one of these states; one that has ended otherwise meanwhile stays as it
   * is.
   *
   * @returns whether it was
   */
  async change(
    writer: Writer,
    { scheduleId, number }: Key,
    from: readonly OccurrenceStatus[],
    changes: Partial<Occurrence>
  ): Promise<boolean> {
    const changed = await OCCURRENCES.update(
      writer,
      changes,
      'WHERE schedule_id = ? AND number = ? AND status IN (?)',
      [scheduleId, number, from]
    )
    return changed === 1
  }

  /** Deletes those that have ended before. */
  purge(before: Micros): Promise<number> {
    return purgeRows(this.database, 'schedule_occurrences WHERE ended_at < ? ORDER BY ended_at', [
      toSqlDatetime(before),
    ])
  }
}
