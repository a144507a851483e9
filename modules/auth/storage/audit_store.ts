import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { createdWithin, givenConditions } from '#app/storage/filter'
import { keysetPage } from '#app/storage/keyset_page'
import { auditDetailsText, type AuditEntry } from '../core/audit_entry.ts'

export interface AuditRow {
  id: string
  org_id: string
  realm_id: string | null
  event_type: string
  success: number
  actor_type: string
  actor_id: string
  credential: string
  credential_id: string
  details: string
  request_id: string | null
  ip: string | null
  created_at: string
}

export interface AuditQuery {
  orgId: string
  /** Only entries that concern this realm; null for all. */
  realmId: string | null
  eventType?: string
  success?: boolean
  /** Both inclusive. */
  since?: Micros
  until?: Micros
  limit: number
  cursor?: string
}

export const AUDIT_COLUMNS = `id, org_id, realm_id, event_type, success, actor_type, actor_id,
  credential, credential_id, details, request_id, ip, created_at`

/** The rows of the credential audit log. They are added and, when old, deleted; all that changes is that they are given their place in the chain. */
@singleton()
export class AuditStore {
  constructor(private database: Database) {}

  async add(writer: Pick<SqlSession, 'write'>, id: string, entry: AuditEntry, createdAt: Micros) {
    const { actor, origin } = entry
    await writer.write(
      `INSERT INTO credential_audit (${AUDIT_COLUMNS})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        id,
        entry.orgId,
        entry.realmId,
        entry.eventType,
        entry.success,
        actor.type,
        actor.id,
        entry.credential,
        entry.credentialId,
        auditDetailsText(entry.details),
        origin?.requestId ?? null,
        origin?.ip ?? null,
        toSqlDatetime(createdAt),
      ]
    )
  }

  /** An organization's entries, newest first. */
  async list(query: AuditQuery) {
    const { orgId, limit, cursor } = query
    const { where, values } = filterOf(query)
    const { page, total, nextCursor } = await keysetPage<AuditRow>(this.database, {
      table: 'credential_audit',
      columns: AUDIT_COLUMNS,
      where,
      values,
      limit,
      cursor,
      readCut: () => this.#newest(orgId),
    })
    return { entries: page, total, nextCursor }
  }

  /** The cut of a new walk, by the clock that stamps entries. */
  async #newest(orgId: string): Promise<string> {
    const [row] = await this.database.read<{ newest: string | null }>(
      'SELECT MAX(created_at) AS newest FROM credential_audit WHERE org_id = ?',
      [orgId]
    )
    return row?.newest ?? '1970-01-01 00:00:00.000000'
  }
}

function filterOf({ orgId, realmId, eventType, success, since, until }: AuditQuery) {
  return givenConditions(
    ['org_id = ?', orgId],
    ['realm_id = ?', realmId],
    ['event_type = ?', eventType],
    ['success = ?', success],
    ...createdWithin({ from: since, to: until })
  )
}
