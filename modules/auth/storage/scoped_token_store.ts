import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { json, Table, text, time } from '#app/storage/table'
import type { ScopedToken } from '../core/scoped_token.ts'
import { holdRows } from './row_hold.ts'

const SCOPED_TOKENS = new Table<ScopedToken>('scoped_tokens', {
  id: text(),
  orgId: text(),
  realmId: text(),
  sub: text('subject'),
  statements: json('scope'),
  mintedBy: text(),
  createdAt: time(),
  expiresAt: time(),
  revokedAt: time(),
})

export interface TokenQuery extends DatedPage {
  orgId: string
  realmId?: string
  now: Micros
}

/** The scoped tokens that were minted. */
@singleton()
export class ScopedTokenStore {
  constructor(private database: Database) {}

  async add(writer: Pick<SqlSession, 'write'>, token: ScopedToken) {
    await SCOPED_TOKENS.insert(writer, token)
  }

  byId(id: string): Promise<ScopedToken | null> {
    return SCOPED_TOKENS.first(this.database, 'WHERE id = ?', [id])
  }

  /** Locks the row, so that of two revocations the second sees the first. */
  lock(session: SqlSession, id: string): Promise<ScopedToken | null> {
    return SCOPED_TOKENS.first(session, 'WHERE id = ? FOR UPDATE', [id])
  }

  /**
   * Holds back a revocation of the minter until the transaction ends; false when the token was
   * revoked before.
   */
  async holdUnrevoked(session: SqlSession, id: string): Promise<boolean> {
    const unrevoked = 'id = ? AND revoked_at IS NULL'
    if ((await holdRows(session, 'scoped_tokens', unrevoked, [id])) > 0) return true
    // A token without a row was minted before tokens were stored.
    return (await session.read('SELECT id FROM scoped_tokens WHERE id = ?', [id])).length === 0
  }

  /**
   * Locks the tokens that these credentials minted, those that were minted with them, and so on, as
   * far as they are neither revoked nor expired.
   */
  async lockMintedBy(
    session: SqlSession,
    ids: readonly string[],
    now: Micros
  ): Promise<ScopedToken[]> {
    const found: ScopedToken[] = []
    for (let minters = [...ids]; minters.length > 0;) {
      const minted = await SCOPED_TOKENS.all(
        session,
        'WHERE minted_by IN (?) AND revoked_at IS NULL AND expires_at > ? FOR UPDATE',
        [minters, toSqlDatetime(now)]
      )
      found.push(...minted)
      minters = minted.map((each) => each.id)
    }
    return found
  }

  async markRevoked(
    writer: Pick<SqlSession, 'write'>,
    tokens: readonly ScopedToken[],
    revokedAt: Micros
  ) {
    if (tokens.length === 0) return
    const ids = tokens.map(({ id }) => id)
    await SCOPED_TOKENS.update(writer, { revokedAt }, 'WHERE id IN (?)', [ids])
  }

  /**
   * A page of an organization's tokens that have not expired, newest first, including revoked ones.
   */
  async list({ orgId, realmId, now: at, ...asked }: TokenQuery) {
    const now = toSqlDatetime(at)
    const { page, ...rest } = await entityPage(this.database, SCOPED_TOKENS, {
      where: `org_id = ?${realmId === undefined ? '' : ' AND realm_id = ?'}`,
      values: [orgId, ...(realmId === undefined ? [] : [realmId])],
      alive: { column: 'expires_at', at: now },
      ...asked,
      readCut: async () => now,
    })
    return { tokens: page, ...rest }
  }
}
