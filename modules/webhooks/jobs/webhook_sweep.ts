import { defineJob } from '#app/queue/job'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { WakeWebhooks } from '../services/wake_webhooks.ts'

export const webhookSweep = defineJob<Record<string, never>>({
  name: 'webhook-sweep',
  about: {
    carries: 'The look for webhooks whose next attempt is due.',
    takes: 'Under a second, every two seconds.',
    failing: 'Failed deliveries are not retried. Read the error in the log.',
  },
  everyMs: WEBHOOK_LIMITS.sweepMs,
  async handle(_payload, { container }) {
    await (await container.make(WakeWebhooks)).run()
    return 'done'
  },
})
