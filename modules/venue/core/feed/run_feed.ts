import type { FundingRate } from '../engine/funding.ts'
import type { MarketInput } from '../engine/market_inputs.ts'
import type { Market } from '../markets.ts'
import type { Rate } from '../numerics.ts'
import {
  FAIR_PER_PRICE,
  moveTo,
  walk,
  type MarketPrices,
  type StepLength,
} from '../price_process.ts'
import { Xoshiro256 } from '../prng.ts'
import { msOfTick } from '../tick.ts'
import { tickTrade } from './activity.ts'
import { CandleFold, type Candle } from './candles.ts'
import { NO_PREMIUM, newMarketFeed, type Feed, type MarketFeed } from './feed.ts'
import {
  addSample,
  averagePremium,
  endedHour,
  isSampleDue,
  rateOf,
  samplePremium,
  type HourRate,
} from './premium.ts'
import { positionOnTape, priceOnTape, type Tapes } from './tape.ts'

export type PassPrices = NonNullable<MarketInput['prices']>

/** What the realms of a feed are shown of one tick. */
export interface FeedPass {
  tick: number
  /** By market id. */
  prices: Readonly<Record<string, PassPrices>>
  /** Hours that ended with this tick. */
  funding: readonly FundingRate[]
}

export interface FeedRun {
  feed: Feed
  passes: readonly FeedPass[]
  /** Parts of candles, to be joined with the stored parts. */
  candles: readonly Candle[]
  rates: readonly HourRate[]
}

export interface RunTerms {
  steps: readonly StepLength[]
  tapes: Tapes
  /** After how many ticks realms are shown the feed, besides the ends of hours. */
  passTicks: number
  /** The realms are shown this tick in any case, because an advance ends there. */
  lastTick: number
}

/**
 * Takes a feed through several steps and collects what they leave behind. The only source of
 * randomness is in the feed, so that the same start and steps give the same run, bit for bit,
 * wherever it is split.
 */
export function runFeed(markets: readonly Market[], start: Feed, terms: RunTerms): FeedRun {
  const run = new Run(markets, start, terms)
  for (const step of terms.steps) run.take(step)
  return run.result()
}

class Run {
  #tick: number
  #live: { market: Market; feed: MarketFeed; generator: Xoshiro256 }[]
  #gone: [string, MarketFeed][]
  #fold = new CandleFold()
  #passes: FeedPass[] = []
  #rates: HourRate[] = []

  constructor(
    markets: readonly Market[],
    private start: Feed,
    private terms: RunTerms
  ) {
    this.#tick = start.tick
    const known = Object.entries(start.markets)
    this.#gone = known.filter(([, { controls }]) => controls.delisted)
    const gone = new Set(this.#gone.map(([id]) => id))
    this.#live = markets
      .filter((market) => !market.isDelisted && !gone.has(market.id))
      .map((market) => {
        // A market that was listed while the feed stood still starts at its anchor.
        const feed = start.markets[market.id] ?? newMarketFeed(market, start.seed)
        return { market, feed, generator: Xoshiro256.resume(feed.prices.random) }
      })
  }

  take(step: StepLength): void {
    const from = this.#tick
    this.#tick += Number(step.ticks)
    const sampled = isSampleDue(from, this.#tick)
    const hour = endedHour(from, this.#tick)
    const rates: HourRate[] = []
    for (const entry of this.#live) {
      const { market, generator } = entry
      const isNew = !(market.id in this.start.markets) && from === this.start.tick
      const prices = isNew ? entry.feed.prices : this.#next(market, entry.feed, step, generator)
      let { premium } = entry.feed
      const { controls } = entry.feed
      if (sampled) premium = addSample(premium, this.#sample(market, entry.feed, prices))
      if (hour !== null) {
        const rate = rateOf(premium, controls)
        const average = averagePremium(premium)
        rates.push({ market: market.id, hour, rate, premium: average, oracle: prices.oracle })
        premium = NO_PREMIUM
      }
      entry.feed = { prices, premium, controls }
      this.#fold.add(market.id, msOfTick(this.#tick), tickTrade(market, prices))
    }
    this.#rates.push(...rates)
    this.#pass(rates)
  }

  result(): FeedRun {
    const { seed, mode } = this.start
    const live = this.#live.map(({ market, feed, generator }): [string, MarketFeed] => [
      market.id,
      { ...feed, prices: { ...feed.prices, random: generator.state() } },
    ])
    return {
      feed: { seed, mode, tick: this.#tick, markets: Object.fromEntries([...this.#gone, ...live]) },
      passes: this.#passes,
      candles: this.#fold.candles(),
      rates: this.#rates,
    }
  }

  #next(
    market: Market,
    { prices, controls }: MarketFeed,
    step: StepLength,
    generator: Xoshiro256
  ): MarketPrices {
    if (controls.pinned) return prices
    const { mode } = this.start
    if (mode === 'generated') return walk(market, prices, step, generator)
    const { tape } = controls
    const candles = this.terms.tapes.get(market.id)
    if (mode === 'manual' || !tape || !candles) return moveTo(market, prices, step, prices)
    const at = positionOnTape(tape, this.#tick)
    const candle = candles.get(at.candle)
    if (!candle) throw new Error(`Candle ${at.candle} of ${market.id} was not loaded`)
    const price = priceOnTape(candle, at.step, tape.ticksPerCandle)
    return moveTo(market, prices, step, { fairValue: price * FAIR_PER_PRICE, basis: 0n })
  }

  #sample(market: Market, { controls }: MarketFeed, prices: MarketPrices): Rate {
    const { liquidity } = controls
    return samplePremium({ market, prices, liquidity }, this.start.seed, this.#tick)
  }

  #pass(rates: readonly HourRate[]): void {
    const { passTicks, lastTick } = this.terms
    const isDue = this.#tick % passTicks === 0 || this.#tick === lastTick || rates.length > 0
    if (!isDue) return
    const prices = this.#live.map(
      ({ market, feed }) => [market.id, passPrices(feed.prices)] as const
    )
    const funding = rates.map(({ market, hour, rate }) => ({ market, hour, rate }))
    this.#passes.push({ tick: this.#tick, prices: Object.fromEntries(prices), funding })
  }
}

function passPrices({ oracle, mark, mid, bid, ask }: MarketPrices): PassPrices {
  return { oracle, mark, mid, bid, ask }
}
