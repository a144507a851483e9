import type { ChainTransactionEvidence, EvidenceSource } from '#app/extension/evidence_source'
import { standingsOf, type Attempt, type Standing } from '../core/attempt_standing.ts'
import type { CustodyServices } from './custody_services.ts'
import { shownTransaction } from './shown_transaction.ts'

type Sent = Attempt & Omit<ChainTransactionEvidence, 'chain' | 'direction' | keyof Standing>

interface MovementTransactions {
  of(operationIds: readonly string[]): Promise<Sent[]>
}

const DIRECTIONS = { settlement: 'internal', withdrawals: 'outbound' } as const

/**
 * The transactions of transfers between boundaries, or of withdrawals: what carried them, asked for
 * their exit, or voided them, replaced attempts included. Many transfers show the same hash: a batch
 * carries all of them, and the proof of each names its own event.
 */
export class MovementEvidence implements EvidenceSource {
  readonly name: string

  constructor(
    private part: keyof typeof DIRECTIONS,
    private services: () => Promise<CustodyServices>
  ) {
    this.name = `custody-${part}`
  }

  async chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]> {
    const { onChain } = await this.services()
    if (!onChain || operationIds.length === 0) return []
    const { chainId, confirmations } = onChain.chain.settings
    const transactions: MovementTransactions = onChain[this.part].transactions
    const [found, outcomes] = await Promise.all([
      transactions.of(operationIds),
      onChain.outcomes.ofEach(operationIds),
    ])
    const named = [...outcomes.values()].map(({ proof }) => proof.externalRef.split(':')[1]!)
    return standingsOf(found, new Set(named), confirmations).map((each) =>
      shownTransaction(each, chainId, DIRECTIONS[this.part])
    )
  }
}
