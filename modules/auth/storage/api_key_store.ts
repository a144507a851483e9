import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { PolicyStatement, Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { bytes, json, Table, text, time } from '#app/storage/table'
import type { Preset } from '../core/action_catalog.ts'
import type { ApiKey } from '../core/api_key.ts'
import { holdRows } from './row_hold.ts'

interface ApiKeyRow extends Omit<ApiKey, 'grant'> {
  secretHash: Buffer
  /** Either `permissions` or `statements` is set. */
  permissions: Preset | null
  statements: PolicyStatement[] | null
}

const API_KEYS = new Table<ApiKeyRow>('api_keys', {
  id: text(),
  orgId: text(),
  createdBy: text(),
  createdByKeyId: text('created_by_key'),
  adoptedBy: text(),
  name: text(),
  keyPrefix: text(),
  secretHash: bytes(),
  realmId: text(),
  permissions: text(),
  statements: json('scope'),
  createdAt: time(),
  updatedAt: time(),
  revokedAt: time(),
})

export interface ApiKeyQuery extends DatedPage {
  orgId: string
  /** Only keys that are locked to this realm. */
  realmId?: string
  status?: 'active' | 'revoked'
  now: Micros
}

export interface StoredKey {
  key: ApiKey
  /** SHA-256 of the raw key. */
  secretHash: Buffer
}

/** API keys by id and by prefix. */
@singleton()
export class ApiKeyStore {
  constructor(private database: Database) {}

  /**
   * @param writer the transaction that also records the key
   * @returns false when the prefix is taken
   */
  add(writer: SqlSession, key: ApiKey, secretHash: Buffer): Promise<boolean> {
    const { grant, ...rest } = key
    const permissions = 'permissions' in grant ? grant.permissions : null
    const statements = 'statements' in grant ? grant.statements : null
    const stored = { ...rest, secretHash, permissions, statements }
    return unlessTaken(API_KEYS.insert(writer, stored))
  }

  byPrefix(prefix: string): Promise<StoredKey | null> {
    return this.#find('WHERE key_prefix = ?', prefix)
  }

  byId(id: string): Promise<StoredKey | null> {
    return this.#find('WHERE id = ?', id)
  }

  /** The name of the API key that a credential is; null for another kind of credential. */
  async nameOf({
    credential,
    credentialId,
  }: Pick<Principal, 'credential' | 'credentialId'>): Promise<string | null> {
    const found = credential === 'api_key' ? await this.byId(credentialId) : null
    return found && found.key.name
  }

  /** Locks the row, so that of two revocations the second sees the first. */
  async lock(session: SqlSession, id: string): Promise<ApiKey | null> {
    const row = await API_KEYS.first(session, 'WHERE id = ? FOR UPDATE', [id])
    return row ? toStoredKey(row).key : null
  }

  /**
   * Holds back a revocation of the maker until the transaction ends; false when the key was revoked
   * before.
   */
  async holdUnrevoked(session: SqlSession, id: string): Promise<boolean> {
    return (await holdRows(session, 'api_keys', 'id = ? AND revoked_at IS NULL', [id])) > 0
  }

  /**
   * Locks the keys that end with these keys: made by one of them, and neither adopted nor revoked.
   */
  async lockMadeBy(session: SqlSession, ids: readonly string[]): Promise<ApiKey[]> {
    const rows = await API_KEYS.all(
      session,
      'WHERE created_by_key IN (?) AND adopted_by IS NULL AND revoked_at IS NULL FOR UPDATE',
      [ids]
    )
    return rows.map((row) => toStoredKey(row).key)
  }

  /**
   * An unrevoked key that is locked to no realm: it can open realms, whoever is in the organization.
   *
   * @returns null when there is none
   */
  async unlockedOf(session: SqlSession, orgId: string): Promise<ApiKey | null> {
    const where = 'WHERE org_id = ? AND realm_id IS NULL AND revoked_at IS NULL LIMIT 1 FOR UPDATE'
    const row = await API_KEYS.first(session, where, [orgId])
    return row && toStoredKey(row).key
  }

  async markRevoked(writer: Pick<SqlSession, 'write'>, ids: readonly string[], at: Micros) {
    await API_KEYS.update(writer, { revokedAt: at, updatedAt: at }, 'WHERE id IN (?)', [ids])
  }

  async markAdopted(writer: Pick<SqlSession, 'write'>, { id, adoptedBy, updatedAt }: ApiKey) {
    await API_KEYS.update(writer, { adoptedBy, updatedAt }, 'WHERE id = ?', [id])
  }

  /** A page of an organization's keys, newest first, including revoked ones. */
  async list({ orgId, realmId, status, now, ...page }: ApiKeyQuery) {
    const filters = [
      'org_id = ?',
      ...(realmId === undefined ? [] : ['realm_id = ?']),
      ...(status === undefined ? [] : [`revoked_at IS ${status === 'active' ? '' : 'NOT '}NULL`]),
    ]
    const { page: found, ...rest } = await entityPage(this.database, API_KEYS, {
      where: filters.join(' AND '),
      values: [orgId, ...(realmId === undefined ? [] : [realmId])],
      ...page,
      readCut: async () => toSqlDatetime(now),
    })
    return { keys: found.map((row) => toStoredKey(row).key), ...rest }
  }

  async #find(where: string, value: SqlValue): Promise<StoredKey | null> {
    const row = await API_KEYS.first(this.database, where, [value])
    return row && toStoredKey(row)
  }
}

function toStoredKey({ secretHash, permissions, statements, ...rest }: ApiKeyRow): StoredKey {
  // A row with neither grant must not become an unrestricted key.
  const grant = permissions === null ? { statements: statements ?? [] } : { permissions }
  return { key: { ...rest, grant }, secretHash }
}
