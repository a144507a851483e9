// @ts-check

/**
 * Rows as a file that spreadsheets open.
 *
 * @param {string[]} heads
 * @param {unknown[][]} rows
 */
export function csvText(heads, rows) {
  return [heads, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

const NUMBER = /^-?\d+(\.\d+)?$/
/** A spreadsheet runs what begins so, also in full width, and paths and names are chosen by others. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/

/** @param {unknown} value */
function cell(value) {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
