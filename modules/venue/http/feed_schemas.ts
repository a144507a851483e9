import { ACTOR_TYPES } from '#app/extension/principal'
import { schema } from '#app/http/schemas'
import { marketSchema } from '#modules/ledger/index'
import { INTERVALS } from '../core/feed/candles.ts'
import { FEED_MODES } from '../core/feed/feed.ts'
import { CLOCK_MODES } from '../core/feed/feed_clock.ts'
import { FAULT_CODES } from '../services/set_fault.ts'

const { boolean, decimal, enumeration, integer, list, nullable, object, string, timestamp } = schema

/** Part of every answer that shows prices. */
export const age = {
  marketDataAsOf: timestamp,
  ageSeconds: integer,
  staleAfterSeconds: integer,
  stale: boolean,
}

const market = schema.named('Market', {
  id: schema.text('`<venue code>:<dex index>:<symbol>`', marketSchema),
  symbol: string,
  dexIndex: integer,
  szDecimals: schema.integer,
  maxLeverage: integer,
  marginTiers: list(schema.named('MarginTier', { lowerBound: decimal, maxLeverage: integer })),
  marginModes: list(enumeration('cross', 'isolated')),
  isolatedMarginRemovable: boolean,
  isDelisted: boolean,
  status: enumeration('active', 'delisted'),
  minNotional: decimal,
  maxMarketOrderNotional: decimal,
  takerFeeRate: decimal,
  makerFeeRate: decimal,
  impactNotional: decimal,
  fundingIntervalSeconds: integer,
})

const ticker = schema.named('Ticker', {
  market: marketSchema,
  symbol: string,
  markPx: decimal,
  midPx: decimal,
  oraclePx: decimal,
  bidPx: decimal,
  askPx: decimal,
  prevDayPx: nullable(decimal),
  change24h: nullable(decimal),
  high24h: nullable(decimal),
  low24h: nullable(decimal),
  volume24h: decimal,
  notional24h: decimal,
  openInterest: decimal,
  fundingRate: decimal,
  premium: decimal,
  nextFundingAt: timestamp,
})

export const candle = schema.named('Candle', {
  t: { ...integer, description: 'Opening time in milliseconds since the Unix epoch' },
  T: integer,
  o: decimal,
  h: decimal,
  l: decimal,
  c: decimal,
  v: decimal,
  n: integer,
  closed: boolean,
})

const level = schema.named('BookLevel', { px: decimal, sz: decimal, n: integer })

export const byMarket = (description: string, additionalProperties: object) => ({
  type: 'object',
  description,
  additionalProperties,
})

const simMarket = schema.named('SimMarket', {
  market: marketSchema,
  oraclePx: decimal,
  markPx: decimal,
  midPx: decimal,
  pinned: boolean,
  liquidity: object({ bids: decimal, asks: decimal }),
  fundingRate: nullable(decimal),
  isDelisted: boolean,
  settlementPx: nullable(decimal),
  replay: nullable(object({ candles: integer, ticksPerCandle: integer, loop: boolean })),
})

const simFeed = schema.named('SimFeed', {
  realmId: schema.uuid,
  seed: schema.text('With it and the commands a run can be repeated'),
  mode: enumeration(...FEED_MODES),
  clock: schema.named('SimClock', {
    mode: enumeration(...CLOCK_MODES),
    now: nullable(timestamp),
    aheadOfWallMs: nullable(integer),
  }),
  tick: integer,
  forkedAt: timestamp,
  markets: list(simMarket),
  faults: list(
    schema.named('SimFault', {
      code: enumeration(...FAULT_CODES),
      market: nullable(marketSchema),
      objectId: nullable(schema.id('obj')),
      count: integer,
    })
  ),
  commands: list(
    schema.named('SimCommand', {
      seq: integer,
      tick: integer,
      command: schema.record,
      actor: object({ type: enumeration(...ACTOR_TYPES), id: string }),
      createdAt: timestamp,
    })
  ),
  ...age,
})

/** What the rest of a market traded in one tick. */
export const trade = schema.named('Trade', {
  market: marketSchema,
  px: decimal,
  sz: decimal,
  n: integer,
  time: timestamp,
})

export const feedAnswers = {
  meta: schema.envelope(object({ markets: list(market) })),
  mids: schema.envelope(
    object({
      mids: byMarket('Price by market id; markets without a price are left out', decimal),
      ...age,
    })
  ),
  tickers: schema.envelope(object({ tickers: list(ticker), ...age })),
  book: schema.envelope(
    object({ market: marketSchema, bids: list(level), asks: list(level), ...age })
  ),
  candles: schema.envelope(
    object({
      market: marketSchema,
      interval: enumeration(...Object.keys(INTERVALS)),
      candles: list(candle),
      ...age,
    })
  ),
  openInterest: schema.envelope(
    object({
      market: marketSchema,
      openInterest: decimal,
      realmOpenInterest: decimal,
      notional: decimal,
      ...age,
    })
  ),
  funding: schema.envelope(
    object({
      market: marketSchema,
      current: nullable(
        schema.named('CurrentFunding', {
          rate: decimal,
          premium: decimal,
          samples: integer,
          nextFundingAt: timestamp,
        })
      ),
      history: list(
        schema.named('FundingRate', {
          time: timestamp,
          rate: decimal,
          premium: decimal,
          oraclePx: decimal,
        })
      ),
      ...age,
    })
  ),
  sparklines: schema.envelope(
    object({
      sparklines: byMarket('Hourly prices of a day by market id, newest last', list(decimal)),
      ...age,
    })
  ),
  simFeed: schema.envelope(object({ feed: simFeed })),
}
