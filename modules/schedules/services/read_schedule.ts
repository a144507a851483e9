import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { room, timingOf, type Occurrence, type Schedule } from '../core/schedule.ts'
import { timesAfter } from '../core/times.ts'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { OccurrenceStore } from '../storage/occurrence_store.ts'
import { FindSchedule } from './find_schedule.ts'

/** Reads a schedule: what came of its last occurrences, and when the next ones are. */
@singleton()
export class ReadSchedule {
  constructor(
    private find: FindSchedule,
    private occurrences: OccurrenceStore,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN */
  async run(
    principal: Principal,
    id: string
  ): Promise<{ schedule: Schedule; lastOccurrences: Occurrence[] }> {
    const { shownOccurrences } = SCHEDULE_LIMITS
    // Before the schedule: one that an occurrence has paused is never shown as active beside it.
    const lastOccurrences = await this.occurrences.last(this.database, id, shownOccurrences)
    return { schedule: await this.find.readable(principal, id), lastOccurrences }
  }

  /**
   * The next times, with the numbers that they will have; of a paused schedule those that it would
   * have if it were resumed now.
   *
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN
   */
  async preview(principal: Principal, id: string, count: number) {
    const schedule = await this.find.readable(principal, id)
    if (schedule.status === 'ended') return { schedule, times: [] }
    const after = schedule.nextRunAt === null ? this.clock.nowMicros() : schedule.nextRunAt - 1
    const most = room(schedule, schedule.occurrences, count)
    const times = timesAfter(timingOf(schedule), after, most)
    return {
      schedule,
      times: times.map(({ at }, index) => ({ number: schedule.occurrences + index + 1, at })),
    }
  }
}
