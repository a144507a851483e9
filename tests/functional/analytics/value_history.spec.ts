import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import type { Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { targetOf } from '#modules/analytics/core/target'
import { ReadPnl } from '#modules/analytics/services/read_pnl'
import {
  ValueAtCut,
  type Cut,
  type TargetValuation,
} from '#modules/analytics/services/value_at_cut'
import { forAllAsync } from '#tests/support/for_all'
import { TRADERS, ValueWorld, WALLETS } from './support/value_world.ts'

const PREFIXES = ['/', '/in/', '/out/', ...WALLETS, ...TRADERS]

const wallet = fc.constantFrom(...WALLETS)
const anyone = fc.constantFrom(...WALLETS, ...TRADERS)
const amount = fc.integer({ min: 1, max: 400_000_000 }).map((micros) => {
  const text = String(micros).padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`
})

const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fund' as const), path: wallet, amount }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('defund' as const), path: wallet, amount }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      source: anyone,
      target: anyone,
      amount,
      fee: fc.constantFrom('0', '0.05', '0.000001'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('trade' as const),
      path: fc.constantFrom(...TRADERS),
      side: fc.constantFrom('buy', 'sell'),
      size: fc.integer({ min: 1, max: 60 }).map((hundredths) => String(hundredths / 100)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('price' as const),
      price: fc.integer({ min: 29_000, max: 31_000 }).map((tenths) => String(tenths / 10)),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('funding' as const),
      rate: fc.constantFrom('0.0001', '-0.0002'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spare' as const) }) }
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take(world: ValueWorld, each: Step): Promise<void> {
  switch (each.kind) {
    case 'fund':
    case 'defund':
      return world[each.kind](each.path, each.amount)
    case 'move':
      return world.move(each.source, each.target, each.amount, each.fee)
    case 'trade':
      return world.trade(each.path, each.side, each.size)
    case 'price':
      return world.price(each.price)
    case 'funding':
      return world.funding(each.rate)
    case 'spare':
      return world.spare()
  }
}

/** All that must stay: not how old the marks were when it was read. */
function lasting({ objects, totalEquityUsd, breakdown, midsComplete, seq }: TargetValuation) {
  return { objects, totalEquityUsd, breakdown, midsComplete, seq }
}

test.group('analytics | value over a random history', (group) => {
  let values: ValueAtCut
  let readPnl: ReadPnl

  group.setup(async () => {
    values = await app.container.make(ValueAtCut)
    readPnl = await app.container.make(ReadPnl)
  })

  /** Every prefix is what its objects are, and what legs and fills alone say. */
  async function checkCut(
    assert: { deepEqual(a: unknown, b: unknown, message?: string): void },
    world: ValueWorld,
    cut: Cut,
    counted: ReadonlyMap<string, bigint>
  ) {
    for (const prefix of PREFIXES) {
      const whole = await values.value(world.id, targetOf(prefix), cut)
      let [sum, recounted] = [0n, 0n]
      for (const { id } of whole.objects) {
        const single = await values.value(world.id, { kind: 'object', objectId: id }, cut)
        sum += single.totalEquityUsd
      }
      for (const [path, value] of counted) {
        const below = prefix.endsWith('/') ? path.startsWith(prefix) : path === prefix
        if (below && !/^\/_(system|builder)\//.test(path)) recounted += value
      }
      assert.deepEqual([whole.totalEquityUsd, sum], [recounted, recounted], prefix)
    }
  }

  async function checkPnl(
    assert: { deepEqual(a: unknown, b: unknown, message?: string): void },
    world: ValueWorld,
    builder: Principal,
    [from, to]: [Micros, Micros]
  ) {
    const query = { realmId: world.id, prefix: '/in/', from, to }
    const [first, second] = [await readPnl.run(builder, query), await readPnl.run(builder, query)]
    assert.deepEqual(second, first)
    const at = async (asOfMicros: Micros) =>
      (await values.value(world.id, targetOf('/in/'), { asOfMicros })).totalEquityUsd
    const { inflows, outflows } = world.crossedBetween(from, to)
    const [start, end] = [await at(from), await at(to)]
    assert.deepEqual(
      [first.startingEquity, first.endingEquity, first.netInflows, first.netOutflows, first.pnl],
      [start, end, inflows, outflows, end - start - inflows + outflows]
    )
    const listed = { inflow: 0n, outflow: 0n }
    for (const flow of first.flows) listed[flow.direction] += flow.amount
    assert.deepEqual([listed.inflow, listed.outflow], [inflows, outflows])
  }

  test('prefix, objects and legs agree; profit is what no flow explains', async ({ assert }) => {
    await forAllAsync(
      [
        fc.array(step, { minLength: 8, maxLength: 14, size: 'max' }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
      ],
      { numRuns: 3, endOnFailure: true },
      async (steps, share) => {
        const world = await ValueWorld.open()
        const { data } = await world.trading.client.get('/api/v1/auth/me')
        const builder: Principal = {
          credential: 'builder',
          credentialId: 'token',
          orgId: data.orgId,
          builderId: data.id,
          actor: { type: 'builder', id: data.id },
          realmId: null,
          expiresAtMs: null,
          statements: null,
        }
        const seen: ReturnType<typeof lasting>[] = []
        for (const each of steps) {
          await take(world, each)
          const present = await values.value(world.id, targetOf('/'), 'now')
          await world.note()
          seen.push(lasting(present))
        }
        // Those of the opening were not looked at while they were present.
        const [, ...moments] = world.noted
        for (const [index, noted] of moments.entries()) {
          const cut = { asOfMicros: noted.at }
          const past = lasting(await values.value(world.id, targetOf('/'), cut))
          assert.deepEqual(past, seen[index], `as of moment ${index} it was what it was then`)
          assert.deepEqual(lasting(await values.value(world.id, targetOf('/'), cut)), past)
        }
        const chosen = world.noted[Math.floor(share * world.noted.length)]!
        const last = world.noted.at(-1)!
        for (const noted of [chosen, last]) {
          await checkCut(assert, world, { asOfMicros: noted.at }, await world.recount(noted))
        }
        await checkCut(assert, world, 'now', await world.recount(last))
        const [first] = world.noted
        await checkPnl(assert, world, builder, [first!.at, last.at])
        await checkPnl(assert, world, builder, [chosen.at, last.at])
        await world.trading.assertSoundBooks(assert)
      }
    )
  })
})
