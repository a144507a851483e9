import { fundingRate, premiumSample, type FundingRate } from '../engine/funding.ts'
import type { PricedMarket } from '../engine/market_inputs.ts'
import { PRICE_DECIMALS, RATE_ONE, powerOfTen, type Price, type Rate } from '../numerics.ts'
import { TICK_MS } from '../tick.ts'
import type { MarketControls, PremiumSum } from './feed.ts'

const SAMPLE_MS = 5000
export const HOUR_MS = 3_600_000

/** The smallest share of its plain depth that the first level of the synthetic book has: 0.8. */
const LEAST_OF_DEPTH: Rate = 800_000_000_000n

/** The rate that an hour of a market ended with. */
export interface HourRate extends FundingRate {
  /** Average of the hour's samples. */
  premium: Rate
  /** At the end of the hour; the payments are computed at it. */
  oracle: Price
}

/** Whether a premium sample has come due between two ticks; one is due every five seconds. */
export function isSampleDue(fromTick: number, tick: number): boolean {
  return periodOf(fromTick, SAMPLE_MS) < periodOf(tick, SAMPLE_MS)
}

/** The hour since the Unix epoch that ended between two ticks, or null. */
export function endedHour(fromTick: number, tick: number): number | null {
  const hour = periodOf(tick, HOUR_MS)
  return periodOf(fromTick, HOUR_MS) < hour ? hour - 1 : null
}

function periodOf(tick: number, lengthMs: number): number {
  return Math.floor((tick * TICK_MS) / lengthMs)
}

/**
 * The premium at one moment. When the best quotes alone hold the impact notional, they are the
 * impact prices, and the book behind them need not be computed.
 */
export function samplePremium(input: PricedMarket, seed: string, tick: number): Rate {
  const { bid, ask, oracle } = input.prices
  if (!holdsImpact(input, 'bids', bid) || !holdsImpact(input, 'asks', ask)) {
    return sampleBook(input, seed, tick)
  }
  const above = bid > oracle ? bid - oracle : 0n
  const below = oracle > ask ? oracle - ask : 0n
  return ((above - below) * RATE_ONE) / oracle
}

function holdsImpact(input: PricedMarket, side: 'bids' | 'asks', best: Price): boolean {
  const { market, liquidity } = input
  const unit = powerOfTen(PRICE_DECIMALS + market.szDecimals)
  const impactLots = (market.impactNotionalUsd * unit) / best
  const plain = (market.bookDepth.firstLevelUsd * unit) / best
  const least = (plain * LEAST_OF_DEPTH * liquidity[side]) / (RATE_ONE * RATE_ONE)
  return impactLots > 0n && least >= impactLots
}

function sampleBook(input: PricedMarket, bookSeed: string, tick: number): Rate {
  return premiumSample(
    {
      nowMs: tick * TICK_MS,
      tick,
      bookSeed,
      markets: new Map([[input.market.id, input]]),
      fees: { platformTenthsBps: 0, applicationTenthsBps: 0 },
    },
    input.market.id
  )
}

export function addSample({ total, samples }: PremiumSum, sample: Rate): PremiumSum {
  return { total: total + sample, samples: samples + 1 }
}

export function averagePremium({ total, samples }: PremiumSum): Rate {
  return samples === 0 ? 0n : total / BigInt(samples)
}

/**
 * The present hourly rate of a market: the one set by hand, or the one computed from its premium.
 */
export function rateOf(premium: PremiumSum, controls: MarketControls): Rate {
  return controls.fundingRate ?? fundingRate(averagePremium(premium))
}
