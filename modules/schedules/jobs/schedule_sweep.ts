import { defineJob } from '#app/queue/job'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { SweepSchedules } from '../services/sweep_schedules.ts'
import { SEEM_DUE } from '../storage/schedule_store.ts'

export const scheduleSweep = defineJob<Record<string, never>>({
  name: 'schedule-sweep',
  about: {
    carries:
      'The look for schedules whose time has come, and for occurrences that are tried again.',
    takes: 'Milliseconds, while there are such, and once a minute.',
    failing:
      'Nothing is run on time. What is missed is run afterwards, or skipped, as each schedule says.',
  },
  everyMs: SCHEDULE_LIMITS.sweepMs,
  restMs: SCHEDULE_LIMITS.sweepRestMs,
  due: SEEM_DUE,
  async handle(_payload, { container }) {
    await (await container.make(SweepSchedules)).run()
    return 'done'
  },
})
