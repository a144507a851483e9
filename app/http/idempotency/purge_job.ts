import { KeptAnswers } from '#app/http/idempotency/kept_answers'
import { OperationTraces } from '#app/tracing/operation_traces'
import { defineJob } from '#app/queue/job'

const EVERY_MS = 3_600_000

export const keptAnswerPurge = defineJob<Record<string, never>>({
  name: 'kept-answer-purge',
  about: {
    carries: 'Kept answers of idempotent requests, and traces of operations, whose time is over.',
    takes: 'Seconds, once an hour.',
    failing:
      'Harmless for days: it only clears tables. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const answers = await container.make(KeptAnswers)
    const purged = await answers.purge()
    if (purged > 0) log.info({ purged }, 'old answers purged')
    await (await container.make(OperationTraces)).purge()
    return 'done'
  },
})
