import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import type { PolicyStatement } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { keysetPage } from '#app/storage/keyset_page'
import type { ScopedToken } from '../core/scoped_token.ts'

interface ScopedTokenRow {
  id: string
  org_id: string
  realm_id: string
  subject: string
  scope: string
  minted_by: string
  created_at: string
  expires_at: string
  revoked_at: string | null
}

const COLUMNS = `id, org_id, realm_id, subject, scope, minted_by, created_at, expires_at, revoked_at`

/** Scoped tokens that were minted. */
@singleton()
export class ScopedTokenStore {
  constructor(private database: Database) {}

  async add(writer: Pick<SqlSession, 'write'>, token: ScopedToken) {
    await writer.write(
      `INSERT INTO scoped_tokens (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
      [
        token.id,
        token.orgId,
        token.realmId,
        token.sub,
        JSON.stringify(token.statements),
        token.mintedBy,
        toSqlDatetime(token.createdAt),
        toSqlDatetime(token.expiresAt),
      ]
    )
  }

  /** Locks the row, so that of two revocations the second sees the first. */
  async lock(session: SqlSession, id: string): Promise<ScopedToken | null> {
    const [row] = await session.read<ScopedTokenRow>(
      `SELECT ${COLUMNS} FROM scoped_tokens WHERE id = ? FOR UPDATE`,
      [id]
    )
    return row ? toScopedToken(row) : null
  }

  /** Holds a minter's revocation back until the transaction ends; false when it came first. */
  async holdUnrevoked(session: SqlSession, id: string): Promise<boolean> {
    const [row] = await session.read<{ revoked_at: string | null }>(
      'SELECT revoked_at FROM scoped_tokens WHERE id = ? LOCK IN SHARE MODE',
      [id]
    )
    // Without a row it was minted before tokens were stored.
    return row === undefined || row.revoked_at === null
  }

  /** Locks what these tokens minted and is neither revoked nor expired. */
  async lockMintedBy(
    session: SqlSession,
    ids: readonly string[],
    now: Micros
  ): Promise<ScopedToken[]> {
    const rows = await session.read<ScopedTokenRow>(
      `SELECT ${COLUMNS} FROM scoped_tokens
       WHERE minted_by IN (?) AND revoked_at IS NULL AND expires_at > ? FOR UPDATE`,
      [ids, toSqlDatetime(now)]
    )
    return rows.map(toScopedToken)
  }

  async markRevoked(writer: Pick<SqlSession, 'write'>, ids: readonly string[], at: Micros) {
    await writer.write('UPDATE scoped_tokens SET revoked_at = ? WHERE id IN (?)', [
      toSqlDatetime(at),
      ids,
    ])
  }

  /** A page of an organization's tokens that have not expired, newest first; revoked ones too. */
  async list(query: {
    orgId: string
    realmId?: string
    limit: number
    cursor?: string
    now: Micros
  }) {
    const { orgId, realmId, limit, cursor } = query
    const now = toSqlDatetime(query.now)
    const { page, ...rest } = await keysetPage<ScopedTokenRow>(this.database, {
      table: 'scoped_tokens',
      columns: COLUMNS,
      where: `org_id = ?${realmId === undefined ? '' : ' AND realm_id = ?'}`,
      values: [orgId, ...(realmId === undefined ? [] : [realmId])],
      alive: { column: 'expires_at', at: now },
      limit,
      cursor,
      readCut: async () => now,
    })
    return { tokens: page.map(toScopedToken), ...rest }
  }
}

function toScopedToken(row: ScopedTokenRow): ScopedToken {
  return {
    id: row.id,
    orgId: row.org_id,
    realmId: row.realm_id,
    sub: row.subject,
    statements: JSON.parse(row.scope) as PolicyStatement[],
    mintedBy: row.minted_by,
    createdAt: sqlToMicros(row.created_at),
    expiresAt: sqlToMicros(row.expires_at),
    revokedAt: row.revoked_at === null ? null : sqlToMicros(row.revoked_at),
  }
}
