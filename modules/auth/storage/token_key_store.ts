import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import { count, json, Table, text, time } from '#app/storage/table'
import type { KeyPurpose, TokenKey, TokenKeyRows } from '../core/key_ring.ts'

const TOKEN_KEYS = new Table<TokenKey>('token_keys', {
  kid: text(),
  purpose: text(),
  generation: count(),
  algorithm: text(),
  publicJwk: json(),
  sealedPrivateJwk: text(),
  createdAt: time(),
  retiredAt: time(),
})

@singleton()
export class TokenKeyStore implements TokenKeyRows {
  constructor(private database: Database) {}

  all(purpose: KeyPurpose): Promise<TokenKey[]> {
    return TOKEN_KEYS.all(this.database, 'WHERE purpose = ? ORDER BY generation', [purpose])
  }

  add(key: TokenKey): Promise<boolean> {
    const { purpose, generation, createdAt } = key
    const older = 'WHERE purpose = ? AND generation < ? AND retired_at IS NULL'
    return unlessTaken(
      this.database.transaction(async (session) => {
        await TOKEN_KEYS.insert(session, key)
        await TOKEN_KEYS.update(session, { retiredAt: createdAt }, older, [purpose, generation])
      })
    )
  }
}
