import type { Micros } from '#app/clock/clock'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { room, timingOf, type Occurrence, type Schedule } from './schedule.ts'
import { timesAfter } from './times.ts'

type Changes = Pick<
  Schedule,
  'anchor' | 'nextRunAt' | 'occurrences' | 'missedRuns' | 'status' | 'statusReason'
>

export interface Advance {
  /** The occurrences that have come, in order, each with its number; none is left out. */
  occurrences: Occurrence[]
  changes: Changes
}

/**
 * Numbers the occurrences of a schedule that have come by now. After a downtime many have: those
 * that were missed are run or skipped as the schedule says, and of a longer row of them only the
 * first ones are run. What does not fit into one turn comes in the next one, at once.
 */
export function advance(schedule: Schedule, now: Micros): Advance {
  const { nextRunAt } = schedule
  const timing = timingOf(schedule)
  const most = SCHEDULE_LIMITS.turnOccurrences
  const wanted = room(schedule, schedule.occurrences, most + 1)
  const times = nextRunAt === null ? [] : timesAfter(timing, nextRunAt - 1, wanted)
  const come = times.filter(({ at }) => at <= now).slice(0, most)
  let { missedRuns, anchor } = schedule
  const occurrences = come.map(({ at, wall }, index): Occurrence => {
    const isMissed = now - at > SCHEDULE_LIMITS.missedAfterMs * 1000
    const isRun =
      !isMissed || (schedule.missed === 'run' && missedRuns < SCHEDULE_LIMITS.missedRuns)
    missedRuns = isMissed ? missedRuns + (isRun ? 1 : 0) : 0
    anchor = wall ?? anchor
    return {
      scheduleId: schedule.id,
      number: schedule.occurrences + index + 1,
      scheduledAt: at,
      status: isRun ? 'due' : 'skipped',
      attempts: 0,
      dueAt: null,
      operationId: null,
      code: isRun ? null : 'MISSED',
      message: isRun ? null : 'No worker ran at its time.',
      endedAt: isRun ? null : now,
    }
  })
  const next = times[come.length]?.at ?? null
  return {
    occurrences,
    changes: {
      anchor,
      missedRuns,
      nextRunAt: next,
      occurrences: schedule.occurrences + come.length,
      ...(next === null
        ? { status: 'ended', statusReason: 'completed' }
        : { status: schedule.status, statusReason: schedule.statusReason }),
    },
  }
}
