import { LIMITS } from '#app/limits'

/** Rows in the order of a list, read from any place of it. */
export interface WalkSource<Row, Place> {
  /** The next rows after a place, at most `count`; fewer only when there are no more. */
  read(after: Place | null, count: number): Promise<Row[]>
  placeOf(row: Row): Place
}

export interface WalkRequest<Row, Place> {
  after: Place | null
  limit: number
  /** Which rows belong to the list; null when all do. */
  accepts: ((row: Row) => boolean) | null
  /** Whether to go on past the page, to the end of the allowance, to count rows. */
  count: boolean
}

export interface WalkedPage<Row, Place> {
  rows: Row[]
  /** Where the next page starts; null at the end. */
  next: Place | null
  /** Number of rows of the list that were seen, including those past the page. */
  seen: number
  /** Whether the end was reached, so that `seen` counts all rows that follow. */
  ended: boolean
}

const BATCH = 2000

/**
 * One page of a list whose rows can be told apart only after they were read: by a filter that no
 * index serves, or by what the caller may see. It looks at `LIMITS.listScanRows` rows at most, so
 * that no page costs more than another; a page that finds too little ends early, with the place to
 * go on from.
 */
export async function walkPage<Row, Place>(
  source: WalkSource<Row, Place>,
  { after, limit, accepts, count }: WalkRequest<Row, Place>
): Promise<WalkedPage<Row, Place>> {
  const rows: Row[] = []
  let [place, seen, looked] = [after, 0, 0]
  for (;;) {
    const scans = accepts !== null || count
    const asked = scans ? Math.min(BATCH, LIMITS.listScanRows - looked) : limit + 1
    const batch = await source.read(place, asked)
    for (const row of batch) {
      place = source.placeOf(row)
      if (accepts !== null && !accepts(row)) continue
      seen += 1
      if (rows.length <= limit) rows.push(row)
    }
    looked += batch.length
    const ended = batch.length < asked
    const spent = looked >= LIMITS.listScanRows
    if (!ended && !spent && (count || rows.length <= limit)) continue
    if (rows.length > limit) {
      return { rows: rows.slice(0, limit), next: source.placeOf(rows[limit - 1]!), seen, ended }
    }
    return { rows, next: ended ? null : place, seen, ended }
  }
}
