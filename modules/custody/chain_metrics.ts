import type { Clock } from '#app/clock/clock'
import { counterOf } from '#app/observability/instruments'
import type { SharedMetrics } from '#app/observability/shared_metrics'
import type { BumpFees } from './services/bump_fees.ts'
import type { CustodyChain } from './services/custody_chain.ts'
import type { ForeignNonceStore } from './storage/foreign_nonce_store.ts'
import type { IndexStore } from './storage/index_store.ts'

const WEI_OF_ETHER = 1e18

/** What only a node can tell. While it is away the values grow old, and their age tells of it. */
export function chainMetrics(
  chain: CustodyChain,
  parts: { bump: BumpFees; foreign: ForeignNonceStore; index: IndexStore; clock: Clock }
): SharedMetrics {
  return {
    name: 'custody-chain',
    gauges: {
      custody_chain_head_age_seconds: { help: 'Age of the newest block of the chain.' },
      custody_indexer_lag_blocks: { help: 'Blocks the chain is ahead of what is read.' },
      custody_operator_balance_ether: {
        help: 'What the account that signs has left to pay gas with; of several the poorest.',
      },
      custody_foreign_nonces: {
        help: 'Nonces of the accounts that sign which something else used, within a day.',
      },
      custody_transactions_at_fee_cap: {
        help: 'Transactions that are stuck and may not be made dearer.',
      },
    },
    read: async () => {
      if (!chain.configured) return []
      const [head, cursor, balances, foreign, atCap] = await Promise.all([
        chain.gateway.header('latest'),
        parts.index.cursor(),
        Promise.all(chain.accounts.map((account) => chain.gateway.balance(account))),
        parts.foreign.ofLastDay(),
        parts.bump.atCap(),
      ])
      const now = parts.clock.nowMicros() / 1e6
      const age = head && Math.max(0, now - head.timestamp)
      const lag = head && cursor && Math.max(0, head.number - cursor.number)
      return [
        { name: 'custody_chain_head_age_seconds', value: age ?? Number.NaN },
        { name: 'custody_indexer_lag_blocks', value: lag ?? Number.NaN },
        {
          name: 'custody_operator_balance_ether',
          value: Math.min(...balances.map(Number)) / WEI_OF_ETHER,
        },
        { name: 'custody_foreign_nonces', value: foreign },
        { name: 'custody_transactions_at_fee_cap', value: atCap },
      ]
    },
  }
}

/** What each process knows of its own signers and nodes. Without a chain there are no values. */
export function chainCounters(chain: CustodyChain) {
  return [
    counterOf(
      {
        name: 'custody_signing_refusals_total',
        help: 'Transactions that a signer refused, because its policy does not allow them.',
        label: 'reason',
      },
      () => chain.signingRefusals
    ),
    counterOf(
      {
        name: 'custody_node_disagreements_total',
        help: 'Reads of the chain that too few nodes answered alike; what they were for waits.',
        label: 'method',
      },
      () => (chain.configured ? chain.provider.disagreements : {})
    ),
    counterOf(
      {
        name: 'custody_nodes_outvoted_total',
        help: 'Answers of a node of CHAIN_RPC_URL, by its place there, that enough others contradicted.',
        label: 'node',
      },
      () => (chain.configured ? chain.provider.outvoted : {})
    ),
  ]
}
