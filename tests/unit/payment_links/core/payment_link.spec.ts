import { test } from '@japa/runner'
import { statusAt, statusOfOperation } from '#modules/payment_links/core/payment_link'

test.group('payment_links | payment_link', () => {
  test('a pending link is over the moment its time is', ({ assert }) => {
    const link = { status: 'pending', expiresAt: 1000 } as const
    assert.equal(statusAt(link, 999), 'pending')
    assert.equal(statusAt(link, 1000), 'expired')
  })

  test('a paid link stays paid past its time', ({ assert }) => {
    assert.equal(statusAt({ status: 'completed', expiresAt: 1000 }, 2000), 'completed')
  })

  test('an operation that ended without money ends its link', ({ assert }) => {
    assert.equal(statusOfOperation('completed'), 'completed')
    assert.equal(statusOfOperation('expired'), 'expired')
    assert.equal(statusOfOperation('failed'), 'expired')
    assert.isNull(statusOfOperation('pending'))
  })
})
