import type { ChainTransactionEvidence, EvidenceSource } from '#app/extension/evidence_source'
import type { WithdrawalTransaction } from '../storage/withdrawal_transactions.ts'
import type { CustodyServices } from './custody_services.ts'

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
    const carrying = new Set(
      [...outcomes.values()].map(({ proof }) => proof.externalRef.split(':')[1])
    )
    const decided = new Set(found.filter(({ txHash }) => carrying.has(txHash)).map(({ id }) => id))
    const counts = ({ id, txHash, newest }: WithdrawalTransaction) =>
      decided.has(id) ? carrying.has(txHash) : newest
    return found.map((each) => ({
      id: each.id,
      realmId: each.realmId,
      operationId: each.operationId,
      txHash: each.txHash,
      chain: `eip155:${chainId}`,
      direction: 'outbound',
      status: statusOf(each, counts(each)),
      confirmations: each.state === 'signed' ? 0 : confirmations,
      createdAt: each.createdAt,
      updatedAt: each.updatedAt,
    }))
  }
}

/** @param counts of the attempts with one nonce: whether this was mined, or is the newest */
function statusOf({ state }: WithdrawalTransaction, counts: boolean): string {
  if (!counts) return 'replaced'
  if (state === 'signed') return 'pending'
  return state === 'final' ? 'confirmed' : 'failed'
}
