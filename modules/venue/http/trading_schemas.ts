import { schema } from '#app/http/schemas'
import { marketSchema, moneySchema, operationSchema } from '#modules/ledger/index'
import { DIRECTIONS } from '../core/engine/lot.ts'
import { FAILURE_REASONS } from '../core/engine/refusals.ts'
import { CANCEL_REASONS, ORDER_STATUSES } from '../core/engine/state.ts'
import { MARGIN_MODES } from '../core/markets.ts'
import { VENUES } from '../core/venue_metadata.ts'

const { boolean, decimal, enumeration, integer, list, nullable, object, string, timestamp } = schema

/** An order, without its times. */
export const orderTerms = {
  id: schema.id('ord'),
  operationId: schema.id('op'),
  objectId: schema.id('obj'),
  market: marketSchema,
  side: enumeration('buy', 'sell'),
  orderType: enumeration('MARKET', 'LIMIT'),
  price: nullable(decimal),
  size: decimal,
  filledSize: decimal,
  avgFillPrice: nullable(decimal),
  status: enumeration(...ORDER_STATUSES),
  cancelReason: nullable(enumeration(...CANCEL_REASONS)),
  failureReason: nullable(enumeration(...FAILURE_REASONS)),
  reduceOnly: boolean,
  timeInForce: enumeration('GTC', 'IOC', 'ALO'),
  leverage: integer,
  isTrigger: boolean,
  triggerPx: nullable(decimal),
  isMarket: boolean,
  tpsl: nullable(enumeration('tp', 'sl')),
  sizeToMax: boolean,
  ocoGroupId: nullable(string),
  applicationFeeTenthsBps: integer,
}

const order = schema.named('Order', { ...orderTerms, createdAt: timestamp, updatedAt: timestamp })

export const fillTerms = {
  side: enumeration('buy', 'sell'),
  size: decimal,
  price: decimal,
  market: marketSchema,
  direction: enumeration(...DIRECTIONS),
  orderId: nullable(schema.id('ord')),
  orderOperationId: nullable(schema.id('op')),
  realizedPnl: decimal,
  fee: decimal,
  feeBreakdown: schema.named('FeeBreakdown', {
    exchange: decimal,
    platform: decimal,
    builder: decimal,
  }),
  netBalanceChange: decimal,
  startPosition: decimal,
  resultingPosition: nullable(
    schema.named('ResultingPosition', {
      side: enumeration('long', 'short'),
      size: decimal,
      entryPx: decimal,
      leverage: integer,
    })
  ),
  isMaker: boolean,
  isLiquidation: boolean,
}

const fill = schema.named('Fill', {
  id: schema.id('fil'),
  operationId: schema.id('op'),
  ...fillTerms,
  createdAt: timestamp,
})

/** A fill in an event, whose head says the rest. */
export const streamedFill = schema.named('StreamedFill', {
  fillId: schema.id('fil'),
  ...fillTerms,
})

const COSTS = [
  'cumulativeFunding',
  'cumulativeFee',
  'cumulativeExchangeFee',
  'cumulativePlatformFee',
  'cumulativeBuilderFee',
]

const position = schema.named(
  'Position',
  {
    id: schema.id('pos'),
    market: marketSchema,
    side: enumeration('long', 'short'),
    size: decimal,
    entryPrice: decimal,
    markPrice: decimal,
    leverage: integer,
    marginMode: enumeration('cross', 'isolated'),
    marginUsed: decimal,
    isolatedMargin: nullable(decimal),
    liquidationPrice: nullable(decimal),
    positionValue: decimal,
    unrealizedPnl: decimal,
    returnOnEquity: decimal,
    ...Object.fromEntries(COSTS.map((name) => [name, decimal])),
    createdAt: timestamp,
    updatedAt: timestamp,
  },
  COSTS
)

const sums = {
  tradeCount: integer,
  volume: decimal,
  realizedPnl: decimal,
  exchangeFees: decimal,
  platformFees: decimal,
  builderFees: decimal,
  totalFees: decimal,
  fundingPaid: decimal,
  fundingReceived: decimal,
}

