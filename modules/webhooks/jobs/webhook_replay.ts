import { defineJob } from '#app/queue/job'
import { DescribeWebhook } from '../services/describe_webhook.ts'
import { ReplayEvents } from '../services/replay_events.ts'
import { REPLAY_QUEUE } from '../services/ask_replay.ts'

export const webhookReplay = defineJob<{ webhookId: string }>({
  name: REPLAY_QUEUE,
  about: {
    carries: 'A webhook that asked for all events since a moment.',
    takes: 'Some milliseconds for each event; it waits while 10,000 of them are owed.',
    failing: 'The events are not owed yet. It is retried from where it was; read the error.',
  },
  concurrency: 4,
  concerns: async ({ webhookId }, container) =>
    (await container.make(DescribeWebhook)).run(webhookId),
  async handle({ webhookId }, { container }) {
    return (await container.make(ReplayEvents)).run(webhookId)
  },
})
