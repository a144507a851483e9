import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { createdWithin, givenConditions } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { type Columns, flag, Table, text, time } from '#app/storage/table'
import type { StoredAuditEntry } from '../core/audit_chain.ts'
import { auditDetailsText, type AuditEntry } from '../core/audit_entry.ts'

export interface AuditQuery {
  orgId: string
  /** Only entries that concern this realm; null for all. */
  realmId: string | null
  eventType?: string
  success?: boolean
  /** `since` and `until` are both inclusive. */
  since?: Micros
  until?: Micros
  limit: number
  cursor?: string
}

export const ENTRY_COLUMNS: Columns<StoredAuditEntry> = {
  id: text(),
  orgId: text(),
  realmId: text(),
  eventType: text(),
  success: flag(),
  actorType: text(),
  actorId: text(),
  credential: text(),
  credentialId: text(),
  details: text(),
  requestId: text(),
  address: text('ip'),
  createdAt: time(),
}

export const ENTRIES = new Table('credential_audit', ENTRY_COLUMNS)

/**
 * The rows of the credential audit log. They are added, given their place in the chain, and deleted
 * when old; nothing else changes them.
 */
@singleton()
export class AuditStore {
  constructor(private database: Database) {}

  async add(writer: Pick<SqlSession, 'write'>, id: string, entry: AuditEntry, createdAt: Micros) {
    const { actor, origin, details, ...rest } = entry
    await ENTRIES.insert(writer, {
      ...rest,
      id,
      actorType: actor.type,
      actorId: actor.id,
      details: auditDetailsText(details),
      requestId: origin?.requestId ?? null,
      address: origin?.ip ?? null,
      createdAt,
    })
  }

  /** An organization's entries, newest first. */
  async list(query: AuditQuery) {
    const { orgId, limit, cursor } = query
    const { where, values } = filterOf(query)
    const { page, ...rest } = await entityPage(this.database, ENTRIES, {
      where,
      values,
      limit,
      cursor,
      readCut: () => this.#newest(orgId),
    })
    return { entries: page, ...rest }
  }

  /** The cut of a new walk: the time of the newest entry, by the clock that stamps entries. */
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
