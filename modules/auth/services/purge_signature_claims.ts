import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { purgeInBatches } from './purge_in_batches.ts'

/** Forgets what signatures were used for that no timestamp lets in any more. */
@singleton()
export class PurgeSignatureClaims {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns how many were forgotten */
  async run(): Promise<number> {
    const before = this.clock.nowMicros() - LIMITS.signatureClaimRetentionSeconds * 1_000_000
    return purgeInBatches(async (limit) => {
      const { affectedRows } = await this.database.write(
        `DELETE FROM signature_claims WHERE usable_until < ? ORDER BY usable_until LIMIT ${limit}`,
        [toSqlDatetime(before)]
      )
      return affectedRows
    })
  }
}
