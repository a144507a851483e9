import { answerFrame, eventFrame } from '#app/extension/server_frame'
import { exampleId } from '#app/http/openapi/host_glossary'
import { schema } from '#app/http/schemas'
import { aggregation, valuation } from '../http/schemas.ts'

const AT = '2026-01-01T00:00:00.000000Z'
const OBJECT = exampleId('obj')
const WATCH = exampleId('wat')
const TRADER = '/traders/one'

export const CASH_VALUATION = {
  objectId: OBJECT,
  path: '/users/u1/wallet',
  objectPath: '/users/u1/wallet',
  type: 'denominated',
  denomination: 'USD',
  valueUsd: '75.00',
  balances: [{ denomination: 'USD', amount: '75.00', price: '1', valueUsd: '75.00' }],
  reservedBalances: [],
  positions: [],
}

export const VALUATION_UPDATED = eventFrame('valuation.updated', {
  summary:
    'An exchange object whose path is watched is worth something else, because prices have moved or money has.',
  fields: { valuation },
  example: {
    entityId: OBJECT,
    entityPath: TRADER,
    valuation: {
      objectId: OBJECT,
      path: TRADER,
      objectPath: TRADER,
      type: 'exchange',
      denomination: 'USD',
      valueUsd: '5009.865',
      balances: [{ denomination: 'USD', amount: '4699.865', price: '1', valueUsd: '4699.865' }],
      reservedBalances: [],
      positions: [
        {
          market: 'vn:0:ETH',
          size: '0.1',
          side: 'long',
          entryPx: '3000',
          markPrice: '3100',
          unrealizedPnl: '10.00',
        },
      ],
    },
  },
})

const AGGREGATION = {
  prefix: '(watch)',
  totalEquityUsd: '75.00',
  departingUsd: '0.00',
  arrivingUsd: '0.00',
  breakdown: [{ asset: 'USD', category: 'spot', amount: '75.00', price: '1', valueUsd: '75.00' }],
  objects: [{ ...CASH_VALUATION, positions: null }],
  midPrice: { ageSeconds: 0, source: 'none', staleAfterSeconds: 15, stale: false },
}

export const AGGREGATION_CREATED = answerFrame('aggregation_watch_created', {
  summary: 'The present value. Each later change follows as `aggregation.updated`.',
  fields: { watchId: schema.id('wat'), sequence: schema.integer, aggregation },
  example: { watchId: WATCH, sequence: 41, aggregation: AGGREGATION },
})

export const AGGREGATION_DESTROYED = answerFrame('aggregation_watch_destroyed', {
  summary: 'The watch has ended.',
  fields: { watchId: schema.id('wat') },
  example: { watchId: WATCH },
})

export const AGGREGATION_UPDATED = eventFrame('aggregation.updated', {
  summary: 'An object inside the watch is worth something else.',
  fields: { watchId: schema.id('wat'), aggregation },
  example: { entityId: WATCH, watchId: WATCH, aggregation: AGGREGATION },
})

const point = schema.named('ChartPoint', {
  watchId: schema.string,
  kind: schema.enumeration('path', 'object'),
  target: schema.nullable(schema.path),
  objectId: schema.nullable(schema.id('obj')),
  ts: schema.timestamp,
  equityUsd: schema.decimal,
  status: schema.enumeration('open', 'incomplete'),
})

const CHART = {
  watchId: 'my-chart',
  kind: 'path',
  target: '/users/',
  objectId: null,
  ts: AT,
  equityUsd: '75.00',
  status: 'open',
}

export const CHART_CREATED = answerFrame('chart_watch_created', {
  summary: 'The running point of the chart.',
  fields: { chart: point },
  example: { chart: CHART },
})

export const CHART_DESTROYED = answerFrame('chart_watch_destroyed', {
  summary: 'The chart is not followed any more.',
  fields: { watchId: schema.string },
  example: { watchId: 'my-chart' },
})

export const CHART_UPDATED = eventFrame('chart.snapshot.updated', {
  summary:
    'The running point has moved, once a second at most. Points that are complete are read over HTTP.',
  fields: { chart: point },
  example: { entityId: 'my-chart', entityPath: '/users/', chart: CHART },
})
