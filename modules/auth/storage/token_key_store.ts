import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import type { KeyPurpose, TokenKey, TokenKeyRows } from '../core/key_ring.ts'

interface TokenKeyRow {
  kid: string
  purpose: KeyPurpose
  generation: number | string
  algorithm: string
  public_jwk: string
  sealed_private_jwk: string
  created_at: string
  retired_at: string | null
}

@singleton()
export class TokenKeyStore implements TokenKeyRows {
  constructor(private database: Database) {}

  async all(purpose: KeyPurpose): Promise<TokenKey[]> {
    const rows = await this.database.read<TokenKeyRow>(
      `SELECT kid, purpose, generation, algorithm, public_jwk, sealed_private_jwk, created_at, retired_at
       FROM token_keys WHERE purpose = ? ORDER BY generation`,
      [purpose]
    )
    return rows.map((row) => ({
      kid: row.kid,
      purpose: row.purpose,
      generation: Number(row.generation),
      algorithm: row.algorithm,
      publicJwk: JSON.parse(row.public_jwk) as Record<string, unknown>,
      sealedPrivateJwk: row.sealed_private_jwk,
      createdAt: sqlToMicros(row.created_at),
      retiredAt: row.retired_at === null ? null : sqlToMicros(row.retired_at),
    }))
  }

  async add(key: TokenKey): Promise<boolean> {
    const createdAt = toSqlDatetime(key.createdAt)
    try {
      await this.database.transaction(async (session) => {
        await session.write(
          `INSERT INTO token_keys
             (kid, purpose, generation, algorithm, public_jwk, sealed_private_jwk, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          [
            key.kid,
            key.purpose,
            key.generation,
            key.algorithm,
            JSON.stringify(key.publicJwk),
            key.sealedPrivateJwk,
            createdAt,
          ]
        )
        await session.write(
          `UPDATE token_keys SET retired_at = ?
           WHERE purpose = ? AND generation < ? AND retired_at IS NULL`,
          [createdAt, key.purpose, key.generation]
        )
      })
      return true
    } catch (error) {
      if (classifyDatabaseError(error, false) !== 'duplicate') throw error
      return false
    }
  }
}
