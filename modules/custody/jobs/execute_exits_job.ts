import { defineJob } from '#app/queue/job'
import { ChainUnreachable, RpcError, WrongChain } from '../chain/errors.ts'
import { CustodyServices } from '../services/custody_services.ts'

/** Pays exits whose time lock has passed. A chain that is down is asked again at the next turn. */
export const executeExitsJob = defineJob<Record<string, never>>({
  name: 'custody-exits',
  everyMs: 2_000,
  async handle(_payload, { container, log }) {
    const { onChain } = await container.make(CustodyServices)
    try {
      await onChain?.withdrawals.executeExits.run()
    } catch (error) {
      const passing = [ChainUnreachable, WrongChain, RpcError]
      if (!passing.some((kind) => error instanceof kind)) throw error
      log.debug({ reason: (error as Error).message }, 'exits wait for the chain')
    }
    return 'done'
  },
})
