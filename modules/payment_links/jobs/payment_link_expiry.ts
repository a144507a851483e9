import { defineJob } from '#app/queue/job'
import { ExpireLinks } from '../services/expire_links.ts'
import { OVER } from '../storage/link_store.ts'

/**
 * How late the operation of an expired link may end, in milliseconds; the link itself ends on time.
 */
const EVERY_MS = 15_000
const REST_MS = 60_000

export const paymentLinkExpiry = defineJob<Record<string, never>>({
  name: 'payment-link-expiry',
  about: {
    carries: 'Payment links that have expired, with their operations.',
    takes: 'Under a second, when there are such links, and once a minute.',
    failing:
      'Links expire on time all the same; their operations end late. Read the error in the log.',
  },
  everyMs: EVERY_MS,
  restMs: REST_MS,
  due: OVER,
  async handle(_payload, { container, log }) {
    const ended = await (await container.make(ExpireLinks)).run()
    if (ended > 0) log.info({ ended }, 'payment links expired')
    return 'done'
  },
})
