import type { Market, PriceModel } from './markets.ts'
import {
  PRICE_DECIMALS,
  RATE_ONE,
  ceilToTick,
  clamp,
  divideHalfEven,
  floorToTick,
  medianOfThree,
  powerOfTen,
  roundToTick,
  tickAt,
  type Price,
  type Rate,
} from './numerics.ts'
import { Xoshiro256, nextNormal } from './prng.ts'

/**
 * An exponential average: the weighted sum of its samples, and the sum of the weights in seconds.
 */
export interface Average {
  /** Units of 1e-12 USD seconds. */
  numerator: bigint
  /** Units of 1e-12 seconds. */
  denominator: bigint
}

/** Prices of one market at one tick, with all that the next tick is computed from. */
export interface MarketPrices {
  /** Generator state, 64 hexadecimal digits. */
  random: string
  /** The oracle before it is rounded to the tick grid, in units of 1e-12 USD. */
  fairValue: bigint
  /** Distance of the perpetual's price from the oracle, as a share of the oracle. */
  basis: Rate
  oracle: Price
  /** Used for margin, triggers and liquidation. */
  mark: Price
  /** Middle of the best synthetic quotes; may lie half a tick off the grid. */
  mid: Price
  bid: Price
  ask: Price
  /** The last trade of the feed: between two ticks the market trades at the mid it was shown. */
  last: Price
  /** Average of (mid - oracle), over 150 seconds. */
  premiumAverage: Average
  /** Average of median(bid, ask, last), over 30 seconds. */
  bookAverage: Average
}

/** The constants of a step that depend on the time it covers. All rates are units of 1e-12. */
export interface StepLength {
  ticks: bigint
  seconds: bigint
  /** Deviation of the return, per unit of annual volatility. */
  volatilityShare: Rate
  basisDeviation: Rate
  maxReturn: Rate
  /** e^(-seconds / 150) and e^(-seconds / 30). */
  premiumDecay: Rate
  bookDecay: Rate
}

/** One tick of the feed. */
export const TICK: StepLength = {
  ticks: 1n,
  seconds: 3n,
  volatilityShare: 308_400_000n,
  basisDeviation: 20_000_000n,
  maxReturn: 20_000_000_000n,
  premiumDecay: 980_198_673_307n,
  bookDecay: 904_837_418_036n,
}

/** Twenty ticks at once, with deviations larger by the square root of twenty. */
export const MINUTE: StepLength = {
  ticks: 20n,
  seconds: 60n,
  volatilityShare: 1_379_206_728n,
  basisDeviation: 89_442_719n,
  maxReturn: 89_442_719_100n,
  premiumDecay: 670_320_046_036n,
  bookDecay: 135_335_283_237n,
}

const FAIR_DECIMALS = 12
/** Units of the fair value in one unit of a price. */
export const FAIR_PER_PRICE = powerOfTen(FAIR_DECIMALS - PRICE_DECIMALS)
const NORMAL_ONE = powerOfTen(9)

/** Pull toward the anchor and toward the mean basis, per tick. */
const ANCHOR_PULL: Rate = 2_000_000n
const BASIS_PULL: Rate = 5_000_000_000n
/** One basis point, and forty basis points. */
const MEAN_BASIS: Rate = 100_000_000n
const MAX_BASIS: Rate = 4_000_000_000n

/** The first prices of a market: at its anchor, with the mean basis. */
export function openMarket(market: Market, feedSeed: string): MarketPrices {
  const model = modelOf(market)
  const fairValue = model.anchor * FAIR_PER_PRICE
  const quotes = quotesAround(market, model, fairValue, MEAN_BASIS)
  const nothing = { numerator: 0n, denominator: 0n }
  const random = Xoshiro256.seeded(feedSeed, market.id).state()
  return price(market, TICK, quotes, {
    random,
    fairValue,
    basis: MEAN_BASIS,
    last: roundToTick(quotes.mid, market.szDecimals),
    premiumAverage: nothing,
    bookAverage: nothing,
  })
}

/**
 * Moves a market through several steps. The only source of randomness is the generator inside
 * `prices`, so that the same start and steps give the same end, bit for bit.
 */
export function advanceMarket(
  market: Market,
  prices: MarketPrices,
  steps: readonly StepLength[]
): MarketPrices {
  const generator = Xoshiro256.resume(prices.random)
  let current = prices
  for (const step of steps) current = walk(market, current, step, generator)
  return { ...current, random: generator.state() }
}

/**
 * Takes one random step. It moves the generator; `random` of the result still has the state from
 * before.
 */
export function walk(
  market: Market,
  prices: MarketPrices,
  step: StepLength,
  generator: Xoshiro256
): MarketPrices {
  const model = modelOf(market)
  const fairValue = nextFairValue(model, prices.fairValue, step, nextNormal(generator))
  const basis = nextBasis(prices.basis, step, nextNormal(generator))
  return moveTo(market, prices, step, { fairValue, basis })
}

