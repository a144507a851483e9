import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { count, money, Table, text, time } from '#app/storage/table'
import type { Monitor } from '../core/monitor.ts'

const MONITORS = new Table<Monitor>('monitors', {
  id: text(),
  realmId: text(),
  orgId: text(),
  objectPath: text(),
  prefix: text(),
  measure: text(),
  direction: text(),
  threshold: money(),
  hysteresis: money(),
  state: text(),
  value: money(),
  crossings: count(),
  fromSeq: count(),
  createdAt: time(),
  changedAt: time(),
})

/** A realm with monitors, and how far its journal was looked at. */
export interface MonitoredRealm {
  realmId: string
  seq: number
  /** When it is looked at whatever its journal does; null when never. */
  dueAt: Micros | null
}

const REALMS = new Table<MonitoredRealm>('monitored_realms', {
  realmId: text(),
  seq: count(),
  dueAt: time(),
})

const BEHIND = `FROM monitored_realms m STRAIGHT_JOIN realm_heads h ON h.realm_id = m.realm_id
    WHERE h.seq > m.seq`

/** Finds a row while the journal of a realm with monitors has gone on, or one of them is due. */
export const SEEM_DUE = `SELECT 1 FROM DUAL WHERE EXISTS (SELECT 1 ${BEHIND})
    OR EXISTS (SELECT 1 FROM monitored_realms WHERE due_at <= :now)`

type Writer = Pick<SqlSession, 'write'>

/** Stores monitors. */
@singleton()
export class MonitorStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** The realm is looked at at once, so that the monitor is measured. */
  async add(session: SqlSession, monitor: Monitor): Promise<void> {
    await MONITORS.insert(session, monitor)
    const { realmId, fromSeq: seq } = monitor
    const dueAt = this.clock.nowMicros()
    const rest = 'ON DUPLICATE KEY UPDATE due_at = VALUES(due_at)'
    await REALMS.insert(session, { realmId, seq, dueAt }, {}, rest)
  }

  byId(id: string): Promise<Monitor | null> {
    return MONITORS.first(this.database, 'WHERE id = ?', [id])
  }

  ofRealm(reader: SqlReader, realmId: string): Promise<Monitor[]> {
    return MONITORS.all(reader, 'WHERE realm_id = ? ORDER BY id', [realmId])
  }

  async change(writer: Writer, id: string, changes: Partial<Monitor>): Promise<void> {
    await MONITORS.update(writer, changes, 'WHERE id = ?', [id])
  }

  async remove(writer: Writer, id: string): Promise<boolean> {
    return (await writer.write('DELETE FROM monitors WHERE id = ?', [id])).affectedRows === 1
  }

  list({ realmId, ...asked }: DatedPage & { realmId: string }) {
    return entityPage(this.database, MONITORS, {
      where: 'realm_id = ?',
      values: [realmId],
      ...asked,
      readCut: async () => toSqlDatetime(this.clock.nowMicros()),
    })
  }

  /** Realms whose journal has gone on, and those that are due. */
  async due(now: Micros, limit: number): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `(SELECT m.realm_id AS id ${BEHIND} LIMIT ${limit})
       UNION (SELECT realm_id FROM monitored_realms WHERE due_at <= ? ORDER BY due_at LIMIT ${limit})`,
      [toSqlDatetime(now)]
    )
    return rows.map(({ id }) => id)
  }

  /** How many realms have entries that nobody has measured. */
  async behind(): Promise<number> {
    const [row] = await this.database.read<{ behind: string }>(
      `SELECT COUNT(*) AS behind ${BEHIND}`
    )
    return Number(row!.behind)
  }

  /** Locks a realm that nobody else has locked; null when somebody else does its turn. */
  take(session: SqlSession, realmId: string): Promise<MonitoredRealm | null> {
    return REALMS.first(session, 'WHERE realm_id = ? FOR UPDATE SKIP LOCKED', [realmId])
  }

  async reached(writer: Writer, { realmId, seq, dueAt }: MonitoredRealm): Promise<void> {
    await writer.write('UPDATE monitored_realms SET seq = ?, due_at = ? WHERE realm_id = ?', [
      seq,
      dueAt === null ? null : toSqlDatetime(dueAt),
      realmId,
    ])
  }

  async forget(writer: Writer, realmId: string): Promise<void> {
    await writer.write('DELETE FROM monitored_realms WHERE realm_id = ?', [realmId])
    await writer.write('DELETE FROM monitors WHERE realm_id = ?', [realmId])
  }
}
