import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { factsBehind } from '#modules/ledger/index'
import type { Hex } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'
import { SentTransactions, type SentAttempt } from './sent_transactions.ts'

/** A final transaction that a proof of an operation names, as `chain:transaction:log`. */
export interface ProvenTransaction {
  realmId: string
  operationId: string
  txHash: Hex
  /** When the ledger took it as final, RFC 3339. */
  finalAt: string
}

/** The transactions that moved the value of operations, whoever sent them. */
@singleton()
export class ProvenTransactions {
  constructor(
    private database: Database,
    private sent: SentTransactions,
    private chain: ChainNames
  ) {}

  /**
   * Oldest first; a deposit that gathered dust has several. Read from the journal, which names them in the
   * transaction that completes the operation: whoever sees it completed sees what completed it.
   *
   * @param proofType of the proofs
   */
  async of(operationIds: readonly string[], proofType: string): Promise<ProvenTransaction[]> {
    if (operationIds.length === 0) return []
    const facts = await factsBehind(this.database, operationIds, proofType)
    const found = new Map<string, ProvenTransaction>()
    for (const { realmId, operationId, externalRef, committedAt } of facts) {
      const [chainId, txHash] = externalRef.split(':') as [string, Hex]
      const key = `${operationId} ${txHash}`
      if (Number(chainId) !== this.chain.chainId || found.has(key)) continue
      found.set(key, { realmId, operationId, txHash, finalAt: committedAt })
    }
    return [...found.values()]
  }

  /** The service's own among them, with the attempts they were sent in. */
  sentWith(hashes: readonly Hex[]): Promise<SentAttempt[]> {
    return this.sent.withHashes(hashes)
  }
}
