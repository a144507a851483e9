import { singleton } from '#app/extension/singleton'
import type {
  ChainTransactionEvidence,
  EvidenceSource,
} from '#modules/ledger/extension/evidence_source'
import { standingsOf } from '../core/attempt_standing.ts'
import { ARRIVAL_PROOF, DepositTransactions } from '../storage/deposit_transactions.ts'
import { ProvenTransactions } from '../storage/proven_transactions.ts'
import { shownTransaction } from './shown_transaction.ts'
import { ChainOutcomes, hashOf } from './chain_outcomes.ts'
import { CustodyChain } from './custody_chain.ts'
import { provenEvidence, type ShownAttempt } from './proven_evidence.ts'

/**
 * The transactions of deposits: mints of paper realms, and those that brought what a payer sent into
 * the pool, whoever sent them.
 */
@singleton()
export class DepositEvidence implements EvidenceSource {
  readonly name = 'custody-deposits'

  constructor(
    private chain: CustodyChain,
    private outcomes: ChainOutcomes,
    private transactions: DepositTransactions,
    private proven: ProvenTransactions
  ) {}

  async chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]> {
    if (!this.chain.configured || operationIds.length === 0) return []
    const { chainId, confirmations: depth } = this.chain.settings
    const [underWay, outcomes] = await Promise.all([
      this.transactions.underWay(operationIds),
      this.outcomes.ofEach(operationIds),
    ])
    const named = new Set([...outcomes.values()].map(hashOf))
    const sent: ShownAttempt[] = standingsOf(underWay, named, depth)
    // A deposit that was minted is shown by the transactions that minted it, where the service knows them.
    const known = new Set<string>(sent.map(({ txHash }) => txHash))
    const others = operationIds.filter((id) => {
      const outcome = outcomes.get(id)
      return !outcome || !known.has(hashOf(outcome))
    })
    const credited = await provenEvidence(this.proven, others, { proofType: ARRIVAL_PROOF, depth })
    return [...sent, ...credited].map((each) => shownTransaction(each, chainId, 'inbound'))
  }
}
