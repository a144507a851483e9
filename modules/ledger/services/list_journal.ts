import type { AccessControl } from '#app/extension/access_control'
import { seesEverything } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import type { ListCursors, ListName } from '#app/http/list_cursors'
import { PLACE_IN_JOURNAL, walkList } from '#app/http/list_walk'
import type { Database, SqlReader } from '#app/storage/database'
import type { WalkSource } from '#app/storage/walk'
import { pathGate } from './operation_access.ts'
import type { JournalPlace } from '../storage/journal_scope.ts'

/** What came of a realm's journal, newest first, at one cut of it. */
interface JournalWalk<Item> {
  cut: number
  source: WalkSource<Item, JournalPlace>
  /** null when the source holds nothing else. */
  fits: ((item: Item) => boolean) | null
  /** How many there are, where that is kept. */
  keptCount(): Promise<number | null>
}

export interface JournalList<Item, View> {
  list: ListName
  /** Needed on any of the paths that open an item. */
  action: string
  pathsOf(item: Item): readonly (string | null)[]
  open(session: SqlReader, cut: number | undefined): Promise<JournalWalk<Item>>
  present(session: SqlReader, items: readonly Item[]): Promise<View[]> | View[]
}

interface JournalReaders {
  database: Database
  access: AccessControl
  cursors: ListCursors
}

/** A page of a journal that the caller may see, newest first. */
export async function listJournal<Item, View>(
  { database, access, cursors }: JournalReaders,
  principal: Principal,
  { limit, cursor }: { limit: number; cursor?: string },
  { list, action, pathsOf, open, present }: JournalList<Item, View>
) {
  const restricted = !seesEverything(principal, action)
  const gate = pathGate(access, principal, action)
  return database.snapshot(async (session) => {
    const { rows, page } = await walkList(cursors, principal, {
      list,
      page: { limit, cursor },
      form: PLACE_IN_JOURNAL,
      restricted,
      open: async (known?: number) => {
        const { fits, ...walk } = await open(session, known)
        const permitted = (item: Item) => (fits === null || fits(item)) && gate(pathsOf(item))
        return { ...walk, accepts: restricted ? permitted : fits }
      },
    })
    return { items: await present(session, rows), page }
  })
}
