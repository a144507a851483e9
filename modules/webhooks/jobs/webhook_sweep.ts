import { defineJob } from '#app/queue/job'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { WakeWebhooks } from '../services/wake_webhooks.ts'
import { SEEM_DUE } from '../storage/webhook_turns.ts'

export const webhookSweep = defineJob<Record<string, never>>({
  name: 'webhook-sweep',
  about: {
    carries: 'The look for webhooks whose next attempt is due.',
    takes: 'Under a second, while there are such webhooks, and once a minute.',
    failing: 'Failed deliveries are not retried. Read the error in the log.',
  },
  everyMs: WEBHOOK_LIMITS.sweepMs,
  restMs: WEBHOOK_LIMITS.sweepRestMs,
  due: SEEM_DUE,
  async handle(_payload, { container }) {
    await (await container.make(WakeWebhooks)).run()
    return 'done'
  },
})
