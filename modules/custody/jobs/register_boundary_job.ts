import { ServiceError } from '#app/http/errors/service_error'
import { BoundaryDirectory } from '../services/boundary_directory.ts'
import { isPassing } from '../services/chain_patience.ts'
import { REGISTER_BOUNDARY_QUEUE } from '../services/note_boundary.ts'
import { chainJob } from './chain_job.ts'
import { aboutRealm } from './about_realm.ts'

/**
 * Registers the boundary of a new zone at once. A boundary that this job cannot register stays
 * `requested`, and `custody-boundaries` registers it as soon as the chain allows.
 */
export const registerBoundaryJob = chainJob<{ realmId: string; boundaryId: string }>({
  name: REGISTER_BOUNDARY_QUEUE,
  about: {
    carries: 'One new boundary that its pool has to know.',
    takes: 'Seconds; while the chain is down it is left to `custody-boundaries`.',
    failing:
      'Movements out of that zone wait. Look at the node of the chain and at the gas of the operator account.',
  },
  concurrency: 4,
  concerns: aboutRealm,
  // `custody-boundaries` does the same work without this job.
  discardable: true,
  async handle({ realmId, boundaryId }, { container, log }) {
    const directory = await container.make(BoundaryDirectory)
    try {
      await directory.ensureRegistered(realmId, boundaryId)
    } catch (error) {
      // The boundary is unknown when its row comes from another installation, or its realm is gone.
      if (error instanceof ServiceError && error.code === 'NOT_FOUND') return 'done'
      if (!isPassing(error)) throw error
      log.info({ boundaryId, reason: error.message }, 'the boundary is left for later')
    }
    return 'done'
  },
})
