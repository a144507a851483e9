import type { ChainTransactionEvidence, EvidenceSource } from '#app/extension/evidence_source'
import { standingsOf } from '../core/attempt_standing.ts'
import type { CustodyServices } from './custody_services.ts'
import { shownTransaction } from './shown_transaction.ts'

/** The transactions of withdrawals: what paid them, asked for their exit, or voided them. */
export class WithdrawalEvidence implements EvidenceSource {
  readonly name = 'custody-withdrawals'

  constructor(private services: () => Promise<CustodyServices>) {}

  async chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]> {
    const { onChain } = await this.services()
    if (!onChain || operationIds.length === 0) return []
    const { chainId, confirmations } = onChain.chain.settings
    const [found, outcomes] = await Promise.all([
      onChain.withdrawals.transactions.of(operationIds),
      onChain.outcomes.ofEach(operationIds),
    ])
    const named = [...outcomes.values()].map(({ proof }) => proof.externalRef.split(':')[1]!)
    return standingsOf(found, new Set(named), confirmations).map((each) =>
      shownTransaction(each, chainId, 'outbound')
    )
  }
}
