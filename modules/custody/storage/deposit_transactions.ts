import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { ChainNames } from '../core/chain_names.ts'
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

interface Owner {
  realmId: string
  operationId: string
}

/** What the service sent for deposits: mints and sweeps. */
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
}
