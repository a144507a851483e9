import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { keysetPage } from '#app/storage/keyset_page'
import type { SigningKey, SigningKeyChange } from '../core/signing_key.ts'
import type { SigningKeyEventType } from '../core/signing_key_chain.ts'
import type { PlacedEvent } from '../core/verify_signing_key.ts'

interface SigningKeyRow {
  id: string
  org_id: string
  builder_id: string
  name: string
  public_key: string
  fingerprint: string
  activates_at: string | null
  activation_due: string | null
  revoked_at: string | null
  event_count: number | string
  last_event_hash: string
  last_event_at: string
  created_at: string
  updated_at: string
}

interface EventRow {
  id: string
  key_id: string
  seq: number | string
  event_type: SigningKeyEventType
  actor: string
  prev_hash: string
  event_hash: string
  created_at: string
}

export interface SigningKeyPage {
  limit: number
  cursor?: string
  now: Micros
}

const KEY_COLUMNS = `id, org_id, builder_id, name, public_key, fingerprint, activates_at,
  activation_due, revoked_at, event_count, last_event_hash, last_event_at, created_at, updated_at`
const EVENT_COLUMNS = 'id, key_id, seq, event_type, actor, prev_hash, event_hash, created_at'

/** Signing keys and their histories. Changes happen under the lock of the key's row. */
@singleton()
export class SigningKeyStore {
  constructor(private database: Database) {}

  /** Until the transaction ends nobody else registers a key of the organization. */
  async lockOrganization(session: SqlSession, orgId: string) {
    await session.read('SELECT id FROM organizations WHERE id = ? FOR UPDATE', [orgId])
  }

  /** Whether the organization ever had a key. */
  async hasAny(session: SqlReader, orgId: string): Promise<boolean> {
    const rows = await session.read('SELECT id FROM signing_keys WHERE org_id = ? LIMIT 1', [orgId])
    return rows.length > 0
  }

  /** The key a fingerprint names: one that is not revoked, else the last one that was. */
  async byFingerprint(
    orgId: string,
    fingerprint: string,
    session: SqlReader = this.database
  ): Promise<SigningKey | null> {
    const [row] = await session.read<SigningKeyRow>(
      `SELECT ${KEY_COLUMNS} FROM signing_keys WHERE org_id = ? AND fingerprint = ?
        ORDER BY revoked_at IS NULL DESC, created_at DESC LIMIT 1`,
      [orgId, fingerprint]
    )
    return row ? toKey(row) : null
  }

  /** @returns null for an unknown key, and for another organization's */
  async byId(orgId: string, id: string): Promise<SigningKey | null> {
    const [row] = await this.database.read<SigningKeyRow>(
      `SELECT ${KEY_COLUMNS} FROM signing_keys WHERE id = ? AND org_id = ?`,
      [id, orgId]
    )
    return row ? toKey(row) : null
  }

  async lock(session: SqlSession, id: string): Promise<SigningKey | null> {
    const [row] = await session.read<SigningKeyRow>(
      `SELECT ${KEY_COLUMNS} FROM signing_keys WHERE id = ? FOR UPDATE`,
      [id]
    )
    return row ? toKey(row) : null
  }

