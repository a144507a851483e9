import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { SharedSight } from '#app/extension/shared_sight'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { seesEverything } from '#app/extension/full_sight'
import { ListCursors } from '#app/http/list_cursors'
import { PLACE_IN_TIME, walkList } from '#app/http/list_walk'
import { checkRange } from '#app/http/time_range'
import { NamedOperations } from './named_operations.ts'
import { pathGate } from './operation_access.ts'
import { visibleOperation } from './visible_operation.ts'
import { RealmDirectory } from './realm_directory.ts'
import { headTime } from '../storage/head_time.ts'
import {
  keptCount,
  pathsOfKey,
  planOperations,
  restOf,
  type OperationFilter,
  type OperationKey,
} from '../storage/operation_filter.ts'
import { operationSource, readOperations } from '../storage/operation_pages.ts'

export interface OperationListQuery extends OperationFilter {
  /** `from` and `to` are both inclusive. */
  from?: Micros
  to?: Micros
  /** The fact from outside that they rest on, as a statement names it. */
  reference?: string
  /** `0x` and 64 hexadecimal digits, of a transaction that carries them. */
  transactionHash?: string
  limit: number
  cursor?: string
}

export type OperationPage = Awaited<ReturnType<ListOperations['run']>>

/** Lists a page of a realm's operations that the caller may see, newest first. */
@singleton()
export class ListOperations {
  #pages = new SharedSight((principal, query: OperationListQuery) => this.#read(principal, query))

  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors,
    private named: NamedOperations
  ) {}

  async run(principal: Principal, query: OperationListQuery) {
    await this.realms.resolve(principal, query.realmId)
    checkRange(query)
    return this.#pages.read(principal, query)
  }

  async #read(principal: Principal, { limit, cursor, ...filter }: OperationListQuery) {
    const list = { of: 'operations', ...filter }
    const restricted = !seesEverything(principal, 'svc:ReadOperation')
    const timed = filter.from !== undefined || filter.to !== undefined
    const named = await this.named.of(filter)
    return this.database.snapshot(async (session) => {
      const { rows, page } = await walkList(this.cursors, principal, {
        list,
        page: { limit, cursor },
        form: PLACE_IN_TIME,
        restricted,
        open: async (known?: string) => {
          const cut = known ?? (await headTime(session, filter.realmId))
          const plan = await planOperations(session, filter, named)
          return {
            cut,
            source: operationSource(session, plan, { order: 'newest', ...windowOf(filter, cut) }),
            accepts: this.#accepts(principal, restOf(plan.rest)),
            keptCount: async () => (timed ? null : keptCount(session, filter, plan)),
          }
        },
      })
      const operations = await readOperations(session, rows)
      return { operations: operations.map(visibleOperation(this.access, principal)), ...page }
    })
  }

  #accepts(principal: Principal, fits: ((key: OperationKey) => boolean) | null) {
    if (seesEverything(principal, 'svc:ReadOperation')) return fits
    const gate = pathGate(this.access, principal, 'svc:ReadOperation')
    return (key: OperationKey) =>
      (fits === null || fits(key)) && gate([key.path, ...pathsOfKey(key)])
  }
}

/** The stretch of time that was asked for, ending at the walk's cut at the latest. */
function windowOf({ from, to }: Pick<OperationListQuery, 'from' | 'to'>, cut: string) {
  const until = to === undefined ? cut : toSqlDatetime(to)
  return {
    ...(from !== undefined && { from: toSqlDatetime(from) }),
    until: until < cut ? until : cut,
  }
}
