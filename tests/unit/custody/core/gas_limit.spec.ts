import { test } from '@japa/runner'
import fc from 'fast-check'
import { MOST_GAS, SAFE_GAS, gasLimit, raisedGas } from '#modules/custody/core/gas_limit'
import { forAll } from '#tests/support/for_all'

const CALL = `0x${'00'.repeat(32)}${'ab'.repeat(68)}`
/** 21,000, a call's data at its dearest, and something for the call. */
const OWN = 21_000n + 32n * 10n + 68n * 40n + 10_000n

test.group('custody | gas limits', () => {
  test('an honest estimate gets some headroom', ({ assert }) => {
    assert.equal(gasLimit(100_000n, CALL, null), 130_000n)
  })

  test('a node that says next to nothing makes no transaction refused for ever', ({ assert }) => {
    assert.equal(gasLimit(1n, CALL, null), OWN)
  })

  test('what ran out of gas gets far more, and more again', ({ assert }) => {
    assert.equal(gasLimit(1n, CALL, OWN), SAFE_GAS)
    assert.equal(gasLimit(1n, CALL, SAFE_GAS), 8n * SAFE_GAS)
    assert.equal(gasLimit(1n, CALL, 8n * SAFE_GAS), MOST_GAS)
  })

  test('the limit is between own cost and the maximum, whatever a node says', ({ assert }) => {
    const gas = fc.bigInt({ min: 0n, max: 10n ** 30n })
    forAll([gas, fc.option(gas)], (estimate, failed) => {
      const limit = gasLimit(estimate, CALL, failed)
      assert.isTrue(limit >= OWN && limit <= MOST_GAS)
      if (failed !== null) assert.isTrue(limit >= SAFE_GAS)
    })
  })

  test('an attempt that is raised never has less than before', ({ assert }) => {
    assert.equal(raisedGas(50_000n), SAFE_GAS)
    assert.equal(raisedGas(9_000_000n), 9_000_000n)
  })
})
