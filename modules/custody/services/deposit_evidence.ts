import { singleton } from '#app/extension/singleton'
import type {
  ChainTransactionEvidence,
  EvidenceSource,
} from '#modules/ledger/extension/evidence_source'
import { standingsOf, type Standing } from '../core/attempt_standing.ts'
import {
  DepositTransactions,
  type CreditingTransaction,
  type DepositTransaction,
} from '../storage/deposit_transactions.ts'
import { shownTransaction } from './shown_transaction.ts'
import { CustodyChain } from './custody_chain.ts'
import { ChainOutcomes } from './chain_outcomes.ts'

type Shown = Omit<DepositTransaction, 'purpose' | 'state' | 'newest'> & Standing

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
    private transactions: DepositTransactions
  ) {}

  async chainTransactions(operationIds: string[]): Promise<ChainTransactionEvidence[]> {
    if (!this.chain.configured || operationIds.length === 0) return []
    const { chainId, confirmations } = this.chain.settings
    const { transactions } = this
    const [underWay, outcomes] = await Promise.all([
      transactions.underWay(operationIds),
      this.outcomes.ofEach(operationIds),
    ])
    // A deposit that was minted is shown by the transactions that minted it.
    const unminted = operationIds.filter((id) => !outcomes.has(id))
    const credited = await creditedOf(transactions, unminted, confirmations)
    const named = [...outcomes.values()].map(({ proof }) => proof.externalRef.split(':')[1]!)
    const sent: Shown[] = standingsOf(underWay, new Set(named), confirmations)
    return [...sent, ...credited].map((each) => shownTransaction(each, chainId, 'inbound'))
  }
}

/** One transaction may bring what several deposits were credited with. */
async function creditedOf(
  transactions: DepositTransactions,
  operationIds: readonly string[],
  depth: number
): Promise<Shown[]> {
  if (operationIds.length === 0) return []
  const crediting = await transactions.crediting(operationIds)
  const hashes = new Set(crediting.map(({ txHash }) => txHash))
  const sent = standingsOf(await transactions.sentWith([...hashes]), hashes, depth)
  const attempts = Map.groupBy(sent, ({ id }) => id)
  const transactionOf = new Map(sent.map(({ txHash, id }) => [txHash as string, id]))
  return crediting.flatMap((credit): Shown[] => {
    const { realmId, operationId } = credit
    const own = attempts.get(transactionOf.get(credit.txHash) ?? '')
    if (!own) return [strangers(credit, depth)]
    return own.map((attempt) => ({ ...attempt, realmId, operationId }))
  })
}

/** Anybody may bring a payment into the pool; the id is derived, since the service sent nothing. */
function strangers({ finalAt, txHash, ...owner }: CreditingTransaction, depth: number): Shown {
  const id = `ctx_${txHash.slice(2, 28)}`
  const times = { createdAt: finalAt, updatedAt: finalAt }
  return { ...owner, ...times, id, txHash, status: 'confirmed', confirmations: depth }
}
