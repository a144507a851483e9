import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import fc from 'fast-check'
import {
  RESOLUTIONS,
  STORED_WIDTHS,
  bucketsOf,
  chooseResolution,
  keptDays,
  piecesOf,
  stepWidth,
} from '#modules/analytics/core/resolutions'
import { forAll } from '#tests/support/for_all'

const MICROS = 1_000_000
const MINUTE = 60
const DAY = 86_400
const NOW = Date.UTC(2026, 5, 15, 12, 34, 56) * 1000

const ago = (seconds: number) => NOW - seconds * MICROS
const choose = (from: number, to: number, points = 1000) =>
  chooseResolution({ from, to, points }, NOW)

/** The name of what was chosen, and of what was asked for where that is another. */
function chosen(from: number, to: number, points = 1000): string[] {
  const choice = choose(from, to, points)
  if (choice.kind !== 'chosen') return [choice.kind]
  const { resolution, requested } = choice
  return resolution === requested ? [resolution.name] : [resolution.name, requested.name]
}

test.group('analytics | resolutions', () => {
  test('the finest whose points are few enough is used', ({ assert }) => {
    assert.deepEqual(chosen(ago(1000 * MINUTE), NOW), ['1m'])
    assert.deepEqual(chosen(ago(1000 * MINUTE) - 1, NOW), ['5m'])
    assert.deepEqual(chosen(ago(10 * DAY), NOW), ['15m'])
    assert.deepEqual(chosen(ago(20 * DAY), NOW), ['30m'])
    assert.deepEqual(chosen(ago(30 * DAY), NOW), ['1h'])
    assert.deepEqual(chosen(ago(160 * DAY), NOW), ['4h'])
    assert.deepEqual(chosen(ago(900 * DAY), NOW), ['1d'])
    assert.deepEqual(chosen(ago(3600), NOW, 1), ['1h'])
  })

  test('what is no longer kept is shown by the next coarser one, and said so', ({ assert }) => {
    assert.deepEqual(chosen(ago(7 * DAY), ago(7 * DAY) + 3600 * MICROS), ['1m'])
    assert.deepEqual(chosen(ago(8 * DAY), ago(8 * DAY) + 3600 * MICROS), ['5m', '1m'])
    assert.deepEqual(chosen(ago(50 * DAY), ago(49 * DAY)), ['30m', '5m'])
    assert.deepEqual(chosen(ago(200 * DAY), ago(199 * DAY)), ['1d', '5m'])
  })

  test('a range nothing reaches back to, or of too many points, has none', ({ assert }) => {
    assert.deepEqual(chosen(ago(3650 * DAY), ago(3650 * DAY)), ['1d', '1m'])
    assert.deepEqual(chosen(ago(3650 * DAY) - 1, ago(3650 * DAY)), ['not_retained'])
    assert.deepEqual(chosen(ago(1001 * DAY), NOW), ['too_many_points'])
    assert.deepEqual(chosen(ago(2 * DAY), NOW, 1), ['too_many_points'])
  })

  test('buckets lie on whole multiples and none begins after now', ({ assert }) => {
    const minute = RESOLUTIONS[0]!
    const at = (seconds: number) => seconds * MICROS
    const buckets = (from: number, to: number, points = 1000) =>
      bucketsOf({ from: at(from), to: at(to), points }, minute, at(600))
    assert.deepEqual(buckets(120, 240), { start: 120, ends: [180, 240] })
    assert.deepEqual(buckets(130, 190), { start: 120, ends: [180, 240] })
    assert.deepEqual(buckets(130, 190, 1), { start: 180, ends: [240] })
    assert.deepEqual(buckets(130, 130), { start: 120, ends: [180] })
    assert.deepEqual(buckets(120, 120), { start: 120, ends: [180] })
    // The one that runs now is the last.
    assert.deepEqual(buckets(540, 5000), { start: 540, ends: [600, 660] })
  })

  test('every range has at most as many points as asked, all on the grid', ({ assert }) => {
    forAll(
      [
        fc.integer({ min: 0, max: 3000 * DAY }),
        fc.integer({ min: 0, max: 900 * DAY }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 0, max: MICROS - 1 }),
      ],
      (back, length, points, rest) => {
        const from = ago(back) - rest
        const range = { from, to: from + length * MICROS, points }
        const choice = chooseResolution(range, NOW)
        if (choice.kind !== 'chosen') return
        const { seconds } = choice.resolution
        const { start, ends } = bucketsOf(range, choice.resolution, NOW)
        assert.isAtMost(ends.length, points)
        assert.isAtLeast(ends.length, 1)
        ends.forEach((end, index) => assert.equal(end, start + (index + 1) * seconds))
        assert.equal(start % seconds, 0)
        assert.isAtMost(ends.at(-1)! - seconds, NOW / MICROS)
      }
    )
  })

  test('pieces cover a stretch without gap or overlap, each on its own grid', ({ assert }) => {
    forAll(
      [
        fc.integer({ min: 0, max: 200_000 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.constantFrom(...STORED_WIDTHS),
      ],
      (first, length, widest) => {
        const [after, upTo] = [first * MINUTE, (first + length) * MINUTE]
        let at = after
        for (const piece of piecesOf(after, upTo, widest)) {
          assert.equal(piece.after, at)
          assert.isAbove(piece.upTo, at)
          assert.isAtMost(piece.width, widest)
          assert.equal(piece.after % piece.width, 0)
          assert.equal(piece.upTo % piece.width, 0)
          at = piece.upTo
        }
        assert.equal(at, upTo)
      }
    )
  })

  test('a long stretch takes few pieces', ({ assert }) => {
    const start = 20_000 * DAY + 61 * MINUTE
    const pieces = piecesOf(start, start + 400 * DAY, DAY)
    assert.deepEqual(pluck(pieces, 'width'), [60, 300, 3600, 86_400, 3600, 60])
    assert.deepEqual(pluck(piecesOf(start, start + 400 * DAY, 60), 'width'), [60])
  })

  test('what a resolution shows is kept as long as the resolution is', ({ assert }) => {
    for (const { seconds, storedSeconds, retentionDays } of RESOLUTIONS) {
      assert.equal(seconds % storedSeconds, 0)
      assert.isAtLeast(keptDays(storedSeconds), retentionDays)
      const oldest = NOW / MICROS - retentionDays * DAY
      assert.isAtMost(stepWidth(oldest, NOW / MICROS, 1), storedSeconds)
    }
  })
})
