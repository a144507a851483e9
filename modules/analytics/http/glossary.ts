import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

const HISTORIES = ['getObjectAggregateHistory', 'getObjectPnlHistory']
const WORTH = ['AggregatedObject', 'getObjectValuation', 'Valuation']
const YEAR = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }

/** What the fields of values, histories and watches mean. */
export const ANALYTICS_GLOSSARY: Glossary = {
  'watchId': ['The watch, by its id.', exampleId('wat')],
  'aggregation': 'The present value.',
  ...of(['createAggregationWatch', 'create_aggregation_watch'], {
    sources: [
      'What is watched; an object that several name counts once.',
      [{ type: 'prefix', value: '/users/' }],
    ],
    type: 'How `value` is meant.',
    value: 'A folder, a pattern with `*`, paths separated by commas, or a watch.',
  }),
  ...of('Aggregation', {
    prefix: 'What was asked for; `(watch)` for a watch.',
    totalEquityUsd: 'The value of everything in it, amounts on their way included.',
    departingUsd: 'The part of it that is committed to leave.',
    arrivingUsd: 'What is on its way in.',
    breakdown: 'By what it is held in.',
    objects: 'By object.',
    midPrice: 'The prices it was valued with.',
    midsComplete:
      'False, and only then present, when a price was missing: the total is provisional.',
    asOf: 'The moment it was asked for.',
  }),
  ...of('AssetBreakdown', {
    asset: 'The denomination or market.',
    category: 'Cash, cash on a venue, or positions.',
    amount: 'How much, in units of the asset.',
    price: 'What one unit is worth; null when no price is known.',
    weightedAvgLeverage: 'Of positions: their leverage by value.',
  }),
  ...of(WORTH, {
    path: ['The path of the object.', '/users/u1/wallet'],
    type: 'What kind of object it is.',
    balances: 'Its cash.',
    reservedBalances: 'What is on its way, by operation.',
    positions: 'Its positions on a venue.',
    amount: 'How much, in units of the denomination.',
    price: 'What one unit is worth; null when no price is known.',
    size: 'How much of the base asset; never negative.',
    side: 'The direction.',
    entryPrice: 'The average price it was opened at.',
    entryPx: 'The average price it was opened at.',
    markPrice: 'The price it is valued at; null when none is known.',
    unrealizedPnl: 'Gain or loss since it was opened; null without a price.',
  }),
  'getObjectValuation.ok': 'True; stands here in place of `success`.',
  ...of('MidPrice', {
    marketDataAsOf: 'The newest price that was used.',
    ageSeconds: 'How old that was.',
    source: 'Where the prices came from.',
    staleAfterSeconds: 'From which age on they count as stale.',
    stale: 'They are stale.',
  }),
  'getObjectAggregate.asOf': [
    'A moment of the past, RFC 3339; of one to come the answer is of now.',
    YEAR.to,
  ],
  ...of('getObjectPnl', {
    from: ['The beginning, RFC 3339.', YEAR.from],
    to: ['The end, RFC 3339; of one to come the answer is of now.', YEAR.to],
    startingEquityUsd: 'The value at the beginning.',
    endingEquityUsd: 'The value at the end.',
    netInflowsUsd: 'What came from outside.',
    netOutflowsUsd: 'What went outside.',
    pnlUsd: 'Ending less starting, less inflows, plus outflows.',
    externalFlows: 'What crossed the border, newest first.',
    externalFlowsTotal: 'How many there are, when not all are shown.',
    endingMidPrice: 'The prices the end was valued with.',
    midsComplete: 'False, and only then present, when a price was missing.',
  }),
  ...of('ExternalFlow', {
    type: 'The type of its operation.',
    direction: 'Seen from inside.',
    amount: 'A decimal string.',
    sourceObjectPath: 'Where it came from; null for outside of the realm.',
    targetObjectPath: 'Where it went; null for outside of the realm.',
  }),
  ...of(['valuation.updated', 'watch_snapshot'], {
    valuation: 'What it is worth: an object, or all of a folder; null when nothing is there.',
  }),
  'chart': 'The running point.',
  ...of(['ChartPoint', 'watch_chart_history', 'unwatch_chart_history'], {
    watchId: 'The name of the chart, which the client has chosen.',
    target: 'A folder with a trailing slash, or a path without one.',
    kind: '`object`: the object `objectId`, under whatever path it has.',
    ts: 'When it was calculated.',
    equityUsd: 'The value.',
    status: '`open`, or `incomplete` when a price is missing.',
  }),
  ...of(HISTORIES, {
    target: ['A folder with a trailing slash, or a path without one.', '/users/'],
    prefix: ['The old name of `target`.', '/users/'],
    kind: ['`object`: the object `objectId`, under whatever path it had.', 'object'],
    objectId: ['The object, when `kind` is `object`.', exampleId('obj')],
    points: ['At most so many points.', 1000],
    resolution: 'The length of a bucket.',
    resolutionRequested:
      'The length asked for, when the range reaches back further than it is kept.',
    serverNow: 'When the service answered.',
    startTs: 'When the range begins.',
    startEquityUsd: 'The value when it begins.',
    ts: 'The end of the bucket.',
    equityUsd: 'The value then.',
    pnlUsd: 'Gain or loss since the range began.',
    status:
      '`open`: still changing. `sealed`: final. `carried`: as before. `incomplete`: a price is missing.',
  }),
}
