import type { AccessControl } from '#app/extension/access_control'
import { seesEverything } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import { cursorPart, type ListCursors, type ListName } from '#app/http/list_cursors'
import type { Database, SqlReader } from '#app/storage/database'
import { walkPage, type WalkSource } from '#app/storage/walk'
import { totalFrom, totalOf, totalParts } from './list_total.ts'
import { pathGate } from './operation_access.ts'
import type { FeedPlace } from '../storage/feed_scope.ts'

/** What came of a realm's journal, newest first, at one cut of it. */
interface Feed<Item> {
  cut: number
  source: WalkSource<Item, FeedPlace>
  /** null when the source holds nothing else. */
  fits: ((item: Item) => boolean) | null
  /** How many there are, where that is kept. */
  keptCount(): Promise<number | null>
}

export interface FeedList<Item, View> {
  list: ListName
  /** Needed on any of the paths that open an item. */
  action: string
  pathsOf(item: Item): readonly (string | null)[]
  open(session: SqlReader, cut: number | undefined): Promise<Feed<Item>>
  present(session: SqlReader, items: readonly Item[]): Promise<View[]> | View[]
}

interface FeedReaders {
  database: Database
  access: AccessControl
  cursors: ListCursors
}

/** Cut, total, whether it is exact, and the place: entry and number within it. */
const CURSOR = Array.from({ length: 5 }, () => cursorPart.count)

/** A page of a feed that the caller may see, newest first. `total` counts as in `ListOperations`. */
export async function listFeed<Item, View>(
  { database, access, cursors }: FeedReaders,
  principal: Principal,
  { limit, cursor }: { limit: number; cursor?: string },
  { list, action, pathsOf, open, present }: FeedList<Item, View>
) {
  const place = cursor === undefined ? null : cursors.read(principal, list, cursor, CURSOR)
  const [knownCut, knownTotal, exact, seq, no] = (place ?? []) as number[]
  const restricted = !seesEverything(principal, action)
  const gate = pathGate(access, principal, action)
  return database.snapshot(async (session) => {
    const { cut, source, fits, keptCount } = await open(session, knownCut)
    const kept = place ? null : await keptCount()
    const permitted = (item: Item) => (fits === null || fits(item)) && gate(pathsOf(item))
    const page = await walkPage(source, {
      after: place && { seq: seq!, no: no! },
      limit,
      accepts: restricted ? permitted : fits,
      count: place === null && (kept === null || restricted),
    })
    const { rows, next } = page
    const total = place ? totalFrom(knownTotal!, exact!) : totalOf(restricted, page, kept)
    return {
      items: await present(session, rows),
      page: {
        ...total,
        nextCursor:
          next && cursors.make(principal, list, [cut, ...totalParts(total), next.seq, next.no]),
      },
    }
  })
}
