import { test } from '@japa/runner'
import { standingsOf, type Attempt } from '#modules/custody/core/attempt_standing'

const attempt = (txHash: string, more: Partial<Attempt> = {}): Attempt => ({
  id: 'one',
  txHash,
  state: 'final',
  newest: false,
  ...more,
})
const statusesOf = (attempts: readonly Attempt[], carrying: string[] = []) =>
  standingsOf(attempts, new Set(carrying), 12).map(({ status, confirmations }) => [
    status,
    confirmations,
  ])

test.group('custody | attempt_standing', () => {
  test('of attempts with one nonce the one of an outcome counts, old or new', ({ assert }) => {
    const attempts = [attempt('0xa'), attempt('0xb', { newest: true })]
    assert.deepEqual(statusesOf(attempts, ['0xa']), [
      ['confirmed', 12],
      ['replaced', 0],
    ])
    assert.deepEqual(statusesOf(attempts), [
      ['replaced', 0],
      ['confirmed', 12],
    ])
  })

  test('what is only sent is pending, and what it replaced says so', ({ assert }) => {
    const attempts = [
      attempt('0xa', { state: 'signed' }),
      attempt('0xb', { state: 'signed', newest: true }),
    ]
    assert.deepEqual(statusesOf(attempts), [
      ['replaced', 0],
      ['pending', 0],
    ])
  })

  test('what an outcome names is confirmed before the lane looks again', ({ assert }) => {
    const attempts = [attempt('0xa', { state: 'signed', newest: true })]
    assert.deepEqual(statusesOf(attempts, ['0xa']), [['confirmed', 12]])
  })

  test('what reverted or lost its nonce has failed', ({ assert }) => {
    for (const state of ['reverted', 'displaced']) {
      const attempts = [attempt('0xa', { state, newest: true })]
      assert.equal(statusesOf(attempts)[0]![0], 'failed')
    }
  })

  test('the outcome of one transaction says nothing about another', ({ assert }) => {
    const attempts = [
      attempt('0xa', { newest: true }),
      attempt('0xb', { id: 'two', newest: true, state: 'reverted' }),
    ]
    assert.deepEqual(
      statusesOf(attempts, ['0xa']).map(([status]) => status),
      ['confirmed', 'failed']
    )
  })
})
