import { Clock } from '#app/clock/clock'
import { defineJob } from '#app/queue/job'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { OccurrenceStore } from '../storage/occurrence_store.ts'

export const schedulePurge = defineJob<Record<string, never>>({
  name: 'schedule-purge',
  about: {
    carries: 'The deletion of occurrences that ended more than 400 days ago.',
    takes: 'Seconds, every hour.',
    failing: 'The table schedule_occurrences grows. Read the error in the log.',
  },
  everyMs: SCHEDULE_LIMITS.purgeMs,
  async handle(_payload, { container, log }) {
    const clock = await container.make(Clock)
    const before = clock.nowMicros() - SCHEDULE_LIMITS.keptMs * 1000
    const purged = await (await container.make(OccurrenceStore)).purge(before)
    if (purged > 0) log.info({ purged }, 'old occurrences of schedules deleted')
    return 'done'
  },
})
