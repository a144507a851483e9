import { test } from '@japa/runner'
import { statusAt, statusOfOperation } from '#modules/payment_links/core/payment_link'

test.group('payment_links | payment_link', () => {
  test('a pending link is over the moment its time is', ({ assert }) => {
    const link = { status: 'pending', expiresAt: 1000, heldUntil: null } as const
    assert.equal(statusAt(link, 999), 'pending')
    assert.equal(statusAt(link, 1000), 'expired')
  })

  test('money on its way holds a link past its time, and no longer than it may', ({ assert }) => {
    const link = { status: 'pending', expiresAt: 1000, heldUntil: 1500 } as const
    assert.equal(statusAt(link, 1499), 'pending')
    assert.equal(statusAt(link, 1500), 'expired')
    assert.equal(statusAt({ ...link, heldUntil: 10 }, 999), 'pending')
  })

  test('a paid link stays paid past its time', ({ assert }) => {
    const completed = statusAt({ status: 'completed', expiresAt: 1000, heldUntil: null }, 2000)
    assert.equal(completed, 'completed')
  })

  test('an operation that ended without money ends its link', ({ assert }) => {
    assert.equal(statusOfOperation('completed'), 'completed')
    assert.equal(statusOfOperation('expired'), 'expired')
    assert.equal(statusOfOperation('failed'), 'expired')
    assert.isNull(statusOfOperation('pending'))
  })
})
