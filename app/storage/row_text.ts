// Everything that may not stand in a quoted literal as it is; a double quote may.
// eslint-disable-next-line no-control-regex
const SPECIAL = /[\0\b\t\n\r\x1a'\\]/

/**
 * The rows of a multi-row INSERT: `(…),(…)`. Postings write thousands of values at a time, and
 * hardly any needs escaping. The driver copies every text with a double quote character by
 * character, and all JSON is such text.
 *
 * @param escape the driver's function, for every value that is not plain
 */
export function rowsText<Value>(
  rows: readonly (readonly Value[])[],
  escape: (value: Value) => string
): string {
  let text = ''
  for (const row of rows) {
    text += text === '' ? '(' : '),('
    let separator = ''
    for (const value of row) {
      text += separator
      text += literalOf(value, escape)
      separator = ','
    }
  }
  return text === '' ? '' : `${text})`
}

/** One value, as in the rows. */
export function literalOf<Value>(value: Value, escape: (value: Value) => string): string {
  return isPlain(value) ? `'${value}'` : escape(value)
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && !SPECIAL.test(value)
}
