import type { Database } from '#app/storage/database'
import { separatorAfter } from '#modules/ledger/core/generated_path'

/** Hands out numbers per realm and prefix, from 1, each once. */
export class ReserveNonce {
  constructor(private database: Database) {}

  async run(realmId: string, prefix: string, separator?: string) {
    const nonce = await this.database.transaction(async (session) => {
      await session.write(
        `INSERT INTO nonces (realm_id, prefix, value) VALUES (?, ?, 1)
           ON DUPLICATE KEY UPDATE value = value + 1`,
        [realmId, prefix]
      )
      const [row] = await session.read<{ value: string }>(
        'SELECT value FROM nonces WHERE realm_id = ? AND prefix = ?',
        [realmId, prefix]
      )
      return Number(row!.value)
    })
    return { nonce, path: `${prefix}${separator ?? separatorAfter(prefix)}${nonce}` }
  }
}
