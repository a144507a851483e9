import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { CustodyChain } from './services/custody_chain.ts'
import type { IndexStore, IndexSummary } from './storage/index_store.ts'

const FIGURES: Record<string, [help: string, value: (found: IndexSummary) => number]> = {
  custody_indexer_head_block: [
    'Block up to which the events of pools are read.',
    (one) => one.blockNumber,
  ],
  custody_indexer_unconfirmed_blocks: [
    'Blocks that are read and wait for confirmations.',
    (one) => Math.max(0, one.blockNumber - one.finalNumber),
  ],
  custody_indexer_pools: ['Pools whose events are read.', (one) => one.pools],
  custody_indexer_behind_pools: ['Pools read less far than their chain.', (one) => one.behind],
  custody_indexer_gaps: [
    'How often a node kept events of a pool back; nothing is lost by it, but change a node that goes on.',
    (one) => one.gaps,
  ],
  custody_indexer_held_pools: [
    'Pools with events that are old enough to be final and wait: large value that not every node shows.',
    (one) => one.held,
  ],
  custody_indexer_missing_events: [
    'Applied events that a rebuilt development chain does not show yet.',
    (one) => one.missing,
  ],
  custody_indexer_stopped: [
    'Pools, or the whole chain, that wait for a person.',
    (one) => one.faults + (one.stoppedReason ? 1 : 0),
  ],
}

/** How far the events of pools are read. Without a chain, or before the first run, there are no values. */
export function indexerMetrics(chain: CustodyChain, index: IndexStore): SharedMetrics {
  return {
    name: 'custody-index',
    gauges: Object.fromEntries(Object.entries(FIGURES).map(([name, [help]]) => [name, { help }])),
    read: async () => {
      if (!chain.configured) return []
      // Younger large value waits as it should: in a busy pool there always is some.
      const found = await index.summary(chain.settings.terms.largeValue?.confirmations)
      if (!found) return []
      return Object.entries(FIGURES).map(([name, [, value]]) => ({ name, value: value(found) }))
    },
  }
}
