import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { purgeInBatches } from '#app/storage/purge_rows'
import { count, flag, Table, text, time } from '#app/storage/table'
import type { Approval, ApprovalStatus, GivenDecision } from '../core/approval.ts'

export interface StoredApproval extends Approval {
  /** Whether its caller gave it a name: an operation path, or an Idempotency-Key that its route takes. */
  isNamed: boolean
  /** Finds the request when it is repeated; null once a repetition is a new request. */
  openKey: string | null
  /** SHA-256 of its inputs. */
  requestHash: string
  sealed: string
  answer: string | null
  /** When an attempt began whose end nobody has noted. */
  begunAt: Micros | null
  /** Until when the attempt that is under way is the only one. */
  heldUntil: Micros | null
}

const APPROVALS = new Table<StoredApproval>('approvals', {
  id: text(),
  orgId: text(),
  realmId: text(),
  credential: text(),
  credentialId: text(),
  builderId: text(),
  action: text(),
  resource: text(),
  summary: text(),
  operationPath: text(),
  needed: count(),
  status: text(),
  code: text(),
  message: text(),
  isNamed: flag(),
  openKey: text(),
  requestHash: text(),
  sealed: text(),
  answer: text(),
  begunAt: time(),
  heldUntil: time(),
  createdAt: time(),
  expiresAt: time(),
  endedAt: time(),
})

const DECISIONS = new Table<GivenDecision>('approval_decisions', {
  approvalId: text(),
  builderId: text(),
  decision: text(),
  decidedAt: time(),
})

/** Finds a row while a request waits that nobody has decided in time. */
export const SEEM_EXPIRED =
  "SELECT 1 FROM approvals WHERE status = 'pending' AND expires_at <= :now LIMIT 1"

type Writer = Pick<SqlSession, 'write'>

export interface ApprovalQuery extends DatedPage {
  orgId: string
  realmId?: string
  /** Those of one credential alone. */
  credentialId?: string
  status?: ApprovalStatus
  now: Micros
}

/** Stores requests that wait for approvals, and what people decided. */
@singleton()
export class ApprovalStore {
  constructor(private database: Database) {}

  /** @returns false when the same request was kept at this moment */
  add(writer: Writer, approval: StoredApproval): Promise<boolean> {
    return unlessTaken(APPROVALS.insert(writer, approval))
  }

  byId(id: string): Promise<StoredApproval | null> {
    return APPROVALS.first(this.database, 'WHERE id = ?', [id])
  }

  byOpenKey(openKey: string): Promise<StoredApproval | null> {
    return APPROVALS.first(this.database, 'WHERE open_key = ?', [openKey])
  }

  lock(session: SqlSession, id: string): Promise<StoredApproval | null> {
    return APPROVALS.first(session, 'WHERE id = ? FOR UPDATE', [id])
  }

  /**
   * Changes one that stands as it did; a field that is undefined stays.
   *
   * @returns false when it has another status by now
   */
  async change(
    writer: Writer,
    { id, status }: Pick<Approval, 'id' | 'status'>,
    changes: Partial<StoredApproval>
  ): Promise<boolean> {
    return (
      (await APPROVALS.update(writer, changes, 'WHERE id = ? AND status = ?', [id, status])) > 0
    )
  }

  /**
   * Takes an approved request for one attempt.
   *
   * @returns null when another one has it, or nobody has to execute it any more
   */
  async hold(id: string, now: Micros, until: Micros): Promise<StoredApproval | null> {
    const taken = await APPROVALS.update(
      this.database,
      { heldUntil: until },
      "WHERE id = ? AND status = 'approved' AND (held_until IS NULL OR held_until <= ?)",
      [id, toSqlDatetime(now)]
    )
    const held = taken > 0 ? await this.byId(id) : null
    // Whoever froze in between reads what another one has taken since.
    return held?.heldUntil === until ? held : null
  }

  /**
   * Notes that an attempt begins to execute the request.
   *
   * @returns false when another attempt has taken it, because this one took too long
   */
  async begin({ id, heldUntil }: StoredApproval, begunAt: Micros): Promise<boolean> {
    const where = "WHERE id = ? AND status = 'approved' AND held_until = ?"
    const values = [id, toSqlDatetime(heldUntil!)]
    return (await APPROVALS.update(this.database, { begunAt }, where, values)) > 0
  }

