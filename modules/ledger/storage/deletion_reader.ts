import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { columnToAtoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { USD, type ObjectStatus, type Operation } from '../core/terms.ts'
import { OPERATION_COLUMNS, toOperation, type OperationRow } from './rows.ts'

export interface PendingDeletion {
  operationId: string
  objectId: string
  /** When the deletion's object was last changed. */
  updatedAt: string
  /** Whether a rail carries its sweep: then only the rail's answer ends it. */
  held: boolean
}

export interface DueRealm {
  id: string
  orgId: string
  name: string
  asset: 'paper' | 'live'
  createdAt: string
}

/** Reads what decides about deletions. */
@singleton()
export class DeletionReader {
  constructor(private database: Database) {}

  /** One statement, so that status, cash and holds are those of one moment. */
  async standing(objectId: string) {
    const held = (direction: string) =>
      `(SELECT COUNT(*) FROM holds h
         WHERE h.object_id = o.id AND h.resolved_at IS NULL AND h.direction = '${direction}')`
    const [row] = await this.database.read<{
      status: ObjectStatus
      settled: string | null
      departing: string | null
      outbound: string
      inbound: string
    }>(
      `SELECT o.status, b.settled, b.departing,
              ${held('outbound')} AS outbound, ${held('inbound')} AS inbound
         FROM objects o LEFT JOIN balances b ON b.object_id = o.id AND b.denomination = ?
        WHERE o.id = ?`,
      [USD, objectId]
    )
    return {
      status: row!.status,
      settled: columnToAtoms(row!.settled ?? '0'),
      departing: columnToAtoms(row!.departing ?? '0'),
      heldOutboundCount: Number(row!.outbound),
      heldInboundCount: Number(row!.inbound),
    }
  }

  /** The operation that deletes, or has deleted, an object; null when there is none. */
  async operationOf(objectId: string): Promise<Operation | null> {
    const [row] = await this.database.read<OperationRow>(
      `SELECT ${OPERATION_COLUMNS} FROM operations
        WHERE source_object_id = ? AND type = 'delete' AND state IN ('pending', 'completed')
        ORDER BY created_at DESC LIMIT 1`,
      [objectId]
    )
    return row ? toOperation(row) : null
  }

  /**
   * Deletions that began before a moment and have not ended, the oldest first, after the last one
   * seen.
   */
  async begunBefore(
    moment: Micros,
    after: PendingDeletion | null,
    limit: number
  ): Promise<PendingDeletion[]> {
    const beyond = after ? ' AND (o.updated_at > ? OR (o.updated_at = ? AND o.id > ?))' : ''
    const rows = await this.database.read<
      Omit<PendingDeletion, 'held'> & { held: number | string }
    >(
      `SELECT p.id AS operationId, o.id AS objectId, o.updated_at AS updatedAt,
              EXISTS (SELECT 1 FROM holds h
                       WHERE h.operation_id = p.id AND h.state = 'open') AS held
         FROM objects o
         JOIN realms r ON r.id = o.realm_id AND r.closed_at IS NULL
         JOIN operations p
           ON p.source_object_id = o.id AND p.type = 'delete' AND p.state = 'pending'
        WHERE o.status = 'deleting' AND p.created_at < ?${beyond}
        ORDER BY o.updated_at, o.id LIMIT ${limit}`,
      [toSqlDatetime(moment), ...(after ? [after.updatedAt, after.updatedAt, after.objectId] : [])]
    )
    return rows.map((row) => ({ ...row, held: Number(row.held) === 1 }))
  }

  /**
   * Open temporary realms that were created before a moment, the oldest first, after the last one
   * seen.
   */
  temporaryRealms(
    createdBefore: Micros,
    after: DueRealm | null,
    limit: number
  ): Promise<DueRealm[]> {
    const beyond = after ? ' AND (created_at > ? OR (created_at = ? AND id > ?))' : ''
    return this.database.read<DueRealm>(
      `SELECT id, org_id AS orgId, name, asset, created_at AS createdAt FROM realms
        WHERE lifecycle = 'temporary' AND closed_key = '' AND created_at < ?${beyond}
        ORDER BY created_at, id LIMIT ${limit}`,
      [toSqlDatetime(createdBefore), ...(after ? [after.createdAt, after.createdAt, after.id] : [])]
    )
  }
}
