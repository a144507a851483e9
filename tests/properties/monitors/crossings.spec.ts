import { test } from '@japa/runner'
import fc from 'fast-check'
import { DIRECTIONS, stateAfter, type Monitor } from '#modules/monitors/core/monitor'
import { forAll } from '#tests/support/for_all'

const value = fc.bigInt({ min: -20n, max: 20n })
const terms = fc.record({
  direction: fc.constantFrom(...DIRECTIONS),
  threshold: fc.bigInt({ min: -5n, max: 5n }),
  hysteresis: fc.bigInt({ min: 0n, max: 6n }),
})

const PLAIN: Monitor = {
  id: 'mon_1',
  realmId: 'r',
  orgId: 'o',
  objectPath: '/a',
  prefix: null,
  measure: 'settled',
  direction: 'above',
  threshold: 0n,
  hysteresis: 0n,
  state: 'new',
  value: null,
  crossings: 0,
  fromSeq: 0,
  createdAt: 0,
  changedAt: null,
}

test.group('monitors | crossings beside the naive model', () => {
  test('it is crossed exactly if nothing has come back since a value beyond', ({ assert }) => {
    let crossed = 0
    forAll([terms, fc.array(value, { minLength: 1, maxLength: 30 })], (asked, values) => {
      let monitor: Monitor = { ...PLAIN, ...asked }
      // The model knows all values and keeps no state; upwards is the only way it knows.
      const up = (each: bigint) => (asked.direction === 'above' ? each : -each)
      const edge = up(asked.threshold)
      values.forEach((each, at) => {
        monitor = { ...monitor, state: stateAfter(monitor, each), value: each }
        const seen = values.slice(0, at + 1).map(up)
        const beyond = seen.findLastIndex((one) => one > edge)
        const back = seen.findLastIndex((one) => one <= edge - asked.hysteresis)
        const expected = beyond > back ? 'crossed' : 'clear'
        assert.equal(monitor.state, expected, `${values.join(' ')} at ${at}`)
        if (expected === 'crossed') crossed++
      })
    })
    assert.isAbove(crossed, 0)
  })
})
