import type { ChainTransactionEvidence, EvidenceSource } from '#app/extension/evidence_source'
import type { CarriedBy } from '../storage/settlement_transactions.ts'
import type { CustodyServices } from './custody_services.ts'
import type { Outcome } from './outcomes.ts'

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
    return found.map((each) => ({
      id: each.id,
      realmId: each.realmId,
      operationId: each.operationId,
      txHash: each.txHash,
      chain: `eip155:${chainId}`,
      direction: 'internal',
      ...standingOf(each, outcomes.get(each.operationId), confirmations),
      createdAt: each.createdAt,
      updatedAt: each.updatedAt,
    }))
  }
}

/** Of attempts with one nonce whichever was mined counts, an older one too: the outcome names it. */
function standingOf(
  { state, newest, txHash }: CarriedBy,
  outcome: Outcome | undefined,
  depth: number
) {
  const carried = outcome?.proof.externalRef.includes(txHash) ?? newest
  if (state === 'final' && carried) return { status: 'confirmed', confirmations: depth }
  if (state === 'signed' && newest) return { status: 'pending', confirmations: 0 }
  const failed = state !== 'signed' && state !== 'final' && newest
  return { status: failed ? 'failed' : 'replaced', confirmations: 0 }
}
