import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { factsBehind } from '#modules/ledger/index'
import { ChainNames } from '../core/chain_names.ts'
import type { Hex } from '../core/chain_types.ts'
import { PURPOSES } from '../core/purposes.ts'
import { DEPOSITS } from './announced_deposit_store.ts'
import { EXPECTED } from './chain_outcome_store.ts'
import { SentTransactions, type SentAttempt } from './sent_transactions.ts'

/** The proof of a credit: `chain:transaction:log`. */
export const ARRIVAL_PROOF = 'chain_deposit'

/** An attempt of the service for a deposit. */
export interface DepositTransaction extends SentAttempt {
  realmId: string
  operationId: string
}

/** The final transaction that brought what a deposit was credited with. */
export interface CreditingTransaction {
  realmId: string
  operationId: string
  txHash: Hex
  /** When the ledger took it as final, RFC 3339. */
  finalAt: string
}

interface Owner {
  realmId: string
  operationId: string
}

/** The transactions behind deposits: mints, sweeps, and credits that somebody else sent. */
@singleton()
export class DepositTransactions {
  constructor(
    private database: Database,
    private sent: SentTransactions,
    private chain: ChainNames
  ) {}

  /** Mints, and the sweeps of deposits that nothing has answered yet. Oldest first. */
  async underWay(operationIds: readonly string[]): Promise<DepositTransaction[]> {
    const [minted, swept] = await Promise.all([
      EXPECTED.all(this.database, 'WHERE operation_id IN (?)', [operationIds]),
      DEPOSITS.all(
        this.database,
        'WHERE chain_id = ? AND operation_id IN (?) AND live = 1 AND answered_by IS NULL',
        [this.chain.chainId, operationIds]
      ),
    ])
    const owners = new Map<string, Owner>()
    for (const { operationId, realmId } of minted) {
      owners.set(PURPOSES.mint(operationId), { operationId, realmId })
    }
    for (const { operationId, realmId, sweepNo } of swept) {
      owners.set(PURPOSES.sweep(operationId, sweepNo), { operationId, realmId })
    }
    const attempts = await this.sent.forPurposes([...owners.keys()])
    return attempts.map((attempt) => ({ ...attempt, ...owners.get(attempt.purpose)! }))
  }

  /**
   * What arrived for them, oldest first; a deposit that gathered dust has several. Read from the
   * journal, which names it in the transaction that completes the deposit: whoever sees it completed
   * sees what completed it.
   */
  async crediting(operationIds: readonly string[]): Promise<CreditingTransaction[]> {
    const facts = await factsBehind(this.database, operationIds, ARRIVAL_PROOF)
    const found = new Map<string, CreditingTransaction>()
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
