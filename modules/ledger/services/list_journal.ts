import type { AccessControl } from '#app/extension/access_control'
import { seesEverything } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import type { ListCursors, ListName } from '#app/http/list_cursors'
import { PLACE_IN_JOURNAL, walkList } from '#app/http/list_walk'
import type { Database, SqlReader } from '#app/storage/database'
import type { WalkSource } from '#app/storage/walk'
import { pathGate } from './operation_access.ts'
import type { JournalPlace } from '../storage/journal_scope.ts'

/** Items of one kind in a realm's journal, newest first, as they were at one cut. */
interface JournalWalk<Item> {
  cut: number
  source: WalkSource<Item, JournalPlace>
  /** Which items of the source belong to the list; null when all of them do. */
  fits: ((item: Item) => boolean) | null
  /** How many items there are; null when no count is kept. */
  keptCount(): Promise<number | null>
}

export interface JournalList<Item, View> {
  list: ListName
  /** The action that the caller needs on one of the paths of an item, to see the item. */
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

/** Lists a page of the journal's items that the caller may see, newest first. */
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
