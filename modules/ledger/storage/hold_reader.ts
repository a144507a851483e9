import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'

export interface DueHold {
  operationId: string
  realmId: string
}

/** Reads the holds that callers asked for. */
@singleton()
export class HoldReader {
  constructor(private database: Database) {}

  /** Holds of open realms whose time is over, in the order of their ids, after a given one. */
  due(now: Micros, after: string, limit: number): Promise<DueHold[]> {
    return this.database.read<DueHold & Record<string, string>>(
      `SELECT h.operation_id AS operationId, h.realm_id AS realmId FROM holds h
         JOIN realms r ON r.id = h.realm_id AND r.closed_at IS NULL
        WHERE h.state = 'open' AND h.expires_at <= ? AND h.direction = 'outbound'
          AND h.operation_id > ?
        ORDER BY h.operation_id LIMIT ${limit}`,
      [toSqlDatetime(now), after]
    )
  }

  /** When the next open hold ends; null when none does. */
  async nextEnd(now: Micros): Promise<Micros | null> {
    const [row] = await this.database.read<{ at: string | null }>(
      `SELECT MIN(expires_at) AS at FROM holds WHERE state = 'open' AND expires_at > ?`,
      [toSqlDatetime(now)]
    )
    return row?.at ? sqlToMicros(row.at) : null
  }
}