  /** Stores a new key with its first event. Fails with errno 1062 when a unique key refuses it. */
  async add(session: SqlSession, { key, event }: SigningKeyChange) {
    await session.write(
      `INSERT INTO signing_keys (${KEY_COLUMNS})
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        key.id,
        key.orgId,
        key.builderId,
        key.name,
        key.publicKey,
        key.fingerprint,
        timeOrNull(key.activatesAt),
        timeOrNull(key.activationDue),
        timeOrNull(key.revokedAt),
        key.eventCount,
        key.lastEventHash,
        toSqlDatetime(key.lastEventAt),
        toSqlDatetime(key.createdAt),
        toSqlDatetime(key.updatedAt),
      ]
    )
    await this.#addEvent(session, { ...event, seq: key.eventCount })
  }

  /** Stores the next state of a locked key with the event that brought it. */
  async save(session: SqlSession, { key, event }: SigningKeyChange) {
    await session.write(
      `UPDATE signing_keys SET activation_due = ?, revoked_at = ?, event_count = ?,
              last_event_hash = ?, last_event_at = ?, updated_at = ? WHERE id = ?`,
      [
        timeOrNull(key.activationDue),
        timeOrNull(key.revokedAt),
        key.eventCount,
        key.lastEventHash,
        toSqlDatetime(key.lastEventAt),
        toSqlDatetime(key.updatedAt),
        key.id,
      ]
    )
    await this.#addEvent(session, { ...event, seq: key.eventCount })
  }

  /** A page of an organization's keys, newest first; revoked ones too. */
  async list(orgId: string, { limit, cursor, now }: SigningKeyPage) {
    const { page, ...rest } = await keysetPage<SigningKeyRow>(this.database, {
      table: 'signing_keys',
      columns: KEY_COLUMNS,
      where: 'org_id = ?',
      values: [orgId],
      limit,
      cursor,
      readCut: async () => toSqlDatetime(now),
    })
    return { keys: page.map(toKey), ...rest }
  }

  /** A page of a key's history, newest first. */
  async listEvents(keyId: string, { limit, cursor, now }: SigningKeyPage) {
    const { page, ...rest } = await keysetPage<EventRow>(this.database, {
      table: 'signing_key_events',
      columns: EVENT_COLUMNS,
      where: 'key_id = ?',
      values: [keyId],
      limit,
      cursor,
      readCut: async () => toSqlDatetime(now),
    })
    return { events: page.map(toEvent), ...rest }
  }

  /** Ids of keys whose activation is due, the longest due first. */
  async due(now: Micros, limit: number): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `SELECT id FROM signing_keys WHERE activation_due <= ? ORDER BY activation_due LIMIT ${limit}`,
      [toSqlDatetime(now)]
    )
    return rows.map(({ id }) => id)
  }

  /** Keys of all organizations by id, each with its whole history. */
  async histories(session: SqlReader, afterId: string, limit: number) {
    const keys = await session.read<SigningKeyRow>(
      `SELECT ${KEY_COLUMNS} FROM signing_keys WHERE id > ? ORDER BY id LIMIT ${limit}`,
      [afterId]
    )
    if (keys.length === 0) return []
    const events = await session.read<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM signing_key_events WHERE key_id IN (?) ORDER BY key_id, seq`,
      [keys.map(({ id }) => id)]
    )
    const byKey = Map.groupBy(events.map(toEvent), ({ keyId }) => keyId)
    return keys.map((row) => ({ key: toKey(row), events: byKey.get(row.id) ?? [] }))
  }

  /** Ids of keys that have a history and no row. */
  async orphans(limit: number): Promise<string[]> {
    const rows = await this.database.read<{ key_id: string }>(
      `SELECT DISTINCT e.key_id FROM signing_key_events e
         LEFT JOIN signing_keys k ON k.id = e.key_id WHERE k.id IS NULL LIMIT ${limit}`
    )
    return rows.map(({ key_id: keyId }) => keyId)
  }

  async #addEvent(session: SqlSession, event: PlacedEvent) {
    await session.write(
      `INSERT INTO signing_key_events (${EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        event.id,
        event.keyId,
        event.seq,
        event.eventType,
        event.actor,
        event.prevHash,
        event.eventHash,
        toSqlDatetime(event.createdAt),
      ]
    )
  }
}

function timeOrNull(at: Micros | null): string | null {
  return at === null ? null : toSqlDatetime(at)
}

function microsOrNull(at: string | null): Micros | null {
  return at === null ? null : sqlToMicros(at)
}

function toKey(row: SigningKeyRow): SigningKey {
  return {
    id: row.id,
    orgId: row.org_id,
    builderId: row.builder_id,
    name: row.name,
    publicKey: row.public_key,
    fingerprint: row.fingerprint,
    activatesAt: microsOrNull(row.activates_at),
    activationDue: microsOrNull(row.activation_due),
    revokedAt: microsOrNull(row.revoked_at),
    eventCount: Number(row.event_count),
    lastEventHash: row.last_event_hash,
    lastEventAt: sqlToMicros(row.last_event_at),
    createdAt: sqlToMicros(row.created_at),
    updatedAt: sqlToMicros(row.updated_at),
  }
}

function toEvent(row: EventRow): PlacedEvent {
  return {
    id: row.id,
    keyId: row.key_id,
    seq: Number(row.seq),
    eventType: row.event_type,
    actor: row.actor,
    prevHash: row.prev_hash,
    eventHash: row.event_hash,
    createdAt: sqlToMicros(row.created_at),
  }
}
