import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { Address } from '../core/chain_types.ts'
import { ChainNames } from '../core/chain_names.ts'
import { SETTLEMENTS } from './settlement_store.ts'

/** Settlements of one realm that one transaction is to reject before they are executed. */
export interface VoidGroup {
  id: string
  realmId: string
  /** Of the realm, on this chain. */
  pool: Address
  items: { operationId: string; opSeq: number }[]
}

interface WaitingVoid extends Pick<VoidGroup, 'realmId' | 'pool'> {
  groupId: string
  operationId: string
  opSeq: string
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
    const updatedAt = this.clock.nowMicros()
    const where = `WHERE operation_id = ? AND state = 'queued'`
    await SETTLEMENTS.update(session, { state: 'batched', updatedAt }, where, [operationId])
    await session.write(
      `INSERT IGNORE INTO custody_voids (operation_id, realm_id, state, created_at, updated_at)
       VALUES (?, ?, 'open', ?, ?)`,
      [operationId, realmId, this.#now(), this.#now()]
    )
  }

  /** Puts those that have no group into one per realm; those another worker is taking are passed over. */
  async group(session: SqlSession, newGroupId: () => string): Promise<void> {
    const ungrouped = await session.read<{ operationId: string; realmId: string }>(
      `SELECT operation_id AS operationId, realm_id AS realmId FROM custody_voids
        WHERE state = 'open' AND group_id IS NULL
        ORDER BY operation_id LIMIT ${LARGEST_GROUP} FOR UPDATE SKIP LOCKED`
    )
    for (const ofRealm of Map.groupBy(ungrouped, ({ realmId }) => realmId).values()) {
      await session.write(
        'UPDATE custody_voids SET group_id = ?, updated_at = ? WHERE operation_id IN (?)',
        [newGroupId(), this.#now(), ofRealm.map(({ operationId }) => operationId)]
      )
    }
  }

  /** Groups with numbers that have no outcome, and whose pool there is. */
  async open(limit: number): Promise<VoidGroup[]> {
    const waiting = await this.database.read<WaitingVoid>(
      `SELECT v.group_id AS groupId, v.operation_id AS operationId, v.realm_id AS realmId,
              s.op_seq AS opSeq, p.address AS pool
         FROM custody_voids v
         JOIN custody_settlements s ON s.operation_id = v.operation_id
                                   AND s.state NOT IN ('executed', 'rejected')
         JOIN custody_pools p ON p.realm_id = v.realm_id AND p.state = 'created'
                             AND p.chain_id = ?
        WHERE v.state = 'open' AND v.group_id IS NOT NULL
        ORDER BY v.operation_id LIMIT ${limit}`,
      [this.chain.chainId]
    )
    return Array.from(
      Map.groupBy(waiting, ({ groupId }) => groupId),
      ([id, ofGroup]) => ({
        id,
        realmId: ofGroup[0]!.realmId,
        pool: ofGroup[0]!.pool,
        items: ofGroup.map(({ operationId, opSeq }) => ({ operationId, opSeq: Number(opSeq) })),
      })
    )
  }

  /** Ends those whose number has its outcome. */
  async endResolved(): Promise<void> {
    const rows = await this.database.read<{ id: string }>(
      `SELECT v.operation_id AS id FROM custody_voids v
         JOIN custody_settlements s ON s.operation_id = v.operation_id
                                   AND s.state IN ('executed', 'rejected')
        WHERE v.state = 'open' LIMIT 500`
    )
    if (rows.length === 0) return
    await this.database.write(
      `UPDATE custody_voids SET state = 'ended', updated_at = ? WHERE operation_id IN (?)`,
      [this.#now(), rows.map(({ id }) => id)]
    )
  }

  #now(): string {
    return toSqlDatetime(this.clock.nowMicros())
  }
}
