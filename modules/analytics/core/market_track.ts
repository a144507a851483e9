import type { Atoms } from '#app/money/usd'

/** Decimals of a mark in calculations; a size has the decimals of an atom. */
export const MARK_DECIMALS = 18
const ONE = 10n ** BigInt(MARK_DECIMALS)

const MARK = /^(\d+)(?:\.(\d+))?$/

/**
 * @returns units of 1e-18 USD
 * @throws Error when the text is no plain decimal
 */
export function parseMark(text: string): bigint {
  const [, whole, fraction = ''] = MARK.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(fraction.slice(MARK_DECIMALS))) {
    throw new Error('A mark is no decimal of at most 18 places')
  }
  return BigInt(whole + fraction.slice(0, MARK_DECIMALS).padEnd(MARK_DECIMALS, '0'))
}

/** The value of one position at a mark, rounded half to even as in every valuation. */
export function valueOf(mark: bigint, size: Atoms): Atoms {
  const product = mark * size
  let floor = product / ONE
  if (product < 0n && floor * ONE !== product) floor -= 1n
  const twice = 2n * (product - floor * ONE)
  if (twice < ONE) return floor
  return twice > ONE || floor % 2n !== 0n ? floor + 1n : floor
}

/**
 * The positions of many objects in one market, followed over time. Each position is rounded by
 * itself, as in a valuation. A mark on the grid leaves nothing to round, and one half a step off
 * leaves halves, whose sum follows from how many sizes are odd. So a point costs the same for one
 * holder as for a thousand.
 */
export class MarketTrack {
  #sizes = new Map<string, Atoms>()
  #sum = 0n
  /**
   * How many odd numbers of units there are: those that leave 1, and those that leave 3, divided by
   * four.
   */
  #odd = [0, 0]

  /** @param unit a divisor of every size that will be moved */
  constructor(private unit: bigint) {}

  /** How many objects hold a position now. */
  get holders(): number {
    return this.#sizes.size
  }

  move(objectId: string, amount: Atoms): void {
    const before = this.#sizes.get(objectId) ?? 0n
    const after = before + amount
    this.#count(before, -1)
    this.#count(after, 1)
    this.#sum += amount
    if (after === 0n) this.#sizes.delete(objectId)
    else this.#sizes.set(objectId, after)
  }

  /** The value of all positions together at a mark. */
  valueAt(mark: bigint): Atoms {
    const perUnit = mark * this.unit
    const units = this.#sum / this.unit
    if (perUnit % ONE === 0n) return units * (perUnit / ONE)
    if ((2n * perUnit) % ONE === 0n) return this.#halves((2n * perUnit) / ONE, units)
    let value = 0n
    for (const size of this.#sizes.values()) value += valueOf(mark, size)
    return value
  }

  /**
   * A half is rounded to the even neighbour: down where the product leaves 1 divided by four, up
   * where it leaves 3.
   */
  #halves(perUnit: bigint, units: bigint): Atoms {
    const [ones = 0, threes = 0] = this.#odd
    const [down, up] = perUnit % 4n === 1n ? [ones, threes] : [threes, ones]
    return (perUnit * units - BigInt(down) + BigInt(up)) / 2n
  }

  #count(size: Atoms, by: number): void {
    const rest = ((size / this.unit) % 4n) + 4n
    if (rest % 2n === 0n) return
    this.#odd[rest % 4n === 1n ? 0 : 1]! += by
  }
}

/** The greatest common divisor of the amounts; 1 when there are none. */
export function commonUnit(amounts: Iterable<Atoms>): bigint {
  let unit = 0n
  for (const amount of amounts) {
    let [a, b] = [unit, amount < 0n ? -amount : amount]
    while (b !== 0n) [a, b] = [b, a % b]
    unit = a
    if (unit === 1n) break
  }
  return unit === 0n ? 1n : unit
}
