import type { Principal } from '#app/extension/principal'
import type { ListCursors, ListName } from '#app/http/list_cursors'
import { cursorPart, type CursorPart } from '#app/storage/cursor'
import { walkPage, type WalkSource } from '#app/storage/walk'

/** Places by time and id, up to a time. */
export const PLACE_IN_TIME = { createdAt: cursorPart.time, id: cursorPart.id }

/** Places by journal entry and number within it, up to an entry. */
export const PLACE_IN_JOURNAL = { seq: cursorPart.count, no: cursorPart.count }

interface AskedList<Cut, Row, Place> {
  list: ListName
  page: { limit: number; cursor?: string }
  /** The parts of a place, in order. The cut of a walk has the form of the first part. */
  form: Record<keyof Place, (part: unknown) => boolean>
  /** Whether the caller may see only a part of the list. */
  restricted: boolean
  /** @param cut that of the walk that goes on; undefined on its first page */
  open(cut?: Cut): Promise<{
    cut: Cut
    source: WalkSource<Row, Place>
    /** null when the source holds only rows of the list, and the caller may see all of them. */
    accepts: ((row: Row) => boolean) | null
    /** How many rows the list has, when that is known without a walk. */
    keptCount?(): Promise<number | null>
  }>
}

/**
 * A page of a list that the caller may see. `total` is exact when it is kept, and as far as
 * `LIMITS.listScanRows` rows go; past them it is a minimum, and `totalIsExact` is false. A
 * restricted credential is told only how many of its own rows were seen: whether there are more
 * would tell of rows that it may not see.
 *
 * @throws ServiceError VALIDATION_ERROR for a cursor of another list
 */
export async function walkList<Cut extends CursorPart, Row, Place extends object>(
  cursors: ListCursors,
  principal: Principal,
  { list, page: { limit, cursor }, form, restricted, open }: AskedList<Cut, Row, Place>
) {
  const names = Object.keys(form) as (keyof Place)[]
  const checks = names.map((name) => form[name])
  const shape = [checks[0]!, cursorPart.count, cursorPart.count, ...checks]
  const known = cursor === undefined ? null : cursors.read(principal, list, cursor, shape)
  const [knownCut, knownTotal, knownExact, ...place] = known ?? []
  const { cut, source, accepts, keptCount } = await open(knownCut as Cut | undefined)
  const kept = known || restricted || !keptCount ? null : await keptCount()
  const after = known && (Object.fromEntries(names.map((name, at) => [name, place[at]])) as Place)
  const count = known === null && kept === null
  const { rows, next, seen, ended } = await walkPage(source, { after, limit, accepts, count })
  const total = Number(knownTotal ?? kept ?? seen)
  const exact = Number(knownExact ?? (restricted || kept !== null || ended))
  const parts = next && names.map((name) => next[name] as CursorPart)
  const nextCursor = parts && cursors.make(principal, list, [cut, total, exact, ...parts])
  return { rows, page: { total, ...(exact === 0 && { totalIsExact: false }), nextCursor } }
}
