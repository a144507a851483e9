import type { ChainTransactionEvidence } from '#modules/ledger/extension/evidence_source'
import type { Standing } from '../core/attempt_standing.ts'

type Known = Omit<ChainTransactionEvidence, 'chain' | 'direction' | keyof Standing> & Standing

/** An attempt as evidence shows it, without what only the service needs to know of it. */
export function shownTransaction(
  { id, realmId, operationId, txHash, status, confirmations, createdAt, updatedAt }: Known,
  chainId: number,
  direction: 'inbound' | 'internal' | 'outbound'
): ChainTransactionEvidence {
  const times = { createdAt, updatedAt }
  const place = { txHash, chain: `eip155:${chainId}`, direction }
  return { id, realmId, operationId, ...place, status, confirmations, ...times }
}
