import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { Database } from '#app/storage/database'
import { seesEverything } from '#app/extension/full_sight'
import { cursorPart, type ListCursors } from '#app/http/list_cursors'
import { totalFrom, totalOf, totalParts } from '#modules/ledger/services/list_total'
import { pathGate } from '#modules/ledger/services/operation_access'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import {
  openDeltaFeed,
  readDeltas,
  type DeltaFilter,
  type DeltaItem,
} from '#modules/ledger/storage/delta_feed'
import { walkPage } from '#app/storage/walk'

export interface DeltaListQuery extends DeltaFilter {
  limit: number
  cursor?: string
}

/** Cut, total, whether it is exact, and the place: entry and number within it. */
const CURSOR = Array.from({ length: 5 }, () => cursorPart.count)

/** A page of a realm's changes that the caller may see, newest first; balance changes are the legs. */
export class ListDeltas {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors
  ) {}

  /**
   * A delta shows what its object held before and after, so only the object's path opens it, not
   * the operation's. `total` counts as in `ListOperations`.
   */
  async run(principal: Principal, { limit, cursor, ...filter }: DeltaListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    const place = cursor === undefined ? null : this.cursors.read(principal, cursor, CURSOR)
    const [knownCut, knownTotal, exact, seq, no] = (place ?? []) as number[]
    const restricted = !seesEverything(principal, 'svc:ReadDelta')
    return this.database.snapshot(async (session) => {
      const { cut, source, fits, keptCount } = await openDeltaFeed(session, filter, knownCut)
      const kept = place ? null : await keptCount()
      const page = await walkPage(source, {
        after: place && { seq: seq!, no: no! },
        limit,
        accepts: this.#accepts(principal, fits),
        count: place === null && (kept === null || restricted),
      })
      const { rows, next } = page
      const total = place ? totalFrom(knownTotal!, exact!) : totalOf(restricted, page, kept)
      return {
        deltas: await readDeltas(session, filter.realmId, rows),
        ...total,
        nextCursor:
          next && this.cursors.make(principal, [cut, ...totalParts(total), next.seq, next.no]),
      }
    })
  }

  #accepts(principal: Principal, fits: ((item: DeltaItem) => boolean) | null) {
    if (seesEverything(principal, 'svc:ReadDelta')) return fits
    const gate = pathGate(this.access, principal, 'svc:ReadDelta')
    return (item: DeltaItem) => (fits === null || fits(item)) && gate([item.objectPath])
  }
}
