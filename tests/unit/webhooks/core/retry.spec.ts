import { test } from '@japa/runner'
import { afterFailure } from '#modules/webhooks/core/retry'

const SECOND = 1_000_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.UTC(2026, 0, 1) * 1000

/** The waits of a receiver that never answers, until there is none any more. */
function waitsUntilTheEnd(random: number): number[] {
  const waits: number[] = []
  let webhook: { failures: number; failingSince: number | null } = {
    failures: 0,
    failingSince: null,
  }
  let now = START
  for (;;) {
    const { dueAt, ...next } = afterFailure(webhook, now, random)
    if (dueAt === null) return waits
    waits.push(dueAt - now)
    webhook = next
    now = dueAt
  }
}

test.group('webhooks | retries', () => {
  test('the waits are those of the contract, and end after five days', ({ assert }) => {
    const waits = waitsUntilTheEnd(0)
    const told = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR]
    assert.deepEqual(waits.slice(0, 11), [...told, DAY, DAY, DAY, DAY])
    const total = waits.reduce((sum, wait) => sum + wait, 0)
    assert.equal(total, 5 * DAY)
  })

  test('chance makes a wait longer by up to a tenth, and never shorter', ({ assert }) => {
    const [first] = waitsUntilTheEnd(0.999)
    assert.isAbove(first!, 5 * SECOND)
    assert.isAtMost(first!, 5.5 * SECOND)
    const total = waitsUntilTheEnd(0.999).reduce((sum, wait) => sum + wait, 0)
    assert.equal(total, 5 * DAY)
  })

  test('days begin with the first failure in a row', ({ assert }) => {
    const lately = afterFailure({ failures: 8, failingSince: START }, START + DAY, 0)
    assert.deepEqual(lately, { failures: 9, failingSince: START, dueAt: START + 2 * DAY })
    const longAgo = afterFailure({ failures: 9, failingSince: START }, START + 5 * DAY, 0)
    assert.isNull(longAgo.dueAt)
  })
})
