import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { purgeRows } from '#app/storage/purge_rows'

const DAY_SECONDS = 24 * 3600

/** Forgets what was spent before the longest window; a day more allows for clocks that differ. */
@singleton()
export class PurgeSpends {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  run(): Promise<number> {
    const keptSeconds = LIMITS.policyWindowSecondsMax + DAY_SECONDS
    const before = this.clock.nowMicros() - keptSeconds * 1_000_000
    return purgeRows(this.database, 'window_spends WHERE committed_at < ? ORDER BY committed_at', [
      toSqlDatetime(before),
    ])
  }
}
