import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { count, Table, text, time } from '#app/storage/table'
import type { SigningKey, SigningKeyChange } from '../core/signing_key.ts'
import type { PlacedEvent } from '../core/verify_signing_key.ts'
import { holdRows } from './row_hold.ts'

const SIGNING_KEYS = new Table<SigningKey>('signing_keys', {
  id: text(),
  orgId: text(),
  builderId: text(),
  name: text(),
  publicKey: text(),
  fingerprint: text(),
  activatesAt: time(),
  activationDue: time(),
  revokedAt: time(),
  eventCount: count(),
  lastEventHash: text(),
  lastEventAt: time(),
  createdAt: time(),
  updatedAt: time(),
})

const EVENTS = new Table<PlacedEvent>('signing_key_events', {
  id: text(),
  keyId: text(),
  seq: count(),
  eventType: text(),
  actor: text(),
  prevHash: text(),
  eventHash: text(),
  createdAt: time(),
})

export interface SigningKeyPage extends DatedPage {
  now: Micros
}

/** Signing keys and their histories. Changes happen under the lock of the key's row. */
@singleton()
export class SigningKeyStore {
  constructor(private database: Database) {}

  /** Until the transaction ends, no other transaction registers a key of the organization. */
  async lockOrganization(session: SqlSession, orgId: string) {
    await holdRows(session, 'organizations', 'id = ?', [orgId])
  }

  /** Whether the organization ever had a key. */
  async hasAny(session: SqlReader, orgId: string): Promise<boolean> {
    const rows = await session.read('SELECT id FROM signing_keys WHERE org_id = ? LIMIT 1', [orgId])
    return rows.length > 0
  }

  /** The key that a fingerprint names: the one that is not revoked, else the last one that was. */
  byFingerprint(
    orgId: string,
    fingerprint: string,
    session: SqlReader = this.database
  ): Promise<SigningKey | null> {
    return SIGNING_KEYS.first(
      session,
      `WHERE org_id = ? AND fingerprint = ?
       ORDER BY revoked_at IS NULL DESC, created_at DESC LIMIT 1`,
      [orgId, fingerprint]
    )
  }

  /** @returns null for an unknown key, and for another organization's key */
  byId(orgId: string, id: string): Promise<SigningKey | null> {
    return SIGNING_KEYS.first(this.database, 'WHERE id = ? AND org_id = ?', [id, orgId])
  }

  lock(session: SqlSession, id: string): Promise<SigningKey | null> {
    return SIGNING_KEYS.first(session, 'WHERE id = ? FOR UPDATE', [id])
  }

  /**
   * Stores a new key with its first event. It fails with errno 1062 when a unique index refuses the
   * key.
   */
  async add(session: SqlSession, { key, event }: SigningKeyChange) {
    await SIGNING_KEYS.insert(session, key)
    await EVENTS.insert(session, { ...event, seq: key.eventCount })
  }

  /** Stores the next state of a locked key with the event that brought it. */
  async save(session: SqlSession, { key, event }: SigningKeyChange) {
    const { activationDue, revokedAt, eventCount, lastEventHash, lastEventAt, updatedAt } = key
    await SIGNING_KEYS.update(
      session,
      { activationDue, revokedAt, eventCount, lastEventHash, lastEventAt, updatedAt },
      'WHERE id = ?',
      [key.id]
    )
    await EVENTS.insert(session, { ...event, seq: eventCount })
  }

  /** A page of an organization's keys, newest first, including revoked ones. */
  async list(orgId: string, { now, ...asked }: SigningKeyPage) {
    const { page, ...rest } = await entityPage(this.database, SIGNING_KEYS, {
      where: 'org_id = ?',
      values: [orgId],
      ...asked,
      readCut: async () => toSqlDatetime(now),
    })
    return { keys: page, ...rest }
  }

  /** A page of a key's history, newest first. */
  async listEvents(keyId: string, { now, ...asked }: SigningKeyPage) {
    const { page, ...rest } = await entityPage(this.database, EVENTS, {
      where: 'key_id = ?',
      values: [keyId],
      ...asked,
      readCut: async () => toSqlDatetime(now),
    })
    return { events: page, ...rest }
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
    const keys = await SIGNING_KEYS.all(session, `WHERE id > ? ORDER BY id LIMIT ${limit}`, [
      afterId,
    ])
    if (keys.length === 0) return []
    const ids = keys.map(({ id }) => id)
    const events = await EVENTS.all(session, 'WHERE key_id IN (?) ORDER BY key_id, seq', [ids])
    const byKey = Map.groupBy(events, ({ keyId }) => keyId)
    return keys.map((key) => ({ key, events: byKey.get(key.id) ?? [] }))
  }

  /** Ids of keys that have a history but no row. */
  async orphans(limit: number): Promise<string[]> {
    const rows = await this.database.read<{ key_id: string }>(
      `SELECT DISTINCT e.key_id FROM signing_key_events e
         LEFT JOIN signing_keys k ON k.id = e.key_id WHERE k.id IS NULL LIMIT ${limit}`
    )
    return rows.map(({ key_id: keyId }) => keyId)
  }
}
