import { defineJob } from '#app/queue/job'
import { DescribeWebhook } from '../services/describe_webhook.ts'
import { REPLAY_QUEUE, ReplayEvents } from '../services/replay_events.ts'

export const webhookReplay = defineJob<{ webhookId: string; after: number; upTo: number }>({
  name: REPLAY_QUEUE,
  about: {
    carries: 'A webhook that asked for all events since a moment.',
    takes: 'Some milliseconds for each event.',
    failing: 'The events are not owed yet. It is retried from the beginning; read the error.',
  },
  concurrency: 4,
  concerns: async ({ webhookId }, container) =>
    (await container.make(DescribeWebhook)).run(webhookId),
  async handle({ webhookId, ...span }, { container }) {
    await (await container.make(ReplayEvents)).run(webhookId, span)
    return 'done'
  },
})
