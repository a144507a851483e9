import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { occurrencePath, type Occurrence, type Schedule } from '../core/schedule.ts'

export function presentSchedule(schedule: Schedule) {
  const { id, realmId, name, path, rule, timeZone, action, template, missed, actor } = schedule
  return {
    id,
    realmId,
    name,
    path,
    rule,
    runAt: shown(schedule.runAt),
    timeZone,
    action,
    template,
    missed,
    status: schedule.status,
    statusReason: schedule.statusReason,
    nextRunAt: shown(schedule.nextRunAt),
    occurrenceCount: schedule.occurrences,
    actor,
    createdAt: toRfc3339(schedule.createdAt),
    updatedAt: toRfc3339(schedule.updatedAt),
  }
}

export function presentOccurrence(schedule: Schedule, occurrence: Occurrence) {
  const { number, scheduledAt, status, attempts, dueAt, operationId, code, message } = occurrence
  return {
    number,
    path: occurrencePath(schedule, number),
    scheduledAt: toRfc3339(scheduledAt),
    status,
    attempts,
    nextAttemptAt: shown(dueAt),
    operationId,
    code,
    message,
    endedAt: shown(occurrence.endedAt),
  }
}

export function presentTime(schedule: Schedule, { number, at }: { number: number; at: Micros }) {
  return { number, path: occurrencePath(schedule, number), scheduledAt: toRfc3339(at) }
}

function shown(time: Micros | null): string | null {
  return time === null ? null : toRfc3339(time)
}
