import { test } from '@japa/runner'
import { ManualClock, SystemClock } from '#app/clock/clock'
import {
  rfc3339ToMicros,
  sqlToMicros,
  sqlToRfc3339,
  toRfc3339,
  toSqlDatetime,
} from '#app/clock/timestamp'

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 123) * 1000 + 456

test.group('clock | timestamp', () => {
  test('shows six digits and Z', ({ assert }) => {
    assert.equal(toRfc3339(AT), '2026-01-02T03:04:05.123456Z')
    assert.equal(toRfc3339(AT - 456 - 123_000), '2026-01-02T03:04:05.000000Z')
  })

  test('a DATETIME(6) column and the API name the same moment', ({ assert }) => {
    assert.equal(toSqlDatetime(AT), '2026-01-02 03:04:05.123456')
    assert.equal(sqlToRfc3339('2026-01-02 03:04:05.1'), '2026-01-02T03:04:05.100000Z')
    assert.equal(sqlToMicros(toSqlDatetime(AT)), AT)
  })

  test('reads offsets and cuts what is finer than a microsecond', ({ assert }) => {
    assert.equal(rfc3339ToMicros('2026-01-02T04:04:05.123456+01:00'), AT)
    assert.equal(rfc3339ToMicros('2026-01-02T03:04:05.123456999Z'), AT)
  })

  test('refuses what is no RFC 3339 time')
    .with([
      '',
      '2026-01-02',
      '2026-13-02T00:00:00Z',
      '2026-01-02T03:04:05',
      'yesterday',
      '1767323045',
      '2026-01-02T24:00:00Z',
    ])
    .run(({ assert }, text) => {
      assert.isNull(rfc3339ToMicros(text), `expected ${JSON.stringify(text)} to be refused`)
    })

  test('a day that no calendar has is refused, not taken for one of the next month')
    .with(['2026-02-29', '2026-02-30', '2026-02-31', '2026-04-31', '2100-02-29'])
    .run(({ assert }, day) => {
      assert.isNull(rfc3339ToMicros(`${day}T00:00:00Z`))
    })

  test('the last day of each month is one')
    .with(['2026-01-31', '2026-02-28', '2024-02-29', '2000-02-29', '2026-04-30', '2026-12-31'])
    .run(({ assert }, day) => {
      assert.equal(rfc3339ToMicros(`${day}T00:00:00+00:00`), Date.parse(day) * 1000)
    })

  test('the system clock tells today in microseconds', ({ assert }) => {
    const apart = Math.abs(new SystemClock().nowMicros() / 1000 - Date.now())
    assert.isBelow(apart, 60_000)
  })

  test('a manual clock moves only when told to', ({ assert }) => {
    const clock = new ManualClock(5_000_000)
    assert.equal(clock.nowMicros(), 5_000_000)
    clock.advanceMs(2)
    assert.equal(clock.nowMicros(), 5_002_000)
    assert.equal(clock.nowMs(), 5002)
  })
})
