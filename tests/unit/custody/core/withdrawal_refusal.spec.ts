import { test } from '@japa/runner'
import { judgeRefusal } from '#modules/custody/core/withdrawal_refusal'

const judge = (name: string) => judgeRefusal({ name, args: {} }, true)

test.group('custody | what a refused withdrawal means', () => {
  test('a node that refuses to work ends no withdrawal', ({ assert }) => {
    assert.deepEqual(judgeRefusal(null, false), { kind: 'wait' })
  })

  test('a halt, a changed protection and the exit of another withdrawal pass', ({ assert }) => {
    const passing = ['RealmHalted', 'TimeLocked', 'NotTimeLocked', 'NotArmed', 'ExitPending']
    for (const name of passing) {
      assert.deepEqual(judge(name), { kind: 'wait' }, name)
    }
  })

  test('an id with an outcome is not a failure', ({ assert }) => {
    assert.deepEqual(judge('OperationKnown'), { kind: 'known' })
  })

  test('an expired signature expires, everything else fails with words for the caller', ({
    assert,
  }) => {
    assert.containSubset(judge('CosignExpired'), { kind: 'refused', as: 'expired' })
    const failing = ['BoundaryFrozen', 'CosignRequired', 'InvalidCosignature']
    for (const name of [...failing, 'InsufficientBalance', 'InvalidDestination', 'Whatever']) {
      const verdict = judge(name)
      assert.containSubset(verdict, { kind: 'refused', as: 'failed' }, name)
      if (verdict.kind === 'refused') assert.notInclude(verdict.message, name)
    }
    assert.containSubset(judgeRefusal(null, true), { kind: 'refused', as: 'failed' })
  })
})
