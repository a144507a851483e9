import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { seesEverything } from '#app/extension/full_sight'
import { cursorPart, ListCursors, type ListName } from '#app/http/list_cursors'
import { checkRange } from '#app/http/time_range'
import { totalFrom, totalOf, totalParts } from './list_total.ts'
import { pathGate } from './operation_access.ts'
import { visibleOperation } from './visible_operation.ts'
import { RealmDirectory } from './realm_directory.ts'
import { headTime } from '../storage/head_time.ts'
import {
  keptCount,
  planOperations,
  restOf,
  type OperationFilter,
  type OperationKey,
} from '../storage/operation_filter.ts'
import { operationSource, readOperations } from '../storage/operation_pages.ts'
import { walkPage } from '#app/storage/walk'

export interface OperationListQuery extends OperationFilter {
  /** Both inclusive. */
  from?: Micros
  to?: Micros
  limit: number
  cursor?: string
}

const CURSOR = [cursorPart.time, cursorPart.count, cursorPart.count, cursorPart.time, cursorPart.id]

/** A page of a realm's operations that the caller may see, newest first. */
@singleton()
export class ListOperations {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors
  ) {}

  /**
   * `total` is exact where it is kept (no filter, or types alone) and as far as
   * `LIMITS.listScanRows` rows go; past them it is a minimum and says so.
   */
  async run(principal: Principal, { limit, cursor, ...filter }: OperationListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const list = { of: 'operations', ...filter }
    const place = cursor === undefined ? null : this.#open(principal, list, cursor)
    const restricted = !seesEverything(principal, 'svc:ReadOperation')
    return this.database.snapshot(async (session) => {
      const cut = place?.cut ?? (await headTime(session, filter.realmId))
      const plan = await planOperations(session, filter)
      const source = operationSource(session, plan, { order: 'newest', ...windowOf(filter, cut) })
      const timed = filter.from !== undefined || filter.to !== undefined
      const kept = place || timed ? null : await keptCount(session, filter, plan)
      const page = await walkPage(source, {
        after: place?.after ?? null,
        limit,
        accepts: this.#accepts(principal, restOf(plan.rest)),
        count: place === null && (kept === null || restricted),
      })
      const { rows, next } = page
      const total = place?.total ?? totalOf(restricted, page, kept)
      return {
        operations: (await readOperations(session, rows)).map(
          visibleOperation(this.access, principal)
        ),
        ...total,
        nextCursor:
          next &&
          this.cursors.make(principal, list, [cut, ...totalParts(total), next.createdAt, next.id]),
      }
    })
  }

  #accepts(principal: Principal, fits: ((key: OperationKey) => boolean) | null) {
    if (seesEverything(principal, 'svc:ReadOperation')) return fits
    const gate = pathGate(this.access, principal, 'svc:ReadOperation')
    return (key: OperationKey) =>
      (fits === null || fits(key)) && gate([key.path, key.source_path, key.target_path])
  }

  #open(principal: Principal, list: ListName, text: string) {
    const [cut, total, exact, createdAt, id] = this.cursors.read(principal, list, text, CURSOR) as [
      string,
      number,
      number,
      string,
      string,
    ]
    return { cut, total: totalFrom(total, exact), after: { createdAt, id } }
  }
}

/** The stretch of time asked for, as far as the walk's cut. */
function windowOf({ from, to }: Pick<OperationListQuery, 'from' | 'to'>, cut: string) {
  const until = to === undefined ? cut : toSqlDatetime(to)
  return {
    ...(from !== undefined && { from: toSqlDatetime(from) }),
    until: until < cut ? until : cut,
  }
}
