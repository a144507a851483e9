import type { ChainTransactionEvidence, EvidenceSource } from '#app/extension/evidence_source'
import { standingsOf } from '../core/attempt_standing.ts'
import type { CustodyServices } from './custody_services.ts'
import { shownTransaction } from './shown_transaction.ts'

/**
 * The transactions of transfers between boundaries, replaced attempts included. Many operations show
 * the same hash: a batch carries all of them, and the proof of each names its own event.
 */
export class SettlementEvidence implements EvidenceSource {
  readonly name = 'custody-settlements'

  constructor(private services: () => Promise<CustodyServices>) {}

  async chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]> {
    const { onChain } = await this.services()
    if (!onChain || operationIds.length === 0) return []
    const { chainId, confirmations } = onChain.chain.settings
    const [found, outcomes] = await Promise.all([
      onChain.settlement.transactions.of(operationIds),
      onChain.outcomes.ofEach(operationIds),
    ])
    const named = [...outcomes.values()].map(({ proof }) => proof.externalRef.split(':')[1]!)
    return standingsOf(found, new Set(named), confirmations).map((each) =>
      shownTransaction(each, chainId, 'internal')
    )
  }
}
