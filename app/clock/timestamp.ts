import type { Micros } from '#app/clock/clock'

const RFC3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):\d{2}:\d{2})(?:\.(\d{1,9}))?(Z|z|[+-]\d{2}:\d{2})$/

/**
 * All of one group has one time: remembering the last text saves making the same text thousands of
 * times.
 */
let last = { micros: Number.NaN, text: '' }

/**
 * `2026-01-02T03:04:05.123456Z`: always six digits, so that the order of texts is the order of
 * times.
 */
export function toRfc3339(micros: Micros): string {
  if (last.micros === micros) return last.text
  const ms = Math.floor(micros / 1000)
  const rest = String(micros - ms * 1000).padStart(3, '0')
  last = { micros, text: `${new Date(ms).toISOString().slice(0, 23)}${rest}Z` }
  return last.text
}

/** The form of a DATETIME(6) column: UTC, six digits. */
export function toSqlDatetime(micros: Micros): string {
  return toRfc3339(micros).slice(0, 26).replace('T', ' ')
}

/** A DATETIME(6) column (read as text) in the form the API shows. */
export function sqlToRfc3339(value: string): string {
  const [date, time = '00:00:00'] = value.split(' ')
  const [whole, fraction = ''] = time.split('.')
  return `${date}T${whole}.${fraction.padEnd(6, '0')}Z`
}

/**
 * A DATETIME(6) column (read as text). A column holds only days that exist, so that the checks of a
 * caller's text, which take four times as long, are left out: a page reads hundreds of times.
 */
export function sqlToMicros(value: string): Micros {
  const wholeMs = Date.parse(`${value.slice(0, 10)}T${value.slice(11, 19) || '00:00:00'}Z`)
  const micros = wholeMs * 1000 + Number(value.slice(20, 26).padEnd(6, '0'))
  if (Number.isNaN(micros)) throw new Error('A DATETIME(6) column holds no time')
  return micros
}

/** @returns null when the text is no RFC 3339 time; digits past the sixth are cut off */
export function rfc3339ToMicros(value: string): Micros | null {
  const match = RFC3339.exec(value)
  if (!match) return null
  const [, date, time, fraction = '', zone] = match
  const wholeMs = Date.parse(`${date}T${time}${zone!.toUpperCase()}`)
  if (Number.isNaN(wholeMs) || !isDay(date!)) return null
  return wholeMs * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0'))
}

/** Date.parse reads 30 February as 2 March: a range would begin where the caller did not ask. */
function isDay(date: string): boolean {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  return day <= 28 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}
