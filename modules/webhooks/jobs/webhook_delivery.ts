import { defineJob } from '#app/queue/job'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { DescribeWebhook } from '../services/describe_webhook.ts'
import { ServeWebhook } from '../services/serve_webhook.ts'
import { DELIVERY_QUEUE } from '../storage/webhook_turns.ts'

export const webhookDelivery = defineJob<{ webhookId: string }>({
  name: DELIVERY_QUEUE,
  about: {
    carries: 'A webhook that is owed events.',
    takes: 'As long as its receiver; after 20 seconds the next webhook has its turn.',
    failing:
      'Receivers that refuse or hang fail no job: their log says so. A job fails when the database is away; it is retried.',
  },
  concurrency: WEBHOOK_LIMITS.concurrency,
  // The sweep finds whatever is owed, with or without it.
  discardable: true,
  concerns: async ({ webhookId }, container) =>
    (await container.make(DescribeWebhook)).run(webhookId),
  async handle({ webhookId }, { container }) {
    await (await container.make(ServeWebhook)).run(webhookId)
    return 'done'
  },
})
