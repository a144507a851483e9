import { defineJob } from '#app/queue/job'
import { WEBHOOK_LIMITS } from '../limits.ts'
import { PurgeDeliveries } from '../services/purge_deliveries.ts'

export const webhookPurge = defineJob<Record<string, never>>({
  name: 'webhook-purge',
  about: {
    carries:
      'The deletion of deliveries that are older than 30 days, and of webhooks of closed realms.',
    takes: 'Seconds, every hour.',
    failing: 'The table webhook_deliveries grows. Read the error in the log.',
  },
  everyMs: WEBHOOK_LIMITS.purgeMs,
  async handle(_payload, { container, log }) {
    const purged = await (await container.make(PurgeDeliveries)).run()
    if (purged.deliveries + purged.webhooks > 0) log.info(purged, 'old webhook deliveries deleted')
    return 'done'
  },
})
