import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'
import { AUTH_LIMITS } from '../limits.ts'

/** The column by which rows of a table expire, and for how long they are kept after that. */
const TABLES = {
  refresh_tokens: { column: 'expires_at', keptSeconds: 0 },
  sessions: { column: 'expires_at', keptSeconds: 0 },
  scoped_tokens: { column: 'expires_at', keptSeconds: 0 },
  /** Credentials that were ended before they expired. */
  ended_credentials: { column: 'expires_at', keptSeconds: 0 },
  invitations: { column: 'expires_at', keptSeconds: AUTH_LIMITS.invitationRetentionSeconds },
  /** The audit log keeps who approved what. */
  step_up_requests: { column: 'expires_at', keptSeconds: AUTH_LIMITS.stepUpRetentionSeconds },
  /** No signed timestamp of an older request is accepted any more. */
  signature_claims: {
    column: 'usable_until',
    keptSeconds: AUTH_LIMITS.signatureClaimRetentionSeconds,
  },
}

export type ExpiringTable = keyof typeof TABLES

/** Deletes rows that have expired: they open and prove nothing any more. */
@singleton()
export class PurgeExpired {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** @returns how many rows were deleted */
  async run(...tables: ExpiringTable[]): Promise<number> {
    let purged = 0
    for (const table of tables) {
      const { column, keptSeconds } = TABLES[table]
      const before = toSqlDatetime(this.clock.nowMicros() - keptSeconds * 1_000_000)
      const expired = `${table} WHERE ${column} < ? ORDER BY ${column}`
      purged += await purgeRows(this.database, expired, [before])
    }
    return purged
  }
}
