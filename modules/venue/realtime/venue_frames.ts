import {
  answerFrame,
  eventFrame,
  subscribedFrames,
  type ServerFrame,
} from '#app/extension/server_frame'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'
import { schema } from '#app/http/schemas'
import { marketSchema } from '#modules/ledger/index'
import { INTERVALS } from '../core/feed/candles.ts'
import { age, byMarket, candle, trade } from '../http/feed_schemas.ts'
import { exchangeState, streamedFill } from '../http/trading_schemas.ts'

const { decimal, enumeration, list } = schema

const AT = '2026-01-01T00:00:00.000000Z'
const TRADER = '/traders/one'
const OBJECT = exampleId('obj')
const ORDER = exampleId('ord')
const MARKET = 'vn:0:ETH'
const AGE = { marketDataAsOf: AT, ageSeconds: 0, staleAfterSeconds: 15, stale: false }

const EXAMPLE_STATE = {
  account: {
    objectId: OBJECT,
    path: TRADER,
    objectPath: TRADER,
    venue: 'venue-sim',
    status: 'active',
  },
  marginSummary: {
    equity: '4999.70',
    totalRawUsd: '4699.65',
    availableToWithdraw: '4996.70',
    initialMarginUsed: '15.00',
    maintenanceMarginRequired: '3.00',
    totalUnrealizedPnl: '0.05',
    totalNtlPos: '300.05',
  },
  crossMaintenanceMarginUsed: '3.00',
  positions: [
    {
      id: exampleId('pos'),
      market: MARKET,
      side: 'long',
      size: '0.1',
      entryPrice: '3000',
      markPrice: '3000.5',
      leverage: 20,
      marginMode: 'cross',
      marginUsed: '15.00',
      isolatedMargin: null,
      liquidationPrice: null,
      positionValue: '300.05',
      unrealizedPnl: '0.05',
      returnOnEquity: '0.003333',
      cumulativeFee: '0.135',
      cumulativeExchangeFee: '0.135',
      createdAt: AT,
      updatedAt: AT,
    },
  ],
  openOrders: [],
  feeRates: { taker: '0.00045', maker: '0.00015', platform: '0', application: '0' },
}

const EXAMPLE_FILL = {
  fillId: exampleId('fil'),
  side: 'buy',
  size: '0.1',
  price: '3000',
  market: MARKET,
  direction: 'open_long',
  orderId: ORDER,
  orderOperationId: exampleId('op'),
  realizedPnl: '0.00',
  fee: '0.135',
  feeBreakdown: { exchange: '0.135', platform: '0.00', builder: '0.00' },
  netBalanceChange: '-0.135',
  startPosition: '0',
  resultingPosition: { side: 'long', size: '0.1', entryPx: '3000', leverage: 20 },
  isMaker: false,
  isLiquidation: false,
}

const ofFill = {
  fields: { fill: streamedFill },
  example: {
    entityId: EXAMPLE_FILL.fillId,
    entityPath: TRADER,
    correlationId: ORDER,
    fill: EXAMPLE_FILL,
  },
}

/** What watchers of an exchange object are told. */
export const EXCHANGE_FRAMES: readonly ServerFrame[] = [
  eventFrame('exchange.updated', {
    summary: 'The account of an exchange object there has changed.',
    fields: { exchange: exchangeState },
    example: { entityId: OBJECT, entityPath: TRADER, exchange: EXAMPLE_STATE },
  }),
  eventFrame('fill.previewed', {
    summary: 'An order was filled. `correlationId` is the order; `fill.recorded` follows.',
    ...ofFill,
  }),
  eventFrame('fill.recorded', {
    summary: 'The same fill, as it stands in the journal.',
    ...ofFill,
  }),
]

export const MIDS_SNAPSHOT = answerFrame('mids.snapshot', {
  summary: 'The mid prices, before the changes of them.',
  fields: { realmId: schema.uuid, mids: byMarket('Price by market id', decimal), ...age },
  example: { realmId: EXAMPLE_REALM, mids: { [MARKET]: '3000.25' }, ...AGE },
})

const MARKET_HEAD = { entityId: MARKET, sequence: 1_767_225_600_000 }

export const MIDS_FRAMES: readonly ServerFrame[] = [
  eventFrame('mids.updated', {
    summary: 'The mid prices that have changed.',
    fields: { mids: byMarket('Price by market id; only those that have changed', decimal), ...age },
    example: { sequence: MARKET_HEAD.sequence, mids: { [MARKET]: '3000.75' }, ...AGE },
  }),
]

const ofCandle = {
  fields: { market: marketSchema, interval: enumeration(...Object.keys(INTERVALS)), candle },
}
const EXAMPLE_CANDLE = {
  t: 1_767_225_600_000,
  T: 1_767_225_614_999,
  o: '3000',
  h: '3001',
  l: '2999.5',
  c: '3000.5',
  v: '12.5',
  n: 9,
  closed: false,
}
const candleExample = { ...MARKET_HEAD, market: MARKET, interval: '15s', candle: EXAMPLE_CANDLE }

export const CANDLE_FRAMES: readonly ServerFrame[] = [
  eventFrame('candle.updated', {
    summary: 'The running candle of a market has changed.',
    ...ofCandle,
    example: candleExample,
  }),
  eventFrame('candle.closed', {
    summary: 'A candle is complete.',
    ...ofCandle,
    example: { ...candleExample, candle: { ...EXAMPLE_CANDLE, closed: true } },
  }),
]

export const TRADE_FRAMES: readonly ServerFrame[] = [
  eventFrame('trades.batch', {
    summary: 'What the rest of the market traded in a tick, a trade for each market.',
    fields: { trades: list(trade) },
    example: {
      sequence: MARKET_HEAD.sequence,
      trades: [{ market: MARKET, px: '3000.5', sz: '1.25', n: 3, time: AT }],
    },
  }),
]

export const SUBSCRIBED = {
  mids: subscribedFrames('mids'),
  candles: subscribedFrames('candles', {
    fields: {
      markets: list(marketSchema),
      intervals: list(enumeration(...Object.keys(INTERVALS))),
    },
    example: { markets: [MARKET], intervals: ['15s'] },
  }),
  trades: subscribedFrames('trades'),
}
