import { schema } from '#app/http/schemas'
import { denominationSchema, marketSchema } from '#modules/ledger/index'

const { boolean, decimal, enumeration, integer, list, nullable, object, string, timestamp } = schema

const balance = {
  denomination: denominationSchema,
  amount: decimal,
  price: nullable(decimal),
  valueUsd: decimal,
}
const worth = {
  objectId: schema.id('obj'),
  path: schema.path,
  objectPath: schema.path,
  type: string,
  denomination: nullable(denominationSchema),
  valueUsd: decimal,
  balances: list(object(balance)),
  reservedBalances: list(object({ ...balance, operationId: schema.id('op') })),
}
const side = enumeration('long', 'short')
const mark = { markPrice: nullable(decimal), unrealizedPnl: nullable(decimal) }

export const valuation = schema.named('Valuation', {
  ...worth,
  positions: list(object({ market: marketSchema, size: decimal, side, entryPx: decimal, ...mark })),
})

/** The one answer that has `ok` in place of `success`. */
export const valuationAnswer = {
  type: 'object',
  properties: { ok: { const: true }, data: valuation },
  required: ['ok', 'data'],
}

const breakdownEntry = schema.named(
  'AssetBreakdown',
  {
    asset: string,
    category: enumeration('spot', 'exchange', 'perp'),
    amount: decimal,
    price: nullable(decimal),
    valueUsd: decimal,
    weightedAvgLeverage: decimal,
  },
  ['weightedAvgLeverage']
)

export const midPrice = schema.named(
  'MidPrice',
  {
    marketDataAsOf: timestamp,
    ageSeconds: integer,
    source: enumeration('snapshot', 'cache', 'none'),
    staleAfterSeconds: integer,
    stale: boolean,
  },
  ['marketDataAsOf']
)

export const aggregation = schema.named(
  'Aggregation',
  {
    prefix: string,
    totalEquityUsd: decimal,
    departingUsd: decimal,
    arrivingUsd: decimal,
    breakdown: list(breakdownEntry),
    objects: list(
      schema.named('AggregatedObject', {
        ...worth,
        positions: nullable(
          list(
            object({
              market: marketSchema,
              side,
              size: decimal,
              entryPrice: decimal,
              ...mark,
              valueUsd: decimal,
            })
          )
        ),
      })
    ),
    midPrice,
    midsComplete: schema.boolean,
    asOf: timestamp,
    interimAsOf: timestamp,
  },
  ['midsComplete', 'asOf', 'interimAsOf']
)

export const aggregateAnswer = schema.envelope(aggregation)

export const watchAnswer = schema.envelope(object({ watchId: schema.id('wat'), aggregation }))

const externalFlow = schema.named('ExternalFlow', {
  operationId: nullable(schema.id('op')),
  type: string,
  direction: enumeration('inflow', 'outflow'),
  amount: decimal,
  denomination: denominationSchema,
  valueUsd: decimal,
  sourceObjectPath: nullable(schema.path),
  targetObjectPath: nullable(schema.path),
  timestamp,
})

export const pnlAnswer = schema.envelope(
  object(
    {
      prefix: schema.path,
      from: timestamp,
      to: timestamp,
      interimAsOf: timestamp,
      startingEquityUsd: decimal,
      endingEquityUsd: decimal,
      netInflowsUsd: decimal,
      netOutflowsUsd: decimal,
      pnlUsd: decimal,
      externalFlows: list(externalFlow),
      externalFlowsTotal: integer,
      endingMidPrice: midPrice,
      midsComplete: schema.boolean,
    },
    ['interimAsOf', 'externalFlowsTotal', 'midsComplete']
  )
)
