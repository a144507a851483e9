/**
 * Exact fixed-point arithmetic of the venue. A quantity is an integer of units; its name or type
 * says how many decimals one unit stands for. No floating point number is used.
 */

/** A price in units of 1e-8 USD. Half a tick of the finest grid (5e-7 USD) is exact in it. */
export type Price = bigint
/** A size in lots of 10^-szDecimals. */
export type Lots = bigint
/** A rate, return or factor in units of 1e-12. */
export type Rate = bigint

export const PRICE_DECIMALS = 8
export const RATE_DECIMALS = 12
export const RATE_ONE: Rate = 10n ** BigInt(RATE_DECIMALS)

const USD_DECIMALS = 6
const SIGNIFICANT_FIGURES = 5
const MAX_DIGITS = 38
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
const POWERS_OF_TEN = Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10n ** BigInt(power))

/** @param exponent 0–38 */
export function powerOfTen(exponent: number): bigint {
  const power = POWERS_OF_TEN[exponent]
  if (power === undefined) throw new Error(`10^${exponent} is outside the supported range`)
  return power
}

/** Rounds toward negative infinity. `divisor` > 0. */
export function divideFloor(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value < 0n && quotient * divisor !== value ? quotient - 1n : quotient
}

/** Rounds to the nearest integer, ties to the even one. `divisor` > 0. */
export function divideHalfEven(value: bigint, divisor: bigint): bigint {
  const floor = divideFloor(value, divisor)
  const twice = 2n * (value - floor * divisor)
  if (twice < divisor) return floor
  if (twice > divisor) return floor + 1n
  return floor % 2n === 0n ? floor : floor + 1n
}

/** Plain decimal text, without exponent and without trailing zeros: units 1250n of 3 decimals are `1.25`. */
export function formatFixed(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}

/**
 * @returns units of 10^-decimals, or null when the text is no plain decimal, has more than 38
 *   digits or more significant decimals than asked for: such a number is refused, not rounded
 */
export function parseFixed(text: string, decimals: number): bigint | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  if (whole.length + fraction.length > MAX_DIGITS) return null
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}

export function formatPrice(price: Price): string {
  return formatFixed(price, PRICE_DECIMALS)
}

/**
 * The distance between two neighbouring valid prices at this price: at most five significant
 * figures, and at most (6 - szDecimals) decimals, where a whole number is always valid.
 *
 * @param price > 0
 */
export function tickAt(price: Price, szDecimals: number): Price {
  if (price <= 0n) throw new Error('A price must be positive')
  const byFigures = Math.min(PRICE_DECIMALS, digitCount(price) - SIGNIFICANT_FIGURES)
  return powerOfTen(Math.max(finestTickExponent(szDecimals), byFigures))
}

export function isOnTick(price: Price, szDecimals: number): boolean {
  return price > 0n && price % tickAt(price, szDecimals) === 0n
}

/** The next valid price at or below; zero when there is none. */
export function floorToTick(price: Price, szDecimals: number): Price {
  return price - (price % tickAt(price, szDecimals))
}

/** The next valid price at or above. */
export function ceilToTick(price: Price, szDecimals: number): Price {
  // Above the last price of a decade comes the first of the next, which both grids share.
  const floor = floorToTick(price, szDecimals)
  return floor === price ? price : floor + tickAt(price, szDecimals)
}

/** The nearest valid price, ties to the even tick. */
export function roundToTick(price: Price, szDecimals: number): Price {
  const tick = tickAt(price, szDecimals)
  return divideHalfEven(price, tick) * tick
}

/**
 * The exact value of a trade in micro-USD, which the grids make a whole number.
 *
 * @param price on its tick grid
 */
export function notionalMicros(price: Price, lots: Lots, szDecimals: number): bigint {
  const perMicro = powerOfTen(finestTickExponent(szDecimals))
  if (price % perMicro !== 0n) throw new Error('A trade price must lie on the tick grid')
  return (price / perMicro) * lots
}

/** The middle one of three. */
export function medianOfThree(a: bigint, b: bigint, c: bigint): bigint {
  return a < b ? clamp(c, a, b) : clamp(c, b, a)
}

export function clamp(value: bigint, low: bigint, high: bigint): bigint {
  if (value < low) return low
  return value > high ? high : value
}

/** Units of the finest tick, 10^-(6 - szDecimals) USD, as a power of ten. */
function finestTickExponent(szDecimals: number): number {
  return PRICE_DECIMALS - (USD_DECIMALS - szDecimals)
}

function digitCount(value: bigint): number {
  let digits = 1
  while (value >= powerOfTen(digits)) digits++
  return digits
}
