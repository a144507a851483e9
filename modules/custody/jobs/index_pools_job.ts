import { defineJob } from '#app/queue/job'
import { ChainUnreachable, RpcError, WrongChain } from '../chain/errors.ts'
import { CustodyServices } from '../services/custody_services.ts'

/** Reads the events of all pools. A chain that is down or slow is looked at again at the next turn. */
export function indexPoolsJob(everyMs: number) {
  return defineJob<Record<string, never>>({
    name: 'custody-index',
    everyMs,
    async handle(_payload, { container, log }) {
      const { onChain } = await container.make(CustodyServices)
      try {
        await onChain?.indexPools.run()
      } catch (error) {
        if (!isPassing(error)) throw error
        log.debug({ reason: error.message }, 'the events of pools wait for the chain')
      }
      return 'done'
    },
  })
}

function isPassing(error: unknown): error is Error {
  return [ChainUnreachable, WrongChain, RpcError].some((kind) => error instanceof kind)
}
