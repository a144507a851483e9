import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { Database } from '#app/storage/database'
import { seesEverything } from '#app/extension/full_sight'
import { cursorPart, type ListCursors } from '#app/http/list_cursors'
import { eventPaths } from '#modules/ledger/services/event_access'
import { totalFrom, totalOf, totalParts } from '#modules/ledger/services/list_total'
import { pathGate } from '#modules/ledger/services/operation_access'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { openEventFeed, type EventFilter } from '#modules/ledger/storage/event_feed'
import type { EventRow } from '#modules/ledger/storage/history_reader'
import { toEvents } from '#modules/ledger/storage/history_views'
import { walkPage } from '#app/storage/walk'

export interface EventListQuery extends EventFilter {
  limit: number
  cursor?: string
}

/** Cut, total, whether it is exact, and the place: entry and number within it. */
const CURSOR = Array.from({ length: 5 }, () => cursorPart.count)

/** A page of a realm's events that the caller may see, newest first. */
export class ListEvents {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors
  ) {}

  /** `total` counts as in `ListOperations`. */
  async run(principal: Principal, { limit, cursor, ...filter }: EventListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    const place = cursor === undefined ? null : this.cursors.read(principal, cursor, CURSOR)
    const [knownCut, knownTotal, exact, seq, no] = (place ?? []) as number[]
    const restricted = !seesEverything(principal, 'svc:ReadEvent')
    return this.database.snapshot(async (session) => {
      const { cut, source, fits, keptCount } = await openEventFeed(session, filter, knownCut)
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
        events: toEvents(rows),
        ...total,
        nextCursor:
          next && this.cursors.make(principal, [cut, ...totalParts(total), next.seq, next.no]),
      }
    })
  }

  #accepts(principal: Principal, fits: ((event: EventRow) => boolean) | null) {
    if (seesEverything(principal, 'svc:ReadEvent')) return fits
    const gate = pathGate(this.access, principal, 'svc:ReadEvent')
    return (event: EventRow) => (fits === null || fits(event)) && gate(eventPaths(event))
  }
}
