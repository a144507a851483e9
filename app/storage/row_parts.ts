/** Rows of one statement: even of the longest kind they stay far below max_allowed_packet. */
const ROWS_PER_STATEMENT = 2000

/** Rows in parts that one statement each can carry; none for no rows. */
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
