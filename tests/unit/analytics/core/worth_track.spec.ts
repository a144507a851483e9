import { test } from '@japa/runner'
import fc from 'fast-check'
import { MarketTrack, commonUnit, parseMark, valueOf } from '#modules/analytics/core/market_track'
import { worthTrack } from '#modules/analytics/core/worth_track'
import { forAll } from '#tests/support/for_all'

const ONE = 10n ** 18n

/** Sizes in millionths on a lot grid, as a venue makes them. */
const lots = fc.bigInt({ min: -5000n, max: 5000n })
const grid = fc.constantFrom(1n, 10n, 1000n, 1_000_000n)
const HOLDERS = ['a', 'b', 'c', 'd'] as const

test.group('analytics | the worth of many positions', () => {
  test('a value is rounded half to even, on both sides of zero', ({ assert }) => {
    const half = ONE / 2n
    const values = [-3n, -2n, -1n, 0n, 1n, 2n, 3n, 5n].map((size) => valueOf(half, size))
    assert.deepEqual(values, [-2n, -1n, 0n, 0n, 0n, 1n, 2n, 2n])
    assert.equal(valueOf(parseMark('0.3'), 2n), 1n)
    assert.equal(valueOf(parseMark('0.3'), -2n), -1n)
  })

  test('a mark is read exactly, and nothing but a plain decimal is one', ({ assert }) => {
    assert.equal(parseMark('64000.5'), 64_000n * ONE + ONE / 2n)
    assert.equal(parseMark('1.000000000000000000'), ONE)
    assert.equal(parseMark('0.0000005000000000000'), ONE / 2_000_000n)
    for (const text of ['', '-1', '1e3', '.5', '1.0000000000000000001', 'NaN']) {
      assert.throws(() => parseMark(text))
    }
  })

  test('the sum is that of every position rounded by itself, at any mark', ({ assert }) => {
    forAll(
      [
        grid,
        fc.array(fc.tuple(fc.constantFrom(...HOLDERS), lots), { maxLength: 20 }),
        fc.oneof(
          fc.bigInt({ min: 1n, max: 10n ** 9n }).map((price) => price * 10n ** 12n),
          fc.bigInt({ min: 1n, max: 10n ** 9n }).map((price) => price * 5n * 10n ** 11n),
          fc.bigInt({ min: 1n, max: 10n ** 24n })
        ),
      ],
      { numRuns: 300 },
      (unit, moves, mark) => {
        const amounts = moves.map(([holder, size]) => [holder, size * unit] as const)
        const track = new MarketTrack(commonUnit(amounts.map(([, amount]) => amount)))
        const sizes = new Map<string, bigint>()
        for (const [holder, amount] of amounts) {
          track.move(holder, amount)
          sizes.set(holder, (sizes.get(holder) ?? 0n) + amount)
          const expected = [...sizes.values()].reduce((sum, size) => sum + valueOf(mark, size), 0n)
          assert.equal(track.valueAt(mark), expected)
        }
        const holding = [...sizes.values()].filter((size) => size !== 0n)
        assert.equal(track.holders, holding.length)
      }
    )
  })

  test('a moment without a mark names its market and leaves its positions out', ({ assert }) => {
    const track = worthTrack({
      moments: [0, 60, 120, 180],
      cash: 100n,
      positions: [{ objectId: 'a', market: 'X', size: 2_000_000n }],
      cashMoves: [
        { end: 120, amount: -30n },
        { end: 120, amount: 5n },
      ],
      positionMoves: [{ objectId: 'a', market: 'X', end: 180, amount: -2_000_000n }],
      markOf: (_market, moment) => (moment === 60 ? null : ONE),
    })
    assert.deepEqual(track, [
      { moment: 0, value: 2_000_100n, unmarked: [], held: true, moved: false },
      { moment: 60, value: 100n, unmarked: ['X'], held: true, moved: false },
      { moment: 120, value: 2_000_075n, unmarked: [], held: true, moved: true },
      { moment: 180, value: 75n, unmarked: [], held: false, moved: true },
    ])
  })
})
