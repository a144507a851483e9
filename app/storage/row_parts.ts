/** Most rows of one statement: even the longest rows stay far below max_allowed_packet. */
const ROWS_PER_STATEMENT = 2000

/** Splits rows into parts that fit one statement each; no parts when there are no rows. */
export function* inParts<Row>(
  rows: readonly Row[],
  most = ROWS_PER_STATEMENT
): Iterable<readonly Row[]> {
  if (rows.length <= most) {
    if (rows.length > 0) yield rows
    return
  }
  for (let at = 0; at < rows.length; at += most) {
    yield rows.slice(at, at + most)
  }
}
