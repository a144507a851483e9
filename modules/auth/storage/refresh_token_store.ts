import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { RefreshToken } from '../core/decide_refresh.ts'

interface RefreshTokenRow {
  family_id: string
  builder_id: string
  expires_at: string
  rotated_at: string | null
  revoked_at: string | null
}

type Writer = Pick<SqlSession, 'write'>

/** Refresh tokens by the SHA-256 of their text. */
@singleton()
export class RefreshTokenStore {
  async add(
    writer: Writer,
    hash: Buffer,
    token: Pick<RefreshToken, 'familyId' | 'builderId' | 'expiresAt'>,
    createdAt: Micros
  ) {
    await writer.write(
      `INSERT INTO refresh_tokens (token_hash, family_id, builder_id, created_at, expires_at)
       VALUES (?, ?, ?, ?, ?)`,
      [
        hash,
        token.familyId,
        token.builderId,
        toSqlDatetime(createdAt),
        toSqlDatetime(token.expiresAt),
      ]
    )
  }

  /** Locks the row until the transaction ends, so that of two refreshes the second sees the first. */
  async lock(session: SqlSession, hash: Buffer): Promise<RefreshToken | null> {
    const [row] = await session.read<RefreshTokenRow>(
      `SELECT family_id, builder_id, expires_at, rotated_at, revoked_at
       FROM refresh_tokens WHERE token_hash = ? FOR UPDATE`,
      [hash]
    )
    if (!row) return null
    return {
      familyId: row.family_id,
      builderId: row.builder_id,
      expiresAt: sqlToMicros(row.expires_at),
      rotatedAt: row.rotated_at === null ? null : sqlToMicros(row.rotated_at),
      revokedAt: row.revoked_at === null ? null : sqlToMicros(row.revoked_at),
    }
  }

  async markRotated(writer: Writer, hash: Buffer, at: Micros) {
    await writer.write('UPDATE refresh_tokens SET rotated_at = ? WHERE token_hash = ?', [
      toSqlDatetime(at),
      hash,
    ])
  }

  async revokeFamily(writer: Writer, familyId: string, at: Micros) {
    await writer.write(
      'UPDATE refresh_tokens SET revoked_at = ? WHERE family_id = ? AND revoked_at IS NULL',
      [toSqlDatetime(at), familyId]
    )
  }
}
