import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { RealmDirectory } from '#modules/ledger/index'
import { STORED_WIDTHS, keptDays } from '../core/resolutions.ts'
import { dropBefore, dropRealm, sealedRealms } from '../storage/history_store.ts'
import { SealHistories } from './seal_histories.ts'
import { SPARE_DAYS } from './seal_realm.ts'

const DAY_SECONDS = 86_400
const REALMS_AT_ONCE = 200

/** Removes what no history can show any more, and what closed realms have left behind. */
@singleton()
export class TrimHistories {
  constructor(
    private database: Database,
    private clock: Clock,
    private realms: RealmDirectory,
    private seals: SealHistories
  ) {}

  async run(): Promise<void> {
    const nowSeconds = Math.floor(this.clock.nowMs() / 1000)
    // The buckets in which a late seal ends are still read by their finest parts.
    const behind = await this.seals.furthestBehind()
    const newest = Math.min(nowSeconds, behind ?? nowSeconds)
    for (const width of STORED_WIDTHS) {
      const days = keptDays(width) + SPARE_DAYS
      await dropBefore(this.database, width, newest - days * DAY_SECONDS)
    }
    for (let last = ''; ;) {
      const realmIds = await sealedRealms(this.database, last, REALMS_AT_ONCE)
      for (const realmId of realmIds) {
        if (!(await this.realms.find(realmId))) await dropRealm(this.database, realmId)
      }
      if (realmIds.length < REALMS_AT_ONCE) return
      last = realmIds.at(-1)!
    }
  }
}
