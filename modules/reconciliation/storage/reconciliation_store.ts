import { Clock, type Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { createdWithin, givenConditions, olderThan, type TimeRange } from '#app/storage/filter'
import { purgeRows } from '#app/storage/purge_rows'
import { count, json, Table, text, time } from '#app/storage/table'
import type { WalkSource } from '#app/storage/walk'
import type { Reconciliation, ReconciliationStatus } from '../core/reconciliation.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'

/** A reconciliation that was deleted is nobody's any more, and waits to be cleared away. */
const DELETED = 'deleted'
const STANDS = `status <> '${DELETED}'`

/** Finds a row while there is something to clear away. */
export const SEEM_DELETED = `SELECT 1 FROM DUAL
    WHERE EXISTS (SELECT 1 FROM reconciliations WHERE status = '${DELETED}')`

const RECONCILIATIONS = new Table<Reconciliation>('reconciliations', {
  id: text(),
  realmId: text(),
  orgId: text(),
  objectId: text(),
  objectPath: text(),
  prefix: text(),
  format: text(),
  encoding: text(),
  mapping: json(),
  rules: json(),
  fromDay: count(),
  toDay: count(),
  fileName: text(),
  fileBytes: count(),
  fileSha256: text('file_sha256'),
  status: text(),
  lines: count('`lines`'),
  items: count(),
  totalItems: count(),
  summary: json(),
  problems: json(),
  actor: json(),
  createdAt: time(),
  endedAt: time(),
})

type Writer = Pick<SqlSession, 'write'>

export interface ReconciliationFilter extends TimeRange {
  realmId: string
  status?: ReconciliationStatus
}

/** A place in the list of a realm's reconciliations, newest first. */
export interface ReconciliationKey {
  /** As SQL text. */
  createdAt: string
  id: string
}

/** Stores reconciliations, and which worker has each that runs. */
@singleton()
export class ReconciliationStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  async add(writer: Writer, reconciliation: Reconciliation): Promise<void> {
    await RECONCILIATIONS.insert(writer, reconciliation)
  }

  byId(id: string): Promise<Reconciliation | null> {
    return RECONCILIATIONS.first(this.database, `WHERE id = ? AND ${STANDS}`, [id])
  }

  /** How many a realm has, and how many of its organization run. */
  async standing(reader: SqlReader, { realmId, orgId }: Pick<Reconciliation, 'realmId' | 'orgId'>) {
    const [row] = await reader.read<{ kept: string; running: string }>(
      `SELECT (SELECT COUNT(*) FROM reconciliations WHERE realm_id = ? AND ${STANDS}) AS kept,
          (SELECT COUNT(*) FROM reconciliations WHERE org_id = ? AND status = 'running') AS running`,
      [realmId, orgId]
    )
    return { kept: Number(row!.kept), running: Number(row!.running) }
  }

  /** The realm's reconciliations up to a cut, newest first. */
  source(
    { realmId, status, ...range }: ReconciliationFilter,
    cut: string
  ): WalkSource<Reconciliation, ReconciliationKey> {
    const { where, values } = givenConditions(
      ['realm_id = ?', realmId],
      ['created_at <= ?', cut],
      ['status = ?', status],
      ...createdWithin(range)
    )
    const standing = status === undefined ? ` AND ${STANDS}` : ''
    return {
      read: (after, amount) => {
        const older = olderThan(after)
        return RECONCILIATIONS.all(
          this.database,
          `WHERE ${where}${standing}${older.and}
            ORDER BY created_at DESC, id DESC LIMIT ${amount}`,
          [...values, ...older.values]
        )
      },
      placeOf: ({ createdAt, id }) => ({ createdAt: toSqlDatetime(createdAt), id }),
    }
  }

  /**
   * Takes one that runs, unless another worker has it.
   *
   * @param lease names the worker's turn
   */
  async take(id: string, lease: string): Promise<boolean> {
    const now = this.clock.nowMicros()
    const { affectedRows } = await this.database.write(
      `UPDATE reconciliations SET lease = ?, leased_until = ?
        WHERE id = ? AND status = 'running' AND (lease IS NULL OR leased_until <= ?)`,
      [lease, leaseEnd(now), id, toSqlDatetime(now)]
    )
    return affectedRows === 1
  }

  /**
   * Changes one that this turn has, and extends the turn.
   *
   * @returns false when it is no longer this turn's: it was cancelled, or the worker was silent for
   *   too long
   */
  async keep(
    writer: Writer,
    { id, lease }: Turn,
    changes: Partial<Reconciliation>
  ): Promise<boolean> {
    const mine = `WHERE id = ? AND lease = ? AND status = 'running'`
    const { affectedRows } = await writer.write(
      `UPDATE reconciliations SET leased_until = ? ${mine}`,
      [leaseEnd(this.clock.nowMicros()), id, lease]
    )
    if (affectedRows !== 1) return false
    await RECONCILIATIONS.update(writer, changes, mine, [id, lease])
    return true
  }

  /** Gives up a turn, so that the next attempt need not wait for its end. */
  async release({ id, lease }: Turn): Promise<void> {
    await this.database.write(
      'UPDATE reconciliations SET lease = NULL, leased_until = NULL WHERE id = ? AND lease = ?',
      [id, lease]
    )
  }

  /** @returns whether it ran */
  async cancel(writer: Writer, id: string): Promise<boolean> {
    const { affectedRows } = await writer.write(
      "UPDATE reconciliations SET status = 'cancelled', ended_at = ? WHERE id = ? AND status = 'running'",
      [toSqlDatetime(this.clock.nowMicros()), id]
    )
    return affectedRows === 1
  }

  /** @returns false when it was deleted before */
  async remove(writer: Writer, id: string): Promise<boolean> {
    const { affectedRows } = await writer.write(
      `UPDATE reconciliations SET status = '${DELETED}' WHERE id = ? AND ${STANDS}`,
      [id]
    )
    return affectedRows === 1
  }

  /** Deletes what was deleted, what is too old, and what belongs to closed realms, in small parts. */
  async purge(before: Micros): Promise<number> {
    const rows = await this.database.read<{ id: string }>(
      `(SELECT id FROM reconciliations WHERE status = '${DELETED}')
       UNION (SELECT id FROM reconciliations WHERE ended_at < ?)
       UNION (SELECT r.id FROM reconciliations r JOIN realms ON realms.id = r.realm_id
               WHERE realms.closed_at IS NOT NULL)
       LIMIT ${RECONCILIATION_LIMITS.batch}`,
      [toSqlDatetime(before)]
    )
    for (const { id } of rows) {
      // The row itself comes last: what a process leaves behind is found by it.
      await purgeRows(this.database, 'reconciliation_items WHERE reconciliation_id = ?', [id])
      await purgeRows(this.database, 'reconciliation_files WHERE reconciliation_id = ?', [id])
      await purgeRows(this.database, 'reconciliations WHERE id = ?', [id])
    }
    return rows.length
  }

  /** Figures for operators: counts of an index, and how long the one runs that has run longest. */
  async summary() {
    const counts = await this.database.read<{ status: string; amount: string }>(
      `SELECT status, COUNT(*) AS amount FROM reconciliations WHERE ${STANDS} GROUP BY status`
    )
    const [first] = await this.database.read<{ since: string | null }>(
      "SELECT MIN(created_at) AS since FROM reconciliations WHERE status = 'running'"
    )
    const now = this.clock.nowMicros()
    const since = first?.since ? sqlToMicros(first.since) : now
    return {
      byStatus: counts.map(({ status, amount }) => ({ status, value: Number(amount) })),
      runningSeconds: Math.max(0, now - since) / 1_000_000,
    }
  }
}

/** A worker's turn at a reconciliation. */
export interface Turn {
  id: string
  lease: string
}

function leaseEnd(now: Micros): string {
  return toSqlDatetime(now + RECONCILIATION_LIMITS.leaseMs * 1000)
}
