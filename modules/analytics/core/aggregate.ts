import Big from 'big.js'
import type { Atoms } from '#app/money/usd'
import type { Valuation, ValuedBalance, ValuedPosition } from '#modules/ledger/extension/valuator'

/** An object with the valuation that its valuator gives it. */
export interface ValuedObject {
  id: string
  path: string
  type: string
  denomination: string | null
  valuation: Valuation
}

/** `spot`: cash of ordinary objects; `exchange`: cash of exchange objects; `perp`: positions. */
export type BreakdownCategory = 'spot' | 'exchange' | 'perp'

export interface BreakdownEntry {
  /** Denomination of cash, market of positions. */
  asset: string
  category: BreakdownCategory
  /** Decimal string: cash in the denomination, positions in net base units (shorts negative). */
  amount: Atoms | string
  price: string | null
  valueUsd: Atoms
  /** For positions only, weighted by notional. */
  weightedAvgLeverage?: string
}

export interface Aggregate {
  totalEquityUsd: Atoms
  /** Part of the total that is committed to leave. */
  departingUsd: Atoms
  /**
   * Value in transit toward the objects. It counts at its source until it has arrived, so it is no
   * part of the total.
   */
  arrivingUsd: Atoms
  breakdown: BreakdownEntry[]
  /** False when the mark of some position was missing; the total is then provisional. */
  midsComplete: boolean
}

const CATEGORY_ORDER: BreakdownCategory[] = ['spot', 'exchange', 'perp']
const LEVERAGE_DECIMALS = 4

/**
 * Sums valuations. The total is the sum of the objects' values and, equally, of the breakdown.
 *
 * @throws Error when a valuation does not equal the sum of its own parts: a valuator's bug, which
 *   must not reach a caller as a total
 */
export function aggregate(objects: readonly ValuedObject[]): Aggregate {
  // Plain loops are used because a prefix may hold tens of thousands of objects.
  const sums = { totalEquityUsd: 0n, departingUsd: 0n, arrivingUsd: 0n }
  for (const object of objects) {
    assertAddsUp(object)
    const { valueUsd, reservedBalances, arriving } = object.valuation
    sums.totalEquityUsd += valueUsd
    sums.departingUsd += sumOf(reservedBalances)
    sums.arrivingUsd += sumOf(arriving)
  }
  return {
    ...sums,
    breakdown: [...cashEntries(objects), ...perpEntries(objects)].sort(byCategoryThenAsset),
    midsComplete: objects.every(({ valuation }) => valuation.midsComplete),
  }
}

function assertAddsUp({ path, valuation }: ValuedObject) {
  const { balances, reservedBalances, positions, valueUsd } = valuation
  const parts = sumOf(balances) + sumOf(reservedBalances) + (positions ? sumOf(positions) : 0n)
  if (parts !== valueUsd) {
    throw new Error(`The valuation of ${path} is ${valueUsd} atoms, but its parts sum to ${parts}`)
  }
}

function sumOf(parts: readonly { valueUsd: Atoms }[]): Atoms {
  let sum = 0n
  for (const { valueUsd } of parts) sum += valueUsd
  return sum
}

type CashEntries = Map<string, BreakdownEntry & { amount: Atoms }>

function cashEntries(objects: readonly ValuedObject[]): BreakdownEntry[] {
  const entries: CashEntries = new Map()
  for (const { type, valuation } of objects) {
    const category = type === 'exchange' ? 'exchange' : 'spot'
    for (const part of valuation.balances) addCash(entries, category, part)
    for (const part of valuation.reservedBalances) addCash(entries, category, part)
  }
  return [...entries.values()]
}

function addCash(entries: CashEntries, category: BreakdownCategory, part: ValuedBalance) {
  const { denomination: asset, amount, price, valueUsd } = part
  const key = `${category} ${asset}`
  const entry = entries.get(key)
  if (entry) {
    entry.amount += amount
    entry.valueUsd += valueUsd
  } else entries.set(key, { asset, category, amount, price, valueUsd })
}

function perpEntries(objects: readonly ValuedObject[]): BreakdownEntry[] {
  const positions = objects.flatMap(({ valuation }) => valuation.positions ?? [])
  return [...Map.groupBy(positions, ({ market }) => market)].map(([market, ofMarket]) => ({
    asset: market,
    category: 'perp',
    amount: netSize(ofMarket),
    price: ofMarket[0]!.markPrice,
    valueUsd: sumOf(ofMarket),
    weightedAvgLeverage: weightedLeverage(ofMarket),
  }))
}

function netSize(positions: readonly ValuedPosition[]): string {
  return positions
    .reduce((sum, { side, size }) => (side === 'long' ? sum.plus(size) : sum.minus(size)), Big(0))
    .toFixed()
}

/** Weighted by notional; by size when no position has a notional, because the mark is missing. */
function weightedLeverage(positions: readonly ValuedPosition[]): string {
  const priced = positions.some(({ valueUsd }) => valueUsd !== 0n)
  let weighted = Big(0)
  let weights = Big(0)
  for (const { valueUsd, size, leverage } of positions) {
    const weight = priced ? Big(valueUsd.toString()).abs() : Big(size).abs()
    weighted = weighted.plus(weight.times(leverage))
    weights = weights.plus(weight)
  }
  if (weights.eq(0)) return '0'
  return Big(weighted.div(weights).toFixed(LEVERAGE_DECIMALS)).toFixed()
}

function byCategoryThenAsset(a: BreakdownEntry, b: BreakdownEntry): number {
  const order = CATEGORY_ORDER.indexOf(a.category) - CATEGORY_ORDER.indexOf(b.category)
  if (order !== 0) return order
  return a.asset < b.asset ? -1 : a.asset > b.asset ? 1 : 0
}
