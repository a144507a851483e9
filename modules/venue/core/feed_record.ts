import { PRICE_DECIMALS, RATE_DECIMALS, formatFixed, parseFixed } from './numerics.ts'
import type { Average, MarketPrices } from './price_process.ts'

/** Decimals of every number of a market's prices, as they are stored. */
const DECIMALS = {
  fairValue: 12,
  basis: RATE_DECIMALS,
  oracle: PRICE_DECIMALS,
  mark: PRICE_DECIMALS,
  mid: PRICE_DECIMALS,
  bid: PRICE_DECIMALS,
  ask: PRICE_DECIMALS,
  last: PRICE_DECIMALS,
  premiumNumerator: 12,
  premiumDenominator: 12,
  bookNumerator: 12,
  bookDenominator: 12,
} as const

type NumberField = keyof typeof DECIMALS

/** The prices of a market as texts: decimal numbers, and the state of the generator. */
export type MarketRecord = { random: string } & Record<NumberField, string>

export function toMarketRecord(prices: MarketPrices): MarketRecord {
  const { premiumAverage, bookAverage } = prices
  const numbers: Record<NumberField, bigint> = {
    fairValue: prices.fairValue,
    basis: prices.basis,
    oracle: prices.oracle,
    mark: prices.mark,
    mid: prices.mid,
    bid: prices.bid,
    ask: prices.ask,
    last: prices.last,
    premiumNumerator: premiumAverage.numerator,
    premiumDenominator: premiumAverage.denominator,
    bookNumerator: bookAverage.numerator,
    bookDenominator: bookAverage.denominator,
  }
  const texts = Object.entries(DECIMALS).map(([field, decimals]) => [
    field,
    formatFixed(numbers[field as NumberField], decimals),
  ])
  return { random: prices.random, ...Object.fromEntries(texts) } as MarketRecord
}

/** @throws Error when a field holds no number of its scale: the stored feed is damaged */
export function fromMarketRecord(record: MarketRecord): MarketPrices {
  const number = (field: NumberField): bigint => {
    const units = parseFixed(record[field], DECIMALS[field])
    if (units === null) throw new Error(`The stored ${field} of a market is damaged`)
    return units
  }
  const average = (numerator: NumberField, denominator: NumberField): Average => ({
    numerator: number(numerator),
    denominator: number(denominator),
  })
  return {
    random: record.random,
    fairValue: number('fairValue'),
    basis: number('basis'),
    oracle: number('oracle'),
    mark: number('mark'),
    mid: number('mid'),
    bid: number('bid'),
    ask: number('ask'),
    last: number('last'),
    premiumAverage: average('premiumNumerator', 'premiumDenominator'),
    bookAverage: average('bookNumerator', 'bookDenominator'),
  }
}
