import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { WITHDRAWAL_PURPOSES } from '../core/purposes.ts'
import { SentTransactions, type SentAttempt } from './sent_transactions.ts'

/** One attempt of a transaction that was made for a withdrawal. */
export interface WithdrawalTransaction extends SentAttempt {
  realmId: string
  operationId: string
}

/** The transactions of withdrawals, found by what they are for. */
@singleton()
export class WithdrawalTransactions {
  constructor(
    private database: Database,
    private sent: SentTransactions
  ) {}

  /** Oldest first. */
  async of(operationIds: readonly string[]): Promise<WithdrawalTransaction[]> {
    const known = await this.database.read<{ operationId: string; realmId: string }>(
      `SELECT operation_id AS operationId, realm_id AS realmId FROM custody_withdrawals
        WHERE operation_id IN (?)`,
      [operationIds]
    )
    const owners = new Map(
      known.flatMap((owner) => purposesOf(owner.operationId).map((purpose) => [purpose, owner]))
    )
    const attempts = await this.sent.forPurposes([...owners.keys()])
    return attempts.map((attempt) => ({ ...attempt, ...owners.get(attempt.purpose)! }))
  }
}

function purposesOf(operationId: string): string[] {
  return Object.values(WITHDRAWAL_PURPOSES).map((purpose) => purpose(operationId))
}
