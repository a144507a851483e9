import fc from 'fast-check'

export const NAMES = ['alice', 'bob', 'carol'] as const
export const TRADED = ['vn:0:BTC', 'vn:0:SOL', 'vn:0:DOGE', 'vn:0:THIN', 'vn:1:GOLD', 'vn:1:NVDA']

const name = fc.constantFrom(...NAMES)
const market = fc.constantFrom(...TRADED)
const side = fc.constantFrom('buy' as const, 'sell' as const)
/** Of an order, in USD: dust, ordinary, and more than any account can carry. */
const worthUsd = fc.oneof(
  fc.integer({ min: 1, max: 50 }),
  fc.integer({ min: 50, max: 5_000 }),
  fc.integer({ min: 5_000, max: 400_000 })
)
/** From the mark, in hundredths of a percent. */
const offsetBps = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -1500, max: 1500 }))
const place = fc.double({ min: 0, max: 0.999, noNaN: true })

const order = fc.record({
  kind: fc.constant('order' as const),
  name,
  market,
  side,
  worthUsd,
  offsetBps: fc.option(offsetBps),
  timeInForce: fc.constantFrom('GTC', 'GTC', 'IOC', 'ALO'),
  leverage: fc.option(fc.integer({ min: 1, max: 40 })),
  reduceOnly: fc.oneof(fc.constant(false), fc.constant(false), fc.boolean()),
  isolated: fc.option(fc.boolean()),
  useMax: fc.oneof(fc.constant(false), fc.constant(false), fc.boolean()),
  tolerance: fc.option(fc.constantFrom('0.1', '0.5', '1')),
  group: fc.option(fc.constantFrom('g1', 'g2')),
})

const trigger = fc.record({
  kind: fc.constant('trigger' as const),
  name,
  market,
  side,
  worthUsd,
  offsetBps,
  tpsl: fc.constantFrom('tp' as const, 'sl' as const),
  reduceOnly: fc.constantFrom(true, true, false),
  sizeToMax: fc.boolean(),
  limitBps: fc.option(offsetBps),
  group: fc.option(fc.constantFrom('g1', 'g2')),
})

/** The moves of a trading day; what most of them need to be accepted is left to chance. */
export const move = fc.oneof(
  { weight: 10, arbitrary: order },
  { weight: 4, arbitrary: trigger },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('bracket' as const),
      name,
      market,
      side,
      worthUsd,
      offsetBps: fc.option(offsetBps),
      distanceBps: fc.integer({ min: 5, max: 800 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('protect' as const),
      name,
      market,
      distanceBps: fc.integer({ min: 5, max: 800 }),
      stack: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      market,
      bps: fc.oneof(fc.integer({ min: -100, max: 100 }), fc.integer({ min: -4000, max: 4000 })),
      fundingBps: fc.option(fc.integer({ min: -100, max: 100 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), name, market }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), place }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      place,
      percent: fc.integer({ min: 1, max: 300 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('leverage' as const),
      name,
      market,
      leverage: fc.integer({ min: 0, max: 45 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('isolated_margin' as const),
      name,
      market,
      usd: fc.integer({ min: -500, max: 500 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cash' as const),
      name,
      usd: fc.integer({ min: -20_000, max: 3_000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('twap' as const),
      name,
      market,
      side,
      worthUsd,
      minutes: fc.integer({ min: 5, max: 8 }),
      randomize: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('liquidity' as const),
      market,
      side: fc.constantFrom('bids' as const, 'asks' as const),
      percent: fc.constantFrom(0, 10, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wind_up' as const), name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fees' as const) }) }
)

export type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never

/** Rarely, at the end: what cannot be traded afterwards makes for a dull day. */
export const finale = fc.option(fc.record({ kind: fc.constant('delist' as const), market }))

export type Finale = typeof finale extends fc.Arbitrary<infer Value> ? Value : never