  /** Lets the next attempt begin, unless it has begun because this one took too long. */
  async letGo({ id, heldUntil }: StoredApproval): Promise<void> {
    const where = 'WHERE id = ? AND held_until = ?'
    await APPROVALS.update(this.database, { heldUntil: null }, where, [
      id,
      toSqlDatetime(heldUntil!),
    ])
  }

  /** How many requests of a credential wait. */
  async waitingOf(reader: SqlReader, credentialId: string): Promise<number> {
    const [row] = await reader.read<{ waiting: string }>(
      "SELECT COUNT(*) AS waiting FROM approvals WHERE credential_id = ? AND status = 'pending'",
      [credentialId]
    )
    return Number(row!.waiting)
  }

  /** Those that nobody has decided in time. */
  async overdue(now: Micros, limit: number): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `SELECT id FROM approvals WHERE status = 'pending' AND expires_at <= ?
        ORDER BY expires_at LIMIT ${limit}`,
      [toSqlDatetime(now)]
    )
    return rows.map(({ id }) => id)
  }

  /** Of each of these, what people have decided, in the order of time. */
  decisions(reader: SqlReader, ids: readonly string[]): Promise<GivenDecision[]> {
    if (ids.length === 0) return Promise.resolve([])
    return DECISIONS.all(reader, 'WHERE approval_id IN (?) ORDER BY decided_at, builder_id', [ids])
  }

  /** Notes a decision; a denial takes the place of an approval. */
  async decide(writer: Writer, decision: GivenDecision): Promise<void> {
    await DECISIONS.insert(writer, decision, {}, DECISIONS.overwriting)
  }

  async made(writer: Writer, id: string, operationIds: readonly string[]): Promise<void> {
    if (operationIds.length === 0) return
    await writer.write(
      'INSERT IGNORE INTO approval_operations (operation_id, approval_id) VALUES ?',
      [operationIds.map((operationId) => [operationId, id])]
    )
  }

  /** The operations that approved requests have made, among these or of one approval. */
  async operations(by: 'operation_id' | 'approval_id', ids: readonly string[]) {
    if (ids.length === 0) return []
    const rows = await this.database.read<{ operation_id: string; approval_id: string }>(
      `SELECT operation_id, approval_id FROM approval_operations WHERE ${by} IN (?) ORDER BY operation_id`,
      [ids]
    )
    return rows.map(({ operation_id: operationId, approval_id: approvalId }) => {
      return { operationId, approvalId }
    })
  }

  /** A page of an organization's approvals, newest first. */
  list({ orgId, realmId, credentialId, status, now, ...asked }: ApprovalQuery) {
    const filters = { org_id: orgId, realm_id: realmId, credential_id: credentialId, status }
    const given = Object.entries(filters).filter(([, value]) => value !== undefined)
    return entityPage(this.database, APPROVALS, {
      where: given.map(([name]) => `${name} = ?`).join(' AND '),
      values: given.map(([, value]) => value!),
      ...asked,
      readCut: async () => toSqlDatetime(now),
    })
  }

  /** How many stand in each status that is not an end. */
  async summary(): Promise<{ status: ApprovalStatus; value: number }[]> {
    const rows = await this.database.read<{ status: ApprovalStatus; approvals: string }>(
      `SELECT status, COUNT(*) AS approvals FROM approvals
        WHERE status IN ('pending', 'approved') GROUP BY status`
    )
    return rows.map(({ status, approvals }) => ({ status, value: Number(approvals) }))
  }

  /** Deletes those that ended before a time and were not executed. */
  purge(before: Micros): Promise<number> {
    const ended = "WHERE status IN ('failed', 'denied', 'expired') AND ended_at < ?"
    return purgeInBatches((limit) =>
      this.database.transaction(async (session) => {
        const rows = await session.read<{ id: string }>(
          `SELECT id FROM approvals ${ended} LIMIT ${limit} FOR UPDATE`,
          [toSqlDatetime(before)]
        )
        if (rows.length === 0) return 0
        const ids = rows.map(({ id }) => id)
        await session.write('DELETE FROM approval_decisions WHERE approval_id IN (?)', [ids])
        await session.write('DELETE FROM approvals WHERE id IN (?)', [ids])
        return ids.length
      })
    )
  }
}
