import { singleton } from '#app/extension/singleton'
import type {
  ChainTransactionEvidence,
  EvidenceSource,
} from '#modules/ledger/extension/evidence_source'
import { standingsOf, type Attempt, type Standing } from '../core/attempt_standing.ts'
import { ProvenTransactions } from '../storage/proven_transactions.ts'
import { SettlementTransactions } from '../storage/settlement_transactions.ts'
import { WithdrawalTransactions } from '../storage/withdrawal_transactions.ts'
import { ChainOutcomes, hashOf, type ChainOutcome } from './chain_outcomes.ts'
import { CustodyChain } from './custody_chain.ts'
import { provenEvidence } from './proven_evidence.ts'
import { shownTransaction } from './shown_transaction.ts'

type Sent = Attempt & Omit<ChainTransactionEvidence, 'chain' | 'direction' | keyof Standing>

interface MovementTransactions {
  of(operationIds: readonly string[]): Promise<Sent[]>
}

/**
 * The transactions of transfers between boundaries, or of withdrawals: what carried them, asked for
 * their exit, or voided them, replaced attempts included. Many transfers show the same hash: a batch
 * carries all of them, and the proof of each names its own event. What moved the value is shown also where
 * the service does not know that it sent it, as after a backup was restored.
 */
abstract class MovementEvidence implements EvidenceSource {
  abstract readonly name: string
  protected abstract readonly direction: 'internal' | 'outbound'
  protected abstract readonly proofType: string

  constructor(
    private chain: CustodyChain,
    private outcomes: ChainOutcomes,
    private transactions: MovementTransactions,
    private proven: ProvenTransactions
  ) {}

  async chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]> {
    if (!this.chain.configured || operationIds.length === 0) return []
    const { chainId, confirmations: depth } = this.chain.settings
    const { proofType } = this
    const [found, outcomes] = await Promise.all([
      this.transactions.of(operationIds),
      this.outcomes.ofEach(operationIds),
    ])
    const attempts = Map.groupBy(found, ({ operationId }) => operationId)
    const sent = [...attempts].flatMap(([operationId, own]) =>
      this.standings(own, outcomes.get(operationId) ?? null, depth)
    )
    const unknown = [...outcomes]
      .filter(([, { proof }]) => proof.type === proofType)
      .filter(([id, outcome]) => !knows(attempts.get(id) ?? [], outcome))
      .map(([id]) => id)
    const others = await provenEvidence(this.proven, unknown, { proofType, depth })
    return [...sent, ...others].map((each) => shownTransaction(each, chainId, this.direction))
  }

  /** How the attempts of one operation stand. */
  protected standings(own: readonly Sent[], outcome: ChainOutcome | null, depth: number) {
    return standingsOf(own, new Set(outcome ? [hashOf(outcome)] : []), depth)
  }
}

const knows = (own: readonly Attempt[], outcome: ChainOutcome) =>
  own.some(({ txHash }) => txHash === hashOf(outcome))

@singleton()
export class TransferEvidence extends MovementEvidence {
  readonly name = 'custody-settlement'
  protected readonly direction = 'internal' as const
  protected readonly proofType = 'chain_transfer'

  constructor(
    chain: CustodyChain,
    outcomes: ChainOutcomes,
    sent: SettlementTransactions,
    proven: ProvenTransactions
  ) {
    super(chain, outcomes, sent, proven)
  }

  /** Another batch in a block moved nothing of this transfer: the pool has passed over its used number. */
  protected override standings(own: readonly Sent[], outcome: ChainOutcome | null, depth: number) {
    const all = super.standings(own, outcome, depth)
    if (!outcome) return all
    return all.map((each) =>
      each.status === 'confirmed' && each.txHash !== hashOf(outcome)
        ? { ...each, status: 'failed' as const, confirmations: 0 }
        : each
    )
  }
}

@singleton()
export class WithdrawalEvidence extends MovementEvidence {
  readonly name = 'custody-withdrawals'
  protected readonly direction = 'outbound' as const
  protected readonly proofType = 'chain_withdrawal'

  constructor(
    chain: CustodyChain,
    outcomes: ChainOutcomes,
    sent: WithdrawalTransactions,
    proven: ProvenTransactions
  ) {
    super(chain, outcomes, sent, proven)
  }
}
