// @ts-check

/** Amounts are decimal text from the service to the eye: nothing here turns one into a number. */

/** @param {string | null | undefined} amount */
export function usd(amount) {
  if (amount === null || amount === undefined) return '—'
  const negative = amount.startsWith('-')
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f')
  const shown = fraction === '' ? grouped : `${grouped}.${fraction}`
  return negative ? `−${shown}` : shown
}

/**
 * The same with two decimals, cut off and never rounded up: nobody is shown more than there is.
 *
 * @param {string | null | undefined} amount
 */
export function headline(amount) {
  return usd(amount?.replace(/(\.\d\d)\d+$/, '$1'))
}

/** @param {string | null | undefined} amount */
export function isNegative(amount) {
  return typeof amount === 'string' && amount.startsWith('-') && /[1-9]/.test(amount)
}

/** @param {string | null | undefined} amount */
export function isZero(amount) {
  return typeof amount === 'string' && !/[1-9]/.test(amount)
}

const DECIMALS = 6

/**
 * What one amount is more than others, to the last unit.
 *
 * @param {string} amount
 * @param {...string} others
 */
export function lessOf(amount, ...others) {
  const unitsOf = (/** @type {string} */ text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
  }
  const left = others.reduce((rest, other) => rest - unitsOf(other), unitsOf(amount))
  const digits = String(left).padStart(DECIMALS + 1, '0')
  const fraction = digits.slice(-DECIMALS).replace(/0{1,4}$/, '')
  return `${digits.slice(0, -DECIMALS)}.${fraction}`
}

/** @param {string | null | undefined} time RFC 3339 */
export function when(time) {
  if (!time) return '—'
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
}

const STEPS = /** @type {const} */ ([
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
])
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/**
 * How long ago, or until when.
 *
 * @param {string} time RFC 3339
 * @param {number} [now] milliseconds
 */
export function ago(time, now = Date.now()) {
  let left = (Date.parse(time) - now) / 1000
  for (const [unit, many] of STEPS) {
    if (Math.abs(left) < many) return RELATIVE.format(Math.round(left), unit)
    left /= many
  }
  return time
}

/**
 * The beginning and the end of something long that nobody reads in full.
 *
 * @param {string} text
 * @param {number} [head]
 * @param {number} [tail]
 */
export function short(text, head = 10, tail = 6) {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`
}

/** @param {string} path */
export function lastSegment(path) {
  return path.split('/').filter(Boolean).at(-1) ?? '/'
}

/** @param {string} path an object's or a folder's */
export function parentOf(path) {
  const parts = path.split('/').filter(Boolean)
  return parts.length <= 1 ? '/' : `/${parts.slice(0, -1).join('/')}/`
}

/** @param {unknown} value JSON text, or what was parsed from it */
export function pretty(value) {
  try {
    return JSON.stringify(typeof value === 'string' ? JSON.parse(value) : value, null, 2)
  } catch {
    return String(value)
  }
}
