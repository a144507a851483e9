import { isNotThereYet } from '../services/chain_patience.ts'
import { CreatePool } from '../services/create_pool.ts'
import { CREATE_POOL_QUEUE } from '../services/request_pool.ts'
import { chainJob } from './chain_job.ts'
import { aboutRealm } from './about_realm.ts'

const FINAL_WITHIN_MS = 5_000

/**
 * Creates the pool of a new realm at once. A pool that this job cannot create stays `requested`,
 * and the keeper creates it as soon as the chain allows, so that a chain that is down fills no
 * queue.
 */
export const createPoolJob = chainJob<{ realmId: string }>({
  name: CREATE_POOL_QUEUE,
  about: {
    carries: 'The pool contract of one new realm.',
    takes: 'Seconds; while the chain is down it is left to `custody-keeper`.',
    failing:
      'The realm cannot settle on the chain yet. Look at the node of the chain and at the gas of the operator account.',
  },
  concurrency: 4,
  concerns: aboutRealm,
  // `custody-keeper` does the same work without this job.
  discardable: true,
  async handle({ realmId }, { container, log }) {
    try {
      await (await container.make(CreatePool)).run(realmId, FINAL_WITHIN_MS)
    } catch (error) {
      if (!isNotThereYet(error)) throw error
      log.info({ reason: error.message }, 'the pool is left to the keeper')
    }
    return 'done'
  },
})
