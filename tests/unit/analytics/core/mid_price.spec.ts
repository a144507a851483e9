import { test } from '@japa/runner'
import { midPriceOf } from '#modules/analytics/core/mid_price'

const SECOND = 1_000_000
const snapshot = (asOf: number) => ({ asOf, source: 'snapshot' as const })

test.group('analytics | mid_price', () => {
  test('the freshest mid counts, and its age in whole seconds', ({ assert }) => {
    const marks = [snapshot(10 * SECOND), null, snapshot(12 * SECOND)]
    assert.deepEqual(midPriceOf(marks, 20 * SECOND - 1, 15), {
      marketDataAsOf: 12 * SECOND,
      ageSeconds: 7,
      source: 'snapshot',
      staleAfterSeconds: 15,
      stale: false,
    })
  })

  test('it is stale from the threshold on, and never younger than nothing', ({ assert }) => {
    const at = (moment: number) => midPriceOf([snapshot(10 * SECOND)], moment, 15)
    assert.isFalse(at(25 * SECOND - 1).stale)
    assert.isTrue(at(25 * SECOND).stale)
    assert.equal(at(0).ageSeconds, 0)
  })

  test('without any mid there is no source and nothing is stale', ({ assert }) => {
    const { marketDataAsOf, source, stale } = midPriceOf([null], 10 * SECOND, 15)
    assert.deepEqual([marketDataAsOf, source, stale], [null, 'none', false])
  })
})
