import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'

/** Settlements of one realm that one transaction is to reject before they are executed. */
export interface VoidGroup {
  id: string
  realmId: string
  /** Of the realm, on this chain. */
  pool: Address
  items: { operationId: string; opSeq: number }[]
}

/** The most one transaction takes. */
const LARGEST_GROUP = 200

/** Settlements that somebody has given up. */
@singleton()
export class VoidStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** Any number of times. A number without an outcome is not put into a batch any more. */
  async add(session: SqlSession, operationId: string, realmId: string): Promise<void> {
    const now = this.#now()
    await session.write(
      `UPDATE custody_settlements SET state = 'batched', updated_at = ?
        WHERE operation_id = ? AND state = 'queued'`,
      [now, operationId]
    )
    await session.write(
      `INSERT IGNORE INTO custody_voids (operation_id, realm_id, state, created_at, updated_at)
       VALUES (?, ?, 'open', ?, ?)`,
      [operationId, realmId, now, now]
    )
  }

  /** Puts those that have no group into one per realm; those another worker is taking are passed over. */
  async group(session: SqlSession, newGroupId: () => string): Promise<void> {
    const rows = await session.read<{ operation_id: string; realm_id: string }>(
      `SELECT operation_id, realm_id FROM custody_voids
        WHERE state = 'open' AND group_id IS NULL
        ORDER BY operation_id LIMIT ${LARGEST_GROUP} FOR UPDATE SKIP LOCKED`
    )
    for (const ofRealm of Map.groupBy(rows, (row) => row.realm_id).values()) {
      await session.write(
        'UPDATE custody_voids SET group_id = ?, updated_at = ? WHERE operation_id IN (?)',
        [newGroupId(), this.#now(), ofRealm.map((row) => row.operation_id)]
      )
    }
  }

  /** Groups with numbers that have no outcome, and whose pool there is. */
  async open(limit: number): Promise<VoidGroup[]> {
    const rows = await this.database.read<{
      group_id: string
      operation_id: string
      realm_id: string
      op_seq: number | string
      address: Address
    }>(
      `SELECT v.group_id, v.operation_id, v.realm_id, s.op_seq, p.address FROM custody_voids v
         JOIN custody_settlements s ON s.operation_id = v.operation_id
                                   AND s.state NOT IN ('executed', 'rejected')
         JOIN custody_pools p ON p.realm_id = v.realm_id AND p.state = 'created'
                             AND p.chain_id = ?
        WHERE v.state = 'open' AND v.group_id IS NOT NULL
        ORDER BY v.operation_id LIMIT ${limit}`,
      [this.chain.chainId]
    )
    return Array.from(
      Map.groupBy(rows, (row) => row.group_id),
      ([id, ofGroup]) => ({
        id,
        realmId: ofGroup[0]!.realm_id,
        pool: ofGroup[0]!.address,
        items: ofGroup.map((row) => ({ operationId: row.operation_id, opSeq: Number(row.op_seq) })),
      })
    )
  }

  /** Ends those whose number has its outcome. */
  async endResolved(): Promise<void> {
    const rows = await this.database.read<{ operation_id: string }>(
      `SELECT v.operation_id FROM custody_voids v
         JOIN custody_settlements s ON s.operation_id = v.operation_id
                                   AND s.state IN ('executed', 'rejected')
        WHERE v.state = 'open' LIMIT 500`
    )
    if (rows.length === 0) return
    await this.database.write(
      `UPDATE custody_voids SET state = 'ended', updated_at = ? WHERE operation_id IN (?)`,
      [this.#now(), rows.map((row) => row.operation_id)]
    )
  }

  #now(): string {
    return toSqlDatetime(this.clock.nowMicros())
  }
}
