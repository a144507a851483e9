import fc from 'fast-check'
import { taken } from '#tests/support/drawn_steps'

export const NAMES = ['alice', 'bob', 'carol'] as const

const name = fc.constantFrom(...NAMES)
/** Few round amounts among many odd ones, so that balances are often spent to the last atom. */
const amount = fc.oneof(
  fc.constantFrom(1_000_000n, 2_000_000n, 3_000_000n),
  fc.bigInt({ min: 1n, max: 50_000_000n })
)
/** null: all that is left. */
const amountOrAll = fc.option(amount)
const fee = fc.constantFrom(0n, 50_000n)
const seconds = fc.constantFrom(1, 10, 60)
/** Which of those so far, as a share of them all. */
const place = fc.double({ min: 0, max: 0.999, noNaN: true })
/** Whether also operations that have ended may be meant. */
const late = fc.boolean()

function seldom<Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> {
  return fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
}

/** Every other time none, and else some amounts as large as those that move. */
function limit(times: bigint): fc.Arbitrary<bigint | null> {
  return fc.option(
    amount.map((atoms) => atoms * times),
    { freq: 2 }
  )
}

/** Most movements are asked for without a condition. */
const conditions = {
  atLeast: seldom(amount),
  atMost: seldom(amount),
  version: seldom(fc.constantFrom('newest' as const, 'newest' as const, 'older' as const)),
}
const transfer = fc
  .record({
    ...conditions,
    from: name,
    to: name,
    amount,
    fee: fc.constantFrom(0n, 50_000n, 1_000_000n),
    path: fc.integer({ min: 0, max: 25 }).map((number) => `/op/${number}`),
  })
  .filter(({ from, to }) => from !== to)
const moves = fc.array(
  fc.record({ from: name, to: name, amount }).filter(({ from, to }) => from !== to),
  { minLength: 1, maxLength: 5 }
)
/** Some of the names give, and others get. */
const deal = fc
  .record({
    amount,
    named: fc.shuffledSubarray([...NAMES], { minLength: 2 }),
    givers: fc.integer({ min: 1, max: 2 }),
    caps: fc.array(seldom(amount), { minLength: 2, maxLength: 2 }),
    weights: fc.array(fc.bigInt({ min: 1n, max: 7n }), { minLength: 2, maxLength: 2 }),
    remainder: fc.boolean(),
  })
  .map(({ named, givers, caps, weights, ...rest }) => {
    const from = named.slice(0, Math.min(givers, named.length - 1))
    const to = named.slice(from.length)
    return {
      ...rest,
      sources: from.map((each, at) => ({ name: each, max: caps[at]! })),
      targets: to.map((each, at) => ({ name: each, weight: weights[at]! })),
    }
  })
const limits = fc.record({
  maxPerMovement: limit(1n),
  maxPerDay: limit(3n),
  maxBalance: limit(4n),
  minBalance: limit(1n),
})

const reserve = fc
  .record({ ...conditions, from: name, to: fc.option(name), amount, seconds: fc.option(seconds) })
  .filter(({ from, to }) => from !== to)

export const step = fc.oneof(
  taken(1, 'create', { name }),
  taken(4, 'fund', { name, amount: fc.oneof(amount, fc.constant(100_000_000n)) }),
  taken(1, 'announce', { name, amount, shown: fc.boolean() }),
  taken(5, 'transfer', { transfer }),
  taken(3, 'hold', { transfer }),
  taken(3, 'reserve', { hold: reserve }),
  taken(3, 'capture', { place, to: name, amount: amountOrAll, fee, final: fc.boolean() }),
  taken(1, 'release', { place }),
  taken(1, 'extend', { place, seconds }),
  taken(1, 'expire', { place }),
  taken(1, 'pass', { seconds }),
  taken(3, 'split', { ...conditions, moves, fee }),
  taken(3, 'deal', { ...conditions, deal, fee }),
  taken(3, 'reverse', { place, amount: amountOrAll, refundFee: fc.boolean() }),
  taken(1, 'limit', { name, limits }),
  taken(2, 'repeat', { place, held: fc.boolean() }),
  taken(2, 'bulk', { transfers: fc.array(transfer, { minLength: 1, maxLength: 4 }) }),
  taken(2, 'withdraw', { name, amount: amountOrAll, settle: fc.boolean() }),
  taken(3, 'settle', { place, late }),
  taken(2, 'abandon', { place, late }),
  // Held: a rail has to carry the sweep.
  taken(2, 'remove', { name, sweepTo: fc.option(name), held: fc.boolean() })
)

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>
