import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { PolicyStatement } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession, type SqlValue } from '#app/storage/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import { keysetPage } from '#app/storage/keyset_page'
import type { Preset } from '../core/action_catalog.ts'
import type { ApiKey, KeyGrant } from '../core/api_key.ts'

interface ApiKeyRow {
  id: string
  org_id: string
  created_by: string
  name: string
  key_prefix: string
  realm_id: string | null
  permissions: Preset | null
  scope: string | null
  created_at: string
  updated_at: string
  revoked_at: string | null
  created_by_key: string | null
  adopted_by: string | null
}

export interface ApiKeyQuery {
  orgId: string
  /** Only keys that are locked to this realm. */
  realmId?: string
  status?: 'active' | 'revoked'
  limit: number
  cursor?: string
  now: Micros
}

interface SecretRow extends ApiKeyRow {
  secret_hash: Buffer
}

export interface StoredKey {
  key: ApiKey
  /** SHA-256 of the raw key. */
  secretHash: Buffer
}

const COLUMNS = `id, org_id, created_by, name, key_prefix, realm_id, permissions, scope, created_at,
  updated_at, revoked_at, created_by_key, adopted_by`

/** API keys by id and by prefix. */
@singleton()
export class ApiKeyStore {
  constructor(private database: Database) {}

  /**
   * @param writer the transaction that also records it
   * @returns false when the prefix is taken
   */
  async add(writer: SqlSession, key: ApiKey, secretHash: Buffer): Promise<boolean> {
    const { grant } = key
    try {
      await writer.write(
        `INSERT INTO api_keys (${COLUMNS}, secret_hash)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, NULL, ?)`,
        [
          key.id,
          key.orgId,
          key.createdBy,
          key.name,
          key.keyPrefix,
          key.realmId,
          'permissions' in grant ? grant.permissions : null,
          'statements' in grant ? JSON.stringify(grant.statements) : null,
          toSqlDatetime(key.createdAt),
          toSqlDatetime(key.updatedAt),
          key.createdByKeyId,
          secretHash,
        ]
      )
      return true
    } catch (error) {
      if (classifyDatabaseError(error, false) !== 'duplicate') throw error
      return false
    }
  }

  byPrefix(prefix: string): Promise<StoredKey | null> {
    return this.#find('key_prefix = ?', prefix)
  }

  byId(id: string): Promise<StoredKey | null> {
    return this.#find('id = ?', id)
  }

  /** Locks the row, so that of two revocations the second sees the first. */
  async lock(session: SqlSession, id: string): Promise<ApiKey | null> {
    const [row] = await session.read<ApiKeyRow>(
      `SELECT ${COLUMNS} FROM api_keys WHERE id = ? FOR UPDATE`,
      [id]
    )
    return row ? toApiKey(row) : null
  }

  /** Holds a maker's revocation back until the transaction ends; false when it came first. */
  async holdUnrevoked(session: SqlSession, id: string): Promise<boolean> {
    const [row] = await session.read<Pick<ApiKeyRow, 'revoked_at'>>(
      'SELECT revoked_at FROM api_keys WHERE id = ? LOCK IN SHARE MODE',
      [id]
    )
    return row?.revoked_at === null
  }

  /** Locks the keys that end with these: made by one of them, neither adopted nor revoked. */
  async lockMadeBy(session: SqlSession, ids: readonly string[]): Promise<ApiKey[]> {
    const rows = await session.read<ApiKeyRow>(
      `SELECT ${COLUMNS} FROM api_keys
       WHERE created_by_key IN (?) AND adopted_by IS NULL AND revoked_at IS NULL FOR UPDATE`,
      [ids]
    )
    return rows.map(toApiKey)
  }

  async markRevoked(writer: Pick<SqlSession, 'write'>, ids: readonly string[], at: Micros) {
    const time = toSqlDatetime(at)
    await writer.write('UPDATE api_keys SET revoked_at = ?, updated_at = ? WHERE id IN (?)', [
      time,
      time,
      ids,
    ])
  }

  async markAdopted(writer: Pick<SqlSession, 'write'>, { id, adoptedBy, updatedAt }: ApiKey) {
    await writer.write('UPDATE api_keys SET adopted_by = ?, updated_at = ? WHERE id = ?', [
      adoptedBy,
      toSqlDatetime(updatedAt),
      id,
    ])
  }

  /** A page of an organization's keys, newest first; revoked ones too. */
  async list({ orgId, realmId, status, limit, cursor, now }: ApiKeyQuery) {
    const filters = [
      'org_id = ?',
      ...(realmId === undefined ? [] : ['realm_id = ?']),
      ...(status === undefined ? [] : [`revoked_at IS ${status === 'active' ? '' : 'NOT '}NULL`]),
    ]
    const { page, ...rest } = await keysetPage<ApiKeyRow>(this.database, {
      table: 'api_keys',
      columns: COLUMNS,
      where: filters.join(' AND '),
      values: [orgId, ...(realmId === undefined ? [] : [realmId])],
      limit,
      cursor,
      readCut: async () => toSqlDatetime(now),
    })
    return { keys: page.map(toApiKey), ...rest }
  }

  async #find(where: string, value: SqlValue): Promise<StoredKey | null> {
    const [row] = await this.database.read<SecretRow>(
      `SELECT ${COLUMNS}, secret_hash FROM api_keys WHERE ${where}`,
      [value]
    )
    return row ? { key: toApiKey(row), secretHash: row.secret_hash } : null
  }
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    orgId: row.org_id,
    createdBy: row.created_by,
    createdByKeyId: row.created_by_key,
    adoptedBy: row.adopted_by,
    name: row.name,
    keyPrefix: row.key_prefix,
    realmId: row.realm_id,
    grant: toGrant(row),
    createdAt: sqlToMicros(row.created_at),
    updatedAt: sqlToMicros(row.updated_at),
    revokedAt: row.revoked_at === null ? null : sqlToMicros(row.revoked_at),
  }
}

function toGrant({ permissions, scope }: ApiKeyRow): KeyGrant {
  if (permissions !== null) return { permissions }
  // A row with neither must not become an unrestricted key.
  return { statements: JSON.parse(scope ?? '[]') as PolicyStatement[] }
}
