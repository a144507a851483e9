import { setTimeout as delay } from 'node:timers/promises'
import type { Metrics } from '#app/observability/metrics'
import type { CustodyChain } from './services/custody_chain.ts'
import type { IndexStore, IndexSummary } from './storage/index_store.ts'

/** A scrape does not wait for a node that hangs. */
const CHAIN_PATIENCE_MS = 1_000

/** How far the events of pools are read. Without a chain, or before the first run, there are no values. */
export function observeIndexer(metrics: Metrics, chain: CustodyChain, index: IndexStore) {
  const summary = async () => (chain.configured ? index.summary() : null)
  const observe = (name: string, help: string, value: (found: IndexSummary) => number) => {
    metrics.observe(`custody_indexer_${name}`, help, async () => {
      const found = await summary()
      return found ? value(found) : Number.NaN
    })
  }
  observe('head_block', 'Block up to which the events of pools are read.', (one) => one.blockNumber)
  observe('pools', 'Pools whose events are read.', (one) => one.pools)
  observe('behind_pools', 'Pools read less far than their chain.', (one) => one.behind)
  observe('gaps', 'How often a node kept events of a pool back.', (one) => one.gaps)
  observe(
    'missing_events',
    'Applied events that a rebuilt chain does not show.',
    (one) => one.missing
  )
  observe('stopped', 'Pools, or the whole chain, that wait for a person.', (one) => {
    return one.faults + (one.stoppedReason ? 1 : 0)
  })
  metrics.observe(
    'custody_indexer_lag_blocks',
    'Blocks the chain is ahead of what is read.',
    async () => {
      const found = await summary()
      if (!found) return Number.NaN
      const late = delay(CHAIN_PATIENCE_MS, null, { ref: false })
      const head = await Promise.race([chain.gateway.header('latest'), late])
      return head ? Math.max(0, head.number - found.blockNumber) : Number.NaN
    }
  )
}
