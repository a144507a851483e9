import { defineJob } from '#app/queue/job'
import { WatchStore } from '../storage/watch_store.ts'

/** A watch that is too old is refused at once; this job only clears the table. */
const EVERY_MS = 60_000

export const watchEviction = defineJob<Record<string, never>>({
  name: 'watch-eviction',
  about: {
    carries: 'Watches that nobody has read for too long.',
    takes: 'Under a second, once a minute.',
    failing:
      'Harmless: old watches are refused anyway. Read the error in the log; the next turn makes up for it.',
  },
  everyMs: EVERY_MS,
  async handle(_payload, { container, log }) {
    const evicted = await (await container.make(WatchStore)).evict()
    if (evicted > 0) log.info({ evicted }, 'watches nobody read have gone')
    return 'done'
  },
})
