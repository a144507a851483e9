import fc from 'fast-check'
import { taken } from '#tests/support/drawn_steps'

export const ACCOUNTS = 6

const account = fc.integer({ min: 0, max: ACCOUNTS - 1 })
const atoms = fc.oneof(
  fc.constantFrom(1_000_000n, 30_000_000n),
  fc.bigInt({ min: 60_000n, max: 40_000_000n })
)
/** Which one of those before. */
const place = fc.nat({ max: 60 })
/** What has to hold before a movement. */
export interface When {
  sourceAtLeast?: bigint
  targetAtMost?: bigint
  /** The version of the source before the plan. */
  version?: true
}

/** Most are asked for without. */
const when: fc.Arbitrary<When> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ sourceAtLeast: atoms }) },
  { weight: 1, arbitrary: fc.record({ targetAtMost: fc.constantFrom(0n, 200_000_000n) }) },
  { weight: 1, arbitrary: fc.constant({ version: true as const }) }
)
const movement = fc
  .record({ from: account, to: account, atoms, path: fc.integer({ min: 0, max: 60 }), when })
  .filter(({ from, to }) => from !== to)
/** The first of the accounts give, each up to its cap, and the others share. */
const dealt = fc.record({
  among: fc.shuffledSubarray(
    Array.from({ length: ACCOUNTS }, (_, index) => index),
    { minLength: 3, maxLength: 5 }
  ),
  givers: fc.integer({ min: 1, max: 2 }),
  atoms,
  cap: fc.option(atoms),
  remainder: fc.boolean(),
})

export type Movement = typeof movement extends fc.Arbitrary<infer Value> ? Value : never
export type Dealt = typeof dealt extends fc.Arbitrary<infer Value> ? Value : never

const upTo = (maxLength: number) => fc.array(movement, { minLength: 1, maxLength })

export const step = fc.oneof(
  taken(6, 'transfer', { movement }),
  taken(2, 'hold', { movement }),
  taken(2, 'bulk', { movements: upTo(5) }),
  taken(2, 'withdraw', { from: account, atoms }),
  taken(2, 'settle', { place }),
  taken(1, 'abandon', { place }),
  // A hold of no seconds is over at once.
  taken(2, 'reserve', { from: account, atoms, seconds: fc.constantFrom(null, 0, 3600), when }),
  taken(4, 'capture', { place, to: account, atoms: fc.option(atoms), final: fc.boolean() }),
  taken(1, 'release', { place }),
  taken(1, 'expire', { place }),
  taken(1, 'extend', { place, seconds: fc.constantFrom(60, 7200, 9000) }),
  taken(2, 'split', { movements: upTo(4) }),
  taken(2, 'deal', { dealt }),
  taken(3, 'reverse', { place, atoms: fc.option(atoms), refundFee: fc.boolean() }),
  taken(1, 'limit', {
    of: account,
    maxPerMovement: fc.constantFrom(34_000_000n, 35_000_000n, 39_000_000n),
  })
)

export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

const certain = { from: 0, to: 1, atoms: 100_000n, path: 61, when: {} }

/** Begins every plan, so that each kind of answer is compared at least once. */
export const PREFACE: Step[] = [
  { kind: 'transfer', movement: { ...certain, path: 64, when: { version: true } } },
  { kind: 'transfer', movement: { ...certain, path: 65, when: { version: true } } },
  { kind: 'hold', movement: { ...certain, path: 62 } },
  { kind: 'hold', movement: { ...certain, path: 66 } },
  { kind: 'transfer', movement: certain },
  { kind: 'transfer', movement: certain },
  { kind: 'transfer', movement: { ...certain, atoms: 200_000n } },
  { kind: 'transfer', movement: { from: 4, to: 5, atoms: 46_000_000n, path: 63, when: {} } },
  { kind: 'withdraw', from: 0, atoms: 10n ** 15n },
  { kind: 'withdraw', from: 0, atoms: 60_000n },
  { kind: 'bulk', movements: [{ ...certain, path: 67 }] },
  { kind: 'reserve', from: 0, atoms: 900_000n, seconds: 3600, when: { sourceAtLeast: 1n } },
  { kind: 'capture', place: 0, to: 1, atoms: 100_000n, final: false },
  { kind: 'extend', place: 0, seconds: 60 },
  { kind: 'extend', place: 0, seconds: 7200 },
  { kind: 'expire', place: 0 },
  { kind: 'capture', place: 0, to: 2, atoms: 200_000n, final: false },
  { kind: 'capture', place: 0, to: 1, atoms: 100_000n, final: true },
  { kind: 'capture', place: 0, to: 1, atoms: null, final: false },
  { kind: 'reserve', from: 0, atoms: 100_000n, seconds: 0, when: {} },
  { kind: 'capture', place: 1, to: 1, atoms: null, final: false },
  { kind: 'release', place: 1 },
  { kind: 'expire', place: 1 },
  { kind: 'expire', place: 1 },
  { kind: 'reserve', from: 0, atoms: 100_000n, seconds: null, when: {} },
  { kind: 'release', place: 2 },
  { kind: 'reverse', place: 2, atoms: 10_000n, refundFee: true },
  { kind: 'reverse', place: 2, atoms: null, refundFee: true },
  { kind: 'reverse', place: 2, atoms: null, refundFee: false },
  { kind: 'split', movements: [certain, { ...certain, from: 2, to: 3, atoms: 200_001n }] },
  { kind: 'reverse', place: 6, atoms: 70_000n, refundFee: true },
  { kind: 'reverse', place: 6, atoms: 2n, refundFee: false },
  { kind: 'reverse', place: 6, atoms: null, refundFee: true },
  { kind: 'reverse', place: 6, atoms: null, refundFee: true },
  {
    kind: 'deal',
    dealt: { among: [0, 1, 2, 3], givers: 2, atoms: 700_001n, cap: 300_000n, remainder: false },
  },
  { kind: 'reverse', place: 7, atoms: 100_003n, refundFee: true },
  { kind: 'limit', of: 4, maxPerMovement: 34_000_000n },
  { kind: 'limit', of: 4, maxPerMovement: 35_000_000n },
  { kind: 'settle', place: 0 },
  { kind: 'abandon', place: 0 },
  { kind: 'abandon', place: 1 },
  { kind: 'settle', place: 3 },
]
