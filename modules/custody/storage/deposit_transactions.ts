import { sqlToRfc3339 } from '#app/clock/timestamp'
import type { Database } from '#app/storage/database'
import type { Hex } from '../chain/types.ts'
import type { SentAttempt, SentTransactions } from './sent_transactions.ts'

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
  /** RFC 3339. */
  finalAt: string
}

interface Owner {
  realmId: string
  operationId: string
}

interface PurposesOf {
  mint: (operationId: string) => string
  sweep: (operationId: string, sweepNo: number) => string
}

/** The transactions behind deposits: mints, sweeps, and credits that somebody else sent. */
export class DepositTransactions {
  constructor(
    private database: Database,
    private sent: SentTransactions,
    private purposes: PurposesOf
  ) {}

  /** Mints, and the sweeps of deposits that nothing has answered yet. Oldest first. */
  async underWay(operationIds: readonly string[]): Promise<DepositTransaction[]> {
    const { chainId } = this.sent
    const [minted, swept] = await Promise.all([
      this.database.read<{ operation_id: string; realm_id: string }>(
        'SELECT operation_id, realm_id FROM custody_expected_outcomes WHERE operation_id IN (?)',
        [operationIds]
      ),
      this.database.read<{ operation_id: string; realm_id: string; sweep_no: number }>(
        `SELECT operation_id, realm_id, sweep_no FROM custody_intents
          WHERE chain_id = ? AND operation_id IN (?) AND live = 1 AND answered_by IS NULL`,
        [chainId, operationIds]
      ),
    ])
    const owners = new Map<string, Owner>()
    for (const { operation_id: operationId, realm_id: realmId } of minted) {
      owners.set(this.purposes.mint(operationId), { operationId, realmId })
    }
    for (const { operation_id: operationId, realm_id: realmId, sweep_no: no } of swept) {
      owners.set(this.purposes.sweep(operationId, Number(no)), { operationId, realmId })
    }
    const attempts = await this.sent.forPurposes([...owners.keys()])
    return attempts.map((attempt) => ({ ...attempt, ...owners.get(attempt.purpose)! }))
  }

  /** What arrived for them, oldest first; a deposit that gathered dust has several. */
  async crediting(operationIds: readonly string[]): Promise<CreditingTransaction[]> {
    const rows = await this.database.read<{
      operation_id: string
      realm_id: string
      tx_hash: Hex
      final_at: string
    }>(
      `SELECT operation_id, realm_id, tx_hash, MIN(final_at) AS final_at FROM custody_arrivals
        WHERE chain_id = ? AND operation_id IN (?)
        GROUP BY operation_id, realm_id, tx_hash ORDER BY final_at, tx_hash`,
      [this.sent.chainId, operationIds]
    )
    return rows.map((row) => ({
      ...{ realmId: row.realm_id, operationId: row.operation_id, txHash: row.tx_hash },
      finalAt: sqlToRfc3339(row.final_at),
    }))
  }

  /** The service's own among them, with the attempts they were sent in. */
  sentWith(hashes: readonly Hex[]): Promise<SentAttempt[]> {
    return this.sent.withHashes(hashes)
  }
}
