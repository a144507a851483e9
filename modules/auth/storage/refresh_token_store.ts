import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { bytes, Table, text, time } from '#app/storage/table'
import type { RefreshToken } from '../core/decide_refresh.ts'

interface StoredRefreshToken extends RefreshToken {
  tokenHash: Buffer
  createdAt: Micros
}

const REFRESH_TOKENS = new Table<StoredRefreshToken>('refresh_tokens', {
  tokenHash: bytes(),
  familyId: text(),
  builderId: text(),
  createdAt: time(),
  expiresAt: time(),
  rotatedAt: time(),
  revokedAt: time(),
})

type Writer = Pick<SqlSession, 'write'>

/** Refresh tokens by the SHA-256 of their text. */
@singleton()
export class RefreshTokenStore {
  async add(
    writer: Writer,
    tokenHash: Buffer,
    token: Pick<RefreshToken, 'familyId' | 'builderId' | 'expiresAt'>,
    createdAt: Micros
  ) {
    const unused = { ...token, rotatedAt: null, revokedAt: null }
    await REFRESH_TOKENS.insert(writer, { ...unused, tokenHash, createdAt })
  }

  /** Locks the row until the transaction ends, so that of two refreshes the second sees the first. */
  lock(session: SqlSession, hash: Buffer): Promise<RefreshToken | null> {
    return REFRESH_TOKENS.first(session, 'WHERE token_hash = ? FOR UPDATE', [hash])
  }

  async markRotated(writer: Writer, hash: Buffer, rotatedAt: Micros) {
    await REFRESH_TOKENS.update(writer, { rotatedAt }, 'WHERE token_hash = ?', [hash])
  }

  async revokeFamily(writer: Writer, familyId: string, revokedAt: Micros) {
    const unrevoked = 'WHERE family_id = ? AND revoked_at IS NULL'
    await REFRESH_TOKENS.update(writer, { revokedAt }, unrevoked, [familyId])
  }
}
