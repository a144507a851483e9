import { AccessControl } from '#app/extension/access_control'
import { seesEverything } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ListCursors } from '#app/http/list_cursors'
import { PLACE_IN_TIME, walkList } from '#app/http/list_walk'
import { checkRange } from '#app/http/time_range'
import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { RealmDirectory } from '#modules/ledger/index'
import type { Schedule } from '../core/schedule.ts'
import { ScheduleStore, type ScheduleFilter } from '../storage/schedule_store.ts'

const ACTION = 'svc:ReadSchedule'

/** Lists a page of a realm's schedules that the caller may see, newest first. */
@singleton()
export class ListSchedules {
  constructor(
    private realms: RealmDirectory,
    private schedules: ScheduleStore,
    private access: AccessControl,
    private cursors: ListCursors,
    private clock: Clock
  ) {}

  async run(
    principal: Principal,
    { limit, cursor, ...filter }: ScheduleFilter & { limit: number; cursor?: string }
  ) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const restricted = !seesEverything(principal, ACTION)
    const { rows, page } = await walkList(this.cursors, principal, {
      list: { of: 'schedules', ...filter },
      page: { limit, cursor },
      form: PLACE_IN_TIME,
      restricted,
      open: async (known?: string) => {
        const cut = known ?? toSqlDatetime(this.clock.nowMicros())
        const accepts = restricted
          ? ({ path }: Schedule) => this.access.permits(principal, ACTION, path)
          : null
        return { cut, source: this.schedules.source(filter, cut), accepts }
      },
    })
    return { schedules: rows, ...page }
  }
}
