import { test } from '@japa/runner'
import fc from 'fast-check'
import { readRule } from '#modules/schedules/core/rule'
import { timesAfter, type Timing } from '#modules/schedules/core/times'
import { forAll } from '#tests/support/for_all'

const HOUR_MS = 3_600_000
const MOST = 12
const anchor = fc.integer({ min: 0, max: 24 * 365 * 4 }).map((hours) => {
  return Date.parse('2025-01-01T00:00:00Z') + hours * HOUR_MS
})
const zone = fc.constantFrom('UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu')
const rule = fc
  .record({
    frequency: fc.constantFrom('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    count: fc.option(fc.integer({ min: 1, max: 20 })),
  })
  .map(({ frequency, interval, count }) => {
    return `FREQ=${frequency};INTERVAL=${interval}${count === null ? '' : `;COUNT=${count}`}`
  })

function timingOf(text: string, timeZone: string, from: number): Timing {
  const read = readRule(text)
  if ('problem' in read) throw new Error(read.problem)
  return { rule: read, timeZone, anchor: from }
}

test.group('schedules | times, whoever asks for how many', () => {
  test('one after the other they are those of one question, each once and rising', ({ assert }) => {
    let several = 0
    forAll([rule, zone, anchor], (text, timeZone, from) => {
      const timing = timingOf(text, timeZone, from)
      const before = (from - 48 * HOUR_MS) * 1000
      const together = timesAfter(timing, before, MOST).map(({ at }) => at)
      const single: number[] = []
      while (single.length < MOST) {
        const [next] = timesAfter(timing, single.at(-1) ?? before, 1)
        if (!next) break
        single.push(next.at)
      }
      assert.deepEqual(single, together, text)
      assert.deepEqual(
        together,
        [...new Set(together)].sort((one, other) => one - other),
        text
      )
      if (together.length > 1) several++
    })
    assert.isAbove(several, 0)
  })

  test('in UTC those of every so many hours, days and weeks lie as far apart', ({ assert }) => {
    const hoursOf = { HOURLY: 1, DAILY: 24, WEEKLY: 168 } as const
    const frequency = fc.constantFrom(...(Object.keys(hoursOf) as (keyof typeof hoursOf)[]))
    forAll([frequency, fc.integer({ min: 1, max: 9 }), anchor], (every, interval, from) => {
      const timing = timingOf(`FREQ=${every};INTERVAL=${interval}`, 'UTC', from)
      const step = hoursOf[every] * interval * HOUR_MS
      const found = timesAfter(timing, from * 1000 - 1, MOST).map(({ at }) => at / 1000)
      assert.deepEqual(
        found,
        Array.from({ length: MOST }, (_, at) => from + at * step)
      )
    })
  })
})
