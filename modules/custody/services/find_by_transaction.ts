import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { OperationFinder } from '#modules/ledger/extension/operation_finder'
import { operationsRestingOn } from '#modules/ledger/index'
import type { Hex } from '../core/chain_types.ts'
import { subjectOf } from '../core/purposes.ts'
import { SentTransactions } from '../storage/sent_transactions.ts'
import { SettlementTransactions } from '../storage/settlement_transactions.ts'
import { CustodyChain } from './custody_chain.ts'

/**
 * The operations behind the hash of a transaction: those whose proofs name it, whoever sent it, and
 * those that the service sent it for, whatever became of it.
 */
@singleton()
export class FindByTransaction implements OperationFinder {
  readonly name = 'custody'

  constructor(
    private chain: CustodyChain,
    private database: Database,
    private sent: SentTransactions,
    private settlements: SettlementTransactions
  ) {}

  async withTransaction(realmId: string, hash: string): Promise<string[]> {
    if (!this.chain.configured) return []
    const beginning = `${this.chain.chainId}:${hash}:`
    const [proven, purpose] = await Promise.all([
      operationsRestingOn(this.database, realmId, { beginning }),
      this.sent.purposeOf(hash as Hex),
    ])
    const { batchId, operationId } = subjectOf(purpose ?? '')
    const batched = batchId === undefined ? [] : await this.settlements.inBatch(batchId)
    return [...proven, ...(operationId === undefined ? [] : [operationId]), ...batched]
  }
}
