import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { OutboxJob } from '#app/queue/job'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { RealmDirectory } from '#modules/ledger/index'
import { advance } from '../core/advance.ts'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { OccurrenceStore } from '../storage/occurrence_store.ts'
import { ScheduleStore } from '../storage/schedule_store.ts'
import { END, queueOccurrences } from './occurrence_jobs.ts'

/**
 * Numbers the occurrences that have come, and stores the job of each with it. Whatever ends a
 * process here, an occurrence has its number and its job, or neither.
 */
@singleton()
export class SweepSchedules {
  constructor(
    private schedules: ScheduleStore,
    private occurrences: OccurrenceStore,
    private realms: RealmDirectory,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /**
   * Runs may repeat and overlap: one of them has each schedule.
   *
   * @throws the first failure, after every schedule of the batch had its turn
   */
  async run(): Promise<void> {
    const now = this.clock.nowMicros()
    await this.relay.announce(await this.#retry(now))
    for (;;) {
      const due = await this.schedules.due(now, SCHEDULE_LIMITS.sweepBatch)
      const failures: unknown[] = []
      for (const id of due) {
        const jobs = await this.#advance(id, now).catch((error: unknown) => {
          failures.push(error)
          return []
        })
        await this.relay.announce(jobs)
      }
      // One that could not be numbered would be found again at once.
      if (failures.length > 0) throw failures[0]
      if (due.length < SCHEDULE_LIMITS.sweepBatch) return
    }
  }

  #advance(id: string, now: Micros): Promise<OutboxJob[]> {
    return this.database.transaction(async (session) => {
      const schedule = await this.schedules.take(session, id)
      if (schedule?.status !== 'active') return []
      if ((await this.realms.find(schedule.realmId)) === null) {
        const closed = { status: 'ended', statusReason: 'realm_closed', nextRunAt: null } as const
        await this.schedules.change(session, id, closed)
        return []
      }
      const { occurrences, changes } = advance(schedule, now)
      await this.occurrences.add(session, occurrences)
      await this.schedules.change(session, id, changes)
      const end = changes.status === 'ended' ? [{ scheduleId: id, number: END }] : []
      return queueOccurrences(session, [...occurrences, ...end])
    })
  }

  #retry(now: Micros): Promise<OutboxJob[]> {
    return this.database.transaction(async (session: SqlSession) => {
      const due = await this.occurrences.takeRetries(session, now, SCHEDULE_LIMITS.sweepBatch)
      for (const each of due) {
        await this.occurrences.change(session, each, ['retrying'], { status: 'due', dueAt: null })
      }
      return queueOccurrences(session, due)
    })
  }
}
