import type { HealthCheck } from '#app/observability/health'
import { ChainUnreachable, NodesDisagree, WrongChain } from './chain/errors.ts'
import type { CustodyChain } from './services/custody_chain.ts'
import type { IndexStore } from './storage/index_store.ts'

/** Not fatal: without a chain everything but custody works. */
export function chainHealth(chain: CustodyChain): HealthCheck {
  return {
    name: 'chain',
    fatal: false,
    async check() {
      if (!chain.configured) return { ok: true, detail: 'no chain configured' }
      try {
        const { head, lagMs } = await chain.gateway.health()
        const { disagreement } = chain.provider
        if (disagreement) return { ok: false, detail: disagreement.message }
        return {
          ok: true,
          detail: `chain ${chain.chainId} at block ${head}, answered in ${lagMs} ms`,
        }
      } catch (error) {
        if (error instanceof WrongChain) return { ok: false, detail: error.message }
        if (error instanceof NodesDisagree) return { ok: false, detail: error.message }
        if (error instanceof ChainUnreachable)
          return { ok: false, detail: 'the node does not answer' }
        throw error
      }
    },
  }
}

/** Not fatal: events wait, none is lost. Says what `custody:reindex` is for. */
export function indexerHealth(chain: CustodyChain, index: IndexStore): HealthCheck {
  return {
    name: 'custody-indexer',
    fatal: false,
    async check() {
      const summary = chain.configured ? await index.summary() : null
      if (!summary) return { ok: true, detail: 'no chain, or no worker has run yet' }
      const { blockNumber, stoppedReason, faults, behind, pools } = summary
      if (stoppedReason) return { ok: false, detail: `stopped: ${stoppedReason}` }
      if (faults > 0)
        return { ok: false, detail: `events of ${faults} pools contradict each other` }
      return { ok: true, detail: `at block ${blockNumber}, ${behind} of ${pools} pools behind` }
    },
  }
}
