import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import type { Candle, Trade } from '../core/feed/candles.ts'
import { HOUR_MS, averagePremium, rateOf } from '../core/feed/premium.ts'
import type { ViewedLevel } from '../core/feed/book_view.ts'
import { openInterest } from '../core/feed/activity.ts'
import type { MarketFeed } from '../core/feed/feed.ts'
import type { Market } from '../core/markets.ts'
import {
  RATE_DECIMALS,
  RATE_ONE,
  formatFixed,
  formatPrice,
  type Lots,
  type Price,
  type Rate,
} from '../core/numerics.ts'
import { STALE_AFTER_SECONDS, type FeedReading, type PriceAge } from '../services/feed_board.ts'
import type { Mids } from '../services/market_data_source.ts'
import type { BookView } from '../services/read_book.ts'
import type { CandlesView } from '../services/read_candles.ts'
import type { FundingView } from '../services/read_funding.ts'
import type { OpenInterestView } from '../services/read_open_interest.ts'
import type { SparklinesView } from '../services/read_sparklines.ts'
import type { DayStats, TickersView } from '../services/read_tickers.ts'

const ATOMS_PER_USD = 1_000_000n

export function presentMarket(market: Market) {
  const { id, symbol, dexIndex, szDecimals, maxLeverage, marginModes } = market
  const { isolatedMarginRemovable, isDelisted, fundingIntervalSeconds } = market
  return {
    id,
    symbol,
    dexIndex,
    szDecimals,
    maxLeverage,
    marginTiers: market.marginTiers.map((tier) => ({
      lowerBound: wholeUsd(tier.lowerBoundUsd),
      maxLeverage: tier.maxLeverage,
    })),
    marginModes,
    isolatedMarginRemovable,
    isDelisted,
    status: isDelisted ? 'delisted' : 'active',
    minNotional: wholeUsd(market.minNotionalUsd),
    maxMarketOrderNotional: wholeUsd(market.maxMarketOrderNotionalUsd),
    takerFeeRate: formatRate(market.takerFeeRate),
    makerFeeRate: formatRate(market.makerFeeRate),
    impactNotional: wholeUsd(market.impactNotionalUsd),
    fundingIntervalSeconds,
  }
}

export function presentMids(reading: Mids) {
  const mids = [...reading.mids].map(([marketId, mid]) => [marketId, formatPrice(mid)])
  return { mids: Object.fromEntries(mids), ...presentAge(reading) }
}

export function presentTickers({ reading, tickers }: TickersView) {
  const { feed } = reading.stored
  return {
    tickers: tickers.map(({ market, feed: { prices, premium, controls }, day }) => ({
      market: market.id,
      symbol: market.symbol,
      markPx: formatPrice(prices.mark),
      midPx: formatPrice(prices.mid),
      oraclePx: formatPrice(prices.oracle),
      bidPx: formatPrice(prices.bid),
      askPx: formatPrice(prices.ask),
      ...presentDay(market, day, prices.mark),
      openInterest: formatLots(openInterest(market, feed.seed, feed.tick), market),
      fundingRate: formatRate(rateOf(premium, controls)),
      premium: formatRate(averagePremium(premium)),
      nextFundingAt: nextFunding(reading),
    })),
    ...presentAge(reading),
  }
}

function presentDay(market: Market, day: DayStats, mark: Price) {
  const { previous, high, low, volume, notional } = day
  const change = previous === null ? null : ((mark - previous) * RATE_ONE) / previous
  return {
    prevDayPx: previous && formatPrice(previous),
    change24h: change === null ? null : formatFixed(change / 1_000_000n, RATE_DECIMALS - 6),
    high24h: high && formatPrice(high),
    low24h: low && formatPrice(low),
    volume24h: formatLots(volume, market),
    notional24h: formatUsd(notional),
  }
}

export function presentBook({ reading, market, bids, asks }: BookView) {
  const level = ({ price, lots, orders }: ViewedLevel) => ({
    px: formatPrice(price),
    sz: formatLots(lots, market),
    n: orders,
  })
  return {
    market: market.id,
    bids: bids.map(level),
    asks: asks.map(level),
    ...presentAge(reading),
  }
}

export function presentCandles({ reading, market, interval, candles }: CandlesView) {
  return {
    market: market.id,
    interval,
    candles: candles.map((candle) => presentCandle(candle, market, reading.asOfMs)),
    ...presentAge(reading),
  }
}

function presentCandle(candle: Candle, market: Market, asOfMs: number) {
  const endMs = candle.openMs + candle.seconds * 1000
  return {
    t: candle.openMs,
    T: endMs - 1,
    o: formatPrice(candle.open),
    h: formatPrice(candle.high),
    l: formatPrice(candle.low),
    c: formatPrice(candle.close),
    v: formatLots(candle.volume, market),
    n: candle.trades,
    closed: asOfMs >= endMs,
  }
}

/** What the rest of a market traded in one tick, as one trade. */
export function presentTrade(market: Market, { price, lots, trades }: Trade, atMs: number) {
  return {
    market: market.id,
    px: formatPrice(price),
    sz: formatLots(lots, market),
    n: trades,
    time: toRfc3339(atMs * 1000),
  }
}

export function presentOpenInterest(view: OpenInterestView) {
  const { reading, market, lots, realmLots, notional } = view
  return {
    market: market.id,
    openInterest: formatLots(lots, market),
    realmOpenInterest: formatLots(realmLots, market),
    notional: formatUsd(notional),
    ...presentAge(reading),
  }
}

export function presentFunding({ reading, market, current, history }: FundingView) {
  return {
    market: market.id,
    current: current && presentCurrentFunding(reading, current),
    history: history.map(({ hour, rate, premium, oracle }) => ({
      time: toRfc3339((hour + 1) * HOUR_MS * 1000),
      rate: formatRate(rate),
      premium: formatRate(premium),
      oraclePx: formatPrice(oracle),
    })),
    ...presentAge(reading),
  }
}

function presentCurrentFunding(reading: FeedReading, { premium, controls }: MarketFeed) {
  return {
    rate: formatRate(rateOf(premium, controls)),
    premium: formatRate(averagePremium(premium)),
    samples: premium.samples,
    nextFundingAt: nextFunding(reading),
  }
}

export function presentSparklines({ reading, candles }: SparklinesView) {
  const lines = [...candles].map(([marketId, hours]) => [
    marketId,
    hours.map(({ close }) => formatPrice(close)),
  ])
  return { sparklines: Object.fromEntries(lines), ...presentAge(reading) }
}

export function presentAge({ asOfMs, ageSeconds, stale }: PriceAge) {
  return {
    marketDataAsOf: toRfc3339(asOfMs * 1000),
    ageSeconds,
    staleAfterSeconds: STALE_AFTER_SECONDS,
    stale,
  }
}

function nextFunding({ asOfMs }: PriceAge): string {
  return toRfc3339((Math.floor(asOfMs / HOUR_MS) + 1) * HOUR_MS * 1000)
}

export function formatRate(rate: Rate): string {
  return formatFixed(rate, RATE_DECIMALS)
}

function formatLots(lots: Lots, market: Market): string {
  return formatFixed(lots, market.szDecimals)
}

function wholeUsd(usd: bigint): string {
  return formatUsd(usd * ATOMS_PER_USD)
}