/** Takes one step to a given value: the quotes are set around it, and the averages include it. */
export function moveTo(
  market: Market,
  prices: MarketPrices,
  step: StepLength,
  { fairValue, basis }: Pick<MarketPrices, 'fairValue' | 'basis'>
): MarketPrices {
  return price(market, step, quotesAround(market, modelOf(market), fairValue, basis), {
    ...prices,
    fairValue,
    basis,
    last: roundToTick(prices.mid, market.szDecimals),
  })
}

/**
 * Prices as if the market had always been there: the averages forget the past, so that the mark
 * follows at once. With a basis of zero, oracle, mid and mark are equal.
 *
 * @param oracle on the tick grid
 */
export function restartAt(
  market: Market,
  prices: MarketPrices,
  oracle: Price,
  basis: Rate
): MarketPrices {
  const fairValue = oracle * FAIR_PER_PRICE
  const quotes = quotesAround(market, modelOf(market), fairValue, basis)
  const nothing = { numerator: 0n, denominator: 0n }
  return price(market, TICK, quotes, {
    random: prices.random,
    fairValue,
    basis,
    last: roundToTick(quotes.mid, market.szDecimals),
    premiumAverage: nothing,
    bookAverage: nothing,
  })
}

/**
 * Moves only the oracle; the quotes follow with the next step, and the mark through its averages.
 */
export function moveOracle(market: Market, prices: MarketPrices, oracle: Price): MarketPrices {
  const book = medianOfThree(prices.bid, prices.ask, prices.last)
  const mark = markOf(oracle, book, prices.premiumAverage, prices.bookAverage)
  return {
    ...prices,
    fairValue: oracle * FAIR_PER_PRICE,
    oracle,
    mark: roundToTick(mark, market.szDecimals),
  }
}

/** @param normal units of 1e-9 */
function nextFairValue(model: PriceModel, value: bigint, step: StepLength, normal: bigint): bigint {
  const anchor = model.anchor * FAIR_PER_PRICE
  const pull = (ANCHOR_PULL * step.ticks * (anchor - value)) / anchor
  const deviation = (model.annualVolatility * step.volatilityShare) / RATE_ONE
  const change = pull + (deviation * normal) / NORMAL_ONE
  const next = value + (value * clamp(change, -step.maxReturn, step.maxReturn)) / RATE_ONE
  if (next <= 0n) throw new Error('A price fell to zero')
  return next
}

function nextBasis(basis: Rate, step: StepLength, normal: bigint): Rate {
  const pull = (BASIS_PULL * step.ticks * (MEAN_BASIS - basis)) / RATE_ONE
  const change = pull + (step.basisDeviation * normal) / NORMAL_ONE
  return clamp(basis + change, -MAX_BASIS, MAX_BASIS)
}

interface Quotes {
  oracle: Price
  bid: Price
  ask: Price
  mid: Price
}

/** The published oracle, and the best quotes of the synthetic book around the perpetual's price. */
function quotesAround(market: Market, model: PriceModel, fairValue: bigint, basis: Rate): Quotes {
  const { szDecimals } = market
  const oracle = roundToTick(divideHalfEven(fairValue, FAIR_PER_PRICE), szDecimals)
  const target = (oracle * (RATE_ONE + basis)) / RATE_ONE
  const distance = (target * model.halfSpread) / RATE_ONE
  const bid = floorToTick(target - distance, szDecimals)
  const nearestAsk = ceilToTick(target + distance, szDecimals)
  const ask = nearestAsk > bid ? nearestAsk : bid + tickAt(bid, szDecimals)
  return { oracle, bid, ask, mid: (bid + ask) / 2n }
}

type Unpriced = Omit<MarketPrices, keyof Quotes | 'mark'>

/** Updates both averages with this tick's sample, then takes the median of the three price sources. */
function price(market: Market, step: StepLength, quotes: Quotes, prices: Unpriced): MarketPrices {
  const { oracle, mid, bid, ask } = quotes
  const book = medianOfThree(bid, ask, prices.last)
  const premiumAverage = include(prices.premiumAverage, mid - oracle, step, step.premiumDecay)
  const bookAverage = include(prices.bookAverage, book, step, step.bookDecay)
  const mark = markOf(oracle, book, premiumAverage, bookAverage)
  return {
    ...prices,
    ...quotes,
    premiumAverage,
    bookAverage,
    mark: roundToTick(mark, market.szDecimals),
  }
}

function markOf(oracle: Price, book: Price, premium: Average, books: Average): Price {
  return medianOfThree(oracle + meanOf(premium), book, meanOf(books))
}

function include(average: Average, sample: Price, step: StepLength, decay: Rate): Average {
  return {
    numerator: (average.numerator * decay) / RATE_ONE + sample * FAIR_PER_PRICE * step.seconds,
    denominator: (average.denominator * decay) / RATE_ONE + step.seconds * RATE_ONE,
  }
}

function meanOf({ numerator, denominator }: Average): Price {
  return divideHalfEven(numerator * powerOfTen(PRICE_DECIMALS), denominator)
}

function modelOf(market: Market): PriceModel {
  if (!market.priceModel) throw new Error(`${market.id} is delisted and has no price`)
  return market.priceModel
}
