import { test } from '@japa/runner'
import { isUnpayable, judgeRefusal } from '#modules/custody/core/withdrawal_refusal'

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

  test('an expired signature expires, all else fails in words for callers', ({ assert }) => {
    assert.containSubset(judge('CosignExpired'), { kind: 'refused', as: 'expired' })
    const failing = ['BoundaryFrozen', 'CosignRequired', 'InvalidCosignature']
    for (const name of [...failing, 'InsufficientBalance', 'InvalidDestination', 'Whatever']) {
      const verdict = judge(name)
      assert.containSubset(verdict, { kind: 'refused', as: 'failed' }, name)
      if (verdict.kind === 'refused') assert.notInclude(verdict.message, name)
    }
    assert.containSubset(judgeRefusal(null, true), { kind: 'refused', as: 'failed' })
  })

  test('an exit ends by what nobody can mend, never by a node’s word alone', ({ assert }) => {
    for (const name of ['RealmHalted', 'BoundaryFrozen', 'ExitNotRipe', 'NoExitPending']) {
      assert.isFalse(isUnpayable({ name, args: {} }, true), name)
    }
    assert.isFalse(isUnpayable(null, false))
    assert.isTrue(isUnpayable(null, true))
    assert.isTrue(isUnpayable({ name: 'SafeERC20FailedOperation', args: {} }, true))
  })
})
