import { standingsOf, type Standing } from '../core/attempt_standing.ts'
import type { ProvenTransaction, ProvenTransactions } from '../storage/proven_transactions.ts'
import type { SentAttempt } from '../storage/sent_transactions.ts'

export type ShownAttempt = Omit<SentAttempt, 'purpose' | 'state' | 'newest'> &
  Standing & { realmId: string; operationId: string }

/**
 * The transactions that proofs of operations name, with all attempts of those that the service sent.
 * One transaction may be behind several operations.
 *
 * @param proofType of the proofs
 * @param depth confirmations of what is confirmed
 */
export async function provenEvidence(
  transactions: ProvenTransactions,
  operationIds: readonly string[],
  { proofType, depth }: { proofType: string; depth: number }
): Promise<ShownAttempt[]> {
  const proven = await transactions.of(operationIds, proofType)
  const hashes = new Set(proven.map(({ txHash }) => txHash))
  const sent = standingsOf(await transactions.sentWith([...hashes]), hashes, depth)
  const attempts = Map.groupBy(sent, ({ id }) => id)
  const transactionOf = new Map(sent.map(({ txHash, id }) => [txHash as string, id]))
  return proven.flatMap((each): ShownAttempt[] => {
    const { realmId, operationId } = each
    const own = attempts.get(transactionOf.get(each.txHash) ?? '')
    if (!own) return [strangers(each, depth)]
    return own.map((attempt) => ({ ...attempt, realmId, operationId }))
  })
}

/**
 * What the service does not know that it sent: anybody may bring a payment into the pool, and a database
 * that was restored from a backup has forgotten what it sent after that. The id is derived.
 */
function strangers({ finalAt, txHash, ...owner }: ProvenTransaction, depth: number): ShownAttempt {
  const id = `ctx_${txHash.slice(2, 28)}`
  const times = { createdAt: finalAt, updatedAt: finalAt }
  return { ...owner, ...times, id, txHash, status: 'confirmed', confirmations: depth }
}
