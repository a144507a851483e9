import { test } from '@japa/runner'
import fc from 'fast-check'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { pauseAfter } from '#modules/ledger/realtime/realm_tail'
import { forAll } from '#tests/support/for_all'

const { pushEveryMs, pushWithinMs } = LEDGER_LIMITS
const turn = fc.double({ min: 0, max: 10_000, noNaN: true })

test.group('realtime | the pause after a turn', () => {
  test('pushing has half of the time at most, however long turns take', ({ assert }) => {
    forAll([turn], (tookMs) => pauseAfter(tookMs, LEDGER_LIMITS) >= tookMs)
    assert.equal(pauseAfter(1000, LEDGER_LIMITS), 1000)
  })

  test('turns are never closer than allowed', () => {
    forAll([turn], (tookMs) => pauseAfter(tookMs, LEDGER_LIMITS) >= pushEveryMs)
  })

  test('what is committed just after a cut is pushed in time while turns are short', () => {
    const short = fc.double({ min: 0, max: pushWithinMs / 3, noNaN: true })
    forAll(
      [short],
      (tookMs) => 2 * tookMs + pauseAfter(tookMs, LEDGER_LIMITS) <= pushWithinMs + 1e-6
    )
  })

  test('short turns take a small share of the time', ({ assert }) => {
    assert.equal(pauseAfter(10, LEDGER_LIMITS), 80)
    assert.equal(pauseAfter(1, LEDGER_LIMITS), pushEveryMs)
  })
})
