import { singleton } from '#app/extension/singleton'
import type {
  ChainTransactionEvidence,
  EvidenceSource,
} from '#modules/ledger/extension/evidence_source'
import { standingsOf, type Attempt, type Standing } from '../core/attempt_standing.ts'
import { SettlementTransactions } from '../storage/settlement_transactions.ts'
import { WithdrawalTransactions } from '../storage/withdrawal_transactions.ts'
import { ChainOutcomes } from './chain_outcomes.ts'
import { CustodyChain } from './custody_chain.ts'
import { shownTransaction } from './shown_transaction.ts'

type Sent = Attempt & Omit<ChainTransactionEvidence, 'chain' | 'direction' | keyof Standing>

interface MovementTransactions {
  of(operationIds: readonly string[]): Promise<Sent[]>
}

/**
 * The transactions of transfers between boundaries, or of withdrawals: what carried them, asked for
 * their exit, or voided them, replaced attempts included. Many transfers show the same hash: a batch
 * carries all of them, and the proof of each names its own event.
 */
abstract class MovementEvidence implements EvidenceSource {
  abstract readonly name: string
  protected abstract readonly direction: 'internal' | 'outbound'

  constructor(
    private chain: CustodyChain,
    private outcomes: ChainOutcomes,
    private transactions: MovementTransactions
  ) {}

  async chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]> {
    if (!this.chain.configured || operationIds.length === 0) return []
    const { chainId, confirmations } = this.chain.settings
    const [found, outcomes] = await Promise.all([
      this.transactions.of(operationIds),
      this.outcomes.ofEach(operationIds),
    ])
    const named = [...outcomes.values()].map(({ proof }) => proof.externalRef.split(':')[1]!)
    return standingsOf(found, new Set(named), confirmations).map((each) =>
      shownTransaction(each, chainId, this.direction)
    )
  }
}

@singleton()
export class TransferEvidence extends MovementEvidence {
  readonly name = 'custody-settlement'
  protected readonly direction = 'internal' as const

  constructor(chain: CustodyChain, outcomes: ChainOutcomes, sent: SettlementTransactions) {
    super(chain, outcomes, sent)
  }
}

@singleton()
export class WithdrawalEvidence extends MovementEvidence {
  readonly name = 'custody-withdrawals'
  protected readonly direction = 'outbound' as const

  constructor(chain: CustodyChain, outcomes: ChainOutcomes, sent: WithdrawalTransactions) {
    super(chain, outcomes, sent)
  }
}
