import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { purgeSpends } from '../storage/journal_writer.ts'

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
    return purgeSpends(this.database, this.clock.nowMicros() - keptSeconds * 1_000_000)
  }
}
