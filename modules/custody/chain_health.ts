import type { HealthCheck } from '#app/observability/health'
import { ChainUnreachable, WrongChain } from './chain/errors.ts'
import type { CustodyServices } from './services/custody_services.ts'

/** Not fatal: without a chain everything but custody works. */
export function chainHealth(services: () => Promise<CustodyServices>): HealthCheck {
  return {
    name: 'chain',
    fatal: false,
    async check() {
      const { onChain } = await services()
      if (!onChain) return { ok: true, detail: 'no chain configured' }
      try {
        const { head, lagMs } = await onChain.chain.gateway.health()
        const { chainId } = onChain.chain.settings
        return { ok: true, detail: `chain ${chainId} at block ${head}, answered in ${lagMs} ms` }
      } catch (error) {
        if (error instanceof WrongChain) return { ok: false, detail: error.message }
        if (error instanceof ChainUnreachable)
          return { ok: false, detail: 'the node does not answer' }
        throw error
      }
    },
  }
}

/** Not fatal: events wait, none is lost. Says what `custody:reindex` is for. */
export function indexerHealth(services: () => Promise<CustodyServices>): HealthCheck {
  return {
    name: 'custody-indexer',
    fatal: false,
    async check() {
      const { onChain } = await services()
      const summary = onChain ? await onChain.indexPools.index.summary() : null
      if (!summary) return { ok: true, detail: 'no chain, or no worker has run yet' }
      const { blockNumber, stoppedReason, faults, behind, pools } = summary
      if (stoppedReason) return { ok: false, detail: `stopped: ${stoppedReason}` }
      if (faults > 0)
        return { ok: false, detail: `events of ${faults} pools contradict each other` }
      return { ok: true, detail: `at block ${blockNumber}, ${behind} of ${pools} pools behind` }
    },
  }
}
