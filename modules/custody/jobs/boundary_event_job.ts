import { defineJob } from '#app/queue/job'
import type { Address } from '../core/chain_types.ts'
import { BookRecovery } from '../services/book_recovery.ts'
import { BOUNDARY_EVENT_QUEUE } from '../services/mirror_boundaries.ts'
import { aboutRealm } from './about_realm.ts'

type News = { pool: string; seq: number; realmId: string; eventId: string }

/** Tells a realm of what became of one of its boundaries. */
export const boundaryEventJob = defineJob<News>({
  name: BOUNDARY_EVENT_QUEUE,
  about: {
    carries: 'One event for a realm: what became of one of its boundaries on the chain.',
    takes: 'Under a second.',
    failing:
      'The builder is not told; no value is at risk. It is retried until it succeeds; look at the database.',
  },
  concurrency: 2,
  concerns: aboutRealm,
  async handle({ pool, ...news }, { container }) {
    const recovery = await container.make(BookRecovery)
    await recovery.tell({ pool: pool as Address, ...news })
    return 'done'
  },
})
