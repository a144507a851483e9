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
import type { Reconciliation } from '../core/reconciliation.ts'
import { resourcesOf } from './find_reconciliation.ts'
import { ReconciliationStore, type ReconciliationFilter } from '../storage/reconciliation_store.ts'

const ACTION = 'svc:ReadReconciliation'

/** Lists a page of a realm's reconciliations that the caller may see, newest first. */
@singleton()
export class ListReconciliations {
  constructor(
    private realms: RealmDirectory,
    private reconciliations: ReconciliationStore,
    private access: AccessControl,
    private cursors: ListCursors,
    private clock: Clock
  ) {}

  async run(
    principal: Principal,
    { limit, cursor, ...filter }: ReconciliationFilter & { limit: number; cursor?: string }
  ) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const restricted = !seesEverything(principal, ACTION)
    const { rows, page } = await walkList(this.cursors, principal, {
      list: { of: 'reconciliations', ...filter },
      page: { limit, cursor },
      form: PLACE_IN_TIME,
      restricted,
      open: async (known?: string) => {
        const cut = known ?? toSqlDatetime(this.clock.nowMicros())
        const accepts = restricted
          ? (each: Reconciliation) =>
              resourcesOf(principal, ACTION, each).every((resource) =>
                this.access.permits(principal, ACTION, resource)
              )
          : null
        return { cut, source: this.reconciliations.source(filter, cut), accepts }
      },
    })
    return { reconciliations: rows, ...page }
  }
}
