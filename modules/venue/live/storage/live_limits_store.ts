import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { takeWeight, type Priority } from '../core/rate_budget.ts'
import { VenueBusy } from '../wire/hyperliquid.ts'

/** What all processes share for the venue: nonces of signers, and the request budget. */
@singleton()
export class LiveLimitsStore {
  constructor(private database: Database) {}

  /** A nonce that was never given before, is above all earlier ones, and near the present. */
  async nextNonce(address: string, nowMs: number): Promise<number> {
    return this.database.transaction(async (session) => {
      await session.write(
        `INSERT INTO venue_live_signers (address, nonce) VALUES (?, ?)
         ON DUPLICATE KEY UPDATE nonce = GREATEST(nonce + 1, VALUES(nonce))`,
        [address, nowMs]
      )
      const [row] = await session.read<{ nonce: string | number }>(
        'SELECT nonce FROM venue_live_signers WHERE address = ?',
        [address]
      )
      return Number(row!.nonce)
    })
  }

  /** @throws VenueBusy when the budget does not suffice */
  async spend(weight: number, priority: Priority, nowMs: number): Promise<void> {
    await this.database.transaction(async (session) => {
      const [row] = await session.read<{ tokens: number | string; at_ms: number | string }>(
        'SELECT tokens, at_ms FROM venue_live_budget WHERE id = 1 FOR UPDATE'
      )
      if (!row) return
      const bucket = { tokens: Number(row.tokens), atMs: Number(row.at_ms) }
      const taken = takeWeight(bucket, weight, priority, nowMs)
      if ('waitMs' in taken) throw new VenueBusy(taken.waitMs)
      const { tokens, atMs } = taken.bucket
      await session.write('UPDATE venue_live_budget SET tokens = ?, at_ms = ? WHERE id = 1', [
        tokens,
        atMs,
      ])
    })
  }
}
