import { defineJob } from '#app/queue/job'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { DescribeSchedule } from '../services/describe_schedule.ts'
import { OCCURRENCE_QUEUE } from '../services/occurrence_jobs.ts'
import { RunOccurrence } from '../services/run_occurrence.ts'

export const scheduleOccurrence = defineJob<{ scheduleId: string; number: number }>({
  name: OCCURRENCE_QUEUE,
  about: {
    carries: 'One time of a schedule, whose request is made; number 0 tells of its end.',
    takes: 'As long as the request: milliseconds.',
    failing:
      'A request that is refused for good fails no job: the schedule shows it. A job fails when the service is overloaded or the database away; it is retried.',
  },
  concurrency: SCHEDULE_LIMITS.concurrency,
  concerns: async ({ scheduleId, number }, container) =>
    (await container.make(DescribeSchedule)).run(scheduleId, number),
  async handle({ scheduleId, number }, { container }) {
    await (await container.make(RunOccurrence)).run(scheduleId, number)
    return 'done'
  },
})