const twap = schema.named('Twap', {
  operationId: schema.id('op'),
  objectId: schema.id('obj'),
  market: marketSchema,
  side: enumeration('buy', 'sell'),
  totalSize: decimal,
  filledSize: decimal,
  reduceOnly: boolean,
  randomize: boolean,
  slippage: decimal,
  slices: integer,
  slicesDone: integer,
  intervalSeconds: { type: 'number' },
  status: enumeration('RUNNING', 'STOPPED', 'FINISHED', 'TERMINATED'),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const marginSummary = schema.named('MarginSummary', {
  equity: decimal,
  totalRawUsd: decimal,
  availableToWithdraw: decimal,
  initialMarginUsed: decimal,
  maintenanceMarginRequired: decimal,
  totalUnrealizedPnl: decimal,
  totalNtlPos: decimal,
})

const page = (name: string, item: object) =>
  schema.envelope(
    object({
      [name]: list(item as Record<string, unknown>),
      total: integer,
      nextCursor: nullable(string),
    })
  )

/** An exchange account as it is now. */
export const exchangeState = schema.named('ExchangeState', {
  account: schema.named('ExchangeAccount', {
    objectId: schema.id('obj'),
    path: schema.path,
    objectPath: schema.path,
    venue: enumeration(...VENUES),
    status: enumeration('active'),
  }),
  marginSummary,
  crossMaintenanceMarginUsed: decimal,
  positions: list(position),
  openOrders: list(order),
  feeRates: schema.named('FeeRates', {
    taker: decimal,
    maker: decimal,
    platform: decimal,
    application: decimal,
  }),
})

export const tradingAnswers = {
  placed: schema.envelope(
    object(
      {
        operation: operationSchema,
        order,
        fee: moneySchema,
      },
      ['fee']
    )
  ),
  changed: schema.envelope(object({ operation: operationSchema, order })),
  several: schema.envelope(object({ operation: operationSchema, orders: list(order) })),
  state: schema.envelope(exchangeState),
  asset: schema.envelope(
    object({
      market: marketSchema,
      leverage: integer,
      maxBuySize: decimal,
      maxSellSize: decimal,
      availableToTrade: decimal,
      markPx: decimal,
      bidPx: decimal,
      askPx: decimal,
      feeRate: decimal,
      maintenanceMarginRate: decimal,
      marginTiers: list(
        schema.named('AccountMarginTier', { lowerBound: decimal, maxLeverage: integer })
      ),
    })
  ),
  leverage: schema.envelope(
    object(
      {
        operation: operationSchema,
        market: marketSchema,
        leverage: integer,
        previousLeverage: integer,
        marginMode: enumeration(...MARGIN_MODES),
      },
      ['operation', 'previousLeverage', 'marginMode']
    )
  ),
  marginMode: schema.envelope(
    object({
      operation: operationSchema,
      market: marketSchema,
      marginMode: enumeration(...MARGIN_MODES),
    })
  ),
  isolatedMargin: schema.envelope(
    object({
      operation: operationSchema,
      market: marketSchema,
      isolatedMargin: nullable(decimal),
      liquidationPrice: nullable(decimal),
    })
  ),
  orders: page('orders', order),
  order: schema.envelope(object({ order, fills: list(fill) })),
  positions: page('positions', position),
  fills: page('fills', fill),
  funding: page(
    'payments',
    schema.named('FundingPayment', {
      id: schema.id('fil'),
      operationId: schema.id('op'),
      market: marketSchema,
      rate: decimal,
      oraclePx: decimal,
      size: decimal,
      amount: decimal,
      createdAt: timestamp,
    })
  ),
  summary: schema.envelope(
    object({
      markets: list(object({ market: marketSchema, ...sums })),
      totals: object(sums),
      total: integer,
      nextCursor: nullable(string),
    })
  ),
  twap: schema.envelope(object({ operation: operationSchema, twap })),
  twaps: page('twaps', twap),
}
