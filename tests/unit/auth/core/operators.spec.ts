import { test } from '@japa/runner'
import { isOperator, operatorEmails } from '#modules/auth/core/operators'

test.group('auth | operators', () => {
  test('without a list all operate while developing, nobody in production', ({ assert }) => {
    const operators = operatorEmails(' , ')
    assert.isTrue(isOperator('a@ex.example', { operators, production: false }))
    assert.isFalse(isOperator('a@ex.example', { operators, production: true }))
  })

  test('a list decides everywhere, without regard to case', ({ assert }) => {
    const operators = operatorEmails('Ann@Ex.example, bob@ex.example,')
    for (const production of [true, false]) {
      assert.isTrue(isOperator('ann@ex.example', { operators, production }))
      assert.isFalse(isOperator('eve@ex.example', { operators, production }))
    }
  })
})
