import { test } from '@japa/runner'
import { weaknessText } from '#app/preflight/weakness'
import {
  RateLimitSettings,
  rateLimitWeaknesses,
  type RateLimitConfig,
} from '#app/http/rate_limit_settings'

function figures(config: RateLimitConfig) {
  const settings = new RateLimitSettings(config)
  const { perSecond, burst, signInPerMinute, failuresPerMinute, absentPerMinute } = settings
  return { perSecond, burst, signInPerMinute, failuresPerMinute, absentPerMinute }
}

test.group('rate limit settings', () => {
  test('production is limited without any setting', ({ assert }) => {
    assert.deepEqual(figures({ production: true }), {
      perSecond: 200,
      burst: 400,
      signInPerMinute: 30,
      failuresPerMinute: 60,
      absentPerMinute: 120,
    })
  })

  test('in development credentials are not limited, and strangers hardly', ({ assert }) => {
    assert.deepEqual(figures({ production: false }), {
      perSecond: 0,
      burst: 0,
      signInPerMinute: 600,
      failuresPerMinute: 3000,
      absentPerMinute: 6000,
    })
  })

  test('0 is off, and bursts follow the rate unless they are given', ({ assert }) => {
    const off = { perSecond: 0, burst: 0, signInPerMinute: 0, failuresPerMinute: 0 }
    assert.deepEqual(figures({ production: true, ...off }), { ...off, absentPerMinute: 0 })
    assert.equal(figures({ production: true, perSecond: 0 }).burst, 0)
    assert.equal(figures({ production: false, perSecond: 50 }).burst, 100)
    assert.equal(figures({ production: true, burst: 0 }).burst, 0)
  })

  test('wrong figures stop the service, all at once, and name the variable', ({ assert }) => {
    const wrong: [RateLimitConfig, RegExp][] = [
      [{ production: true, perSecond: -1 }, /RATE_LIMIT_PER_SECOND/],
      [{ production: true, perSecond: 1.5 }, /RATE_LIMIT_PER_SECOND/],
      [{ production: true, burst: Number.NaN }, /RATE_LIMIT_BURST/],
      [{ production: true, signInPerMinute: 1e9 }, /RATE_LIMIT_SIGN_IN_PER_MINUTE/],
      [{ production: true, failuresPerMinute: -1 }, /RATE_LIMIT_FAILURES_PER_MINUTE/],
      [{ production: true, perSecond: 0, burst: 5 }, /RATE_LIMIT_BURST: It needs/],
    ]
    for (const [config, message] of wrong) {
      assert.match(rateLimitWeaknesses(config).map(weaknessText).join(), message)
    }
    const all = { production: true, perSecond: -1, burst: 0.5, signInPerMinute: 1e9 }
    assert.lengthOf(rateLimitWeaknesses(all), 3)
    assert.deepEqual(rateLimitWeaknesses({ production: true }), [])
  })
})
