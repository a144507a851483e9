import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { RateLimitSettings, type RateLimitConfig } from '#app/http/rate_limit_settings'
import { RateLimits } from '#app/http/rate_limits'
import ScopedTokensController from '#modules/auth/http/scoped_tokens_controller'
import SessionController from '#modules/auth/http/session_controller'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { Client, pluck, type AnyData, type Reply } from '#tests/support/client'
import { rebuilt } from '#tests/support/rebuilt'

const REALMS = '/api/v1/realms'
const SIGN_IN = '/api/v1/auth/google'
const OFF = { perSecond: 0, signInPerMinute: 0, failuresPerMinute: 0 }

/** The service with these limits, until the end of the test. */
function limit(config: Partial<RateLimitConfig>, holdMs = 0) {
  const settings = new RateLimitSettings({ production: true, ...OFF, ...config })
  const limits = new RateLimits(settings, holdMs)
  app.container.swap(RateLimits, () => limits)
}

function headersOf({ headers }: Reply<unknown>) {
  return {
    limit: headers.get('ratelimit-limit'),
    remaining: headers.get('ratelimit-remaining'),
    reset: headers.get('ratelimit-reset'),
    retryAfter: headers.get('retry-after'),
  }
}

/** What so many requests at once were answered, and in how many seconds, begun ones included. */
async function statusesOf(count: number, send: () => Promise<Reply<unknown>>) {
  const startedAt = performance.now()
  const replies = await Promise.all(Array.from({ length: count }, send))
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)
  return { statuses: pluck(replies, 'status'), seconds }
}

const count = (statuses: number[], status: number) =>
  statuses.filter((found) => found === status).length

test.group('rate limits', (group) => {
  group.each.setup(() => rebuilt(SessionController, ScopedTokensController))
  group.each.teardown(() => app.container.restore(RateLimits))

  test('a sign-in over the limit of its address is told how long to wait', async ({ assert }) => {
    limit({ signInPerMinute: 3 })
    const guest = Client.anonymous()
    const wrong = () => guest.post(SIGN_IN, { googleIdToken: 'x' })
    const first = await wrong()
    assert.equal(first.status, 401)
    assert.deepEqual(headersOf(first), {
      limit: '3',
      remaining: '2',
      reset: '60',
      retryAfter: null,
    })
    await wrong()
    await wrong()
    const over = await wrong()
    assert.containSubset(over, { status: 429, error: { code: 'RATE_LIMITED' } })
    const { limit: points, remaining, reset, retryAfter } = headersOf(over)
    assert.deepEqual([points, remaining], ['3', '0'])
    assert.equal(reset, retryAfter)
    assert.isAtLeast(Number(retryAfter), 1)
    assert.isAtMost(Number(retryAfter), 60)
  })

  test('malformed sign-ins count too: the limit comes before validation', async ({ assert }) => {
    limit({ signInPerMinute: 2 })
    const guest = Client.anonymous()
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) statuses.push((await guest.post(SIGN_IN, {})).status)
    assert.deepEqual(statuses, [400, 400, 429, 429])
  })

  test('a forwarded address nobody vouches for does not make a new caller', async ({ assert }) => {
    limit({ signInPerMinute: 2 })
    const guest = Client.anonymous()
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      const headers = {
        'x-forwarded-for': `203.0.113.${turn}`,
        'forwarded': `for=203.0.113.${turn}`,
      }
      statuses.push((await guest.send('POST', SIGN_IN, {}, headers)).status)
    }
    assert.deepEqual(statuses, [400, 400, 429, 429])
  })

  test('every open route that costs something has its budget', async ({ assert }) => {
    const guest = Client.anonymous()
    const token = 'x'.repeat(43)
    const routes: [budget: number, send: () => Promise<Reply<AnyData>>][] = [
      [1, () => guest.post('/dev/identity/token', {})],
      [1, () => guest.get('/auth/sign-in')],
      [1, () => guest.get('/auth/callback')],
      [4, () => guest.post('/api/v1/auth/refresh', {})],
      [4, () => guest.get('/auth/step-up/stp_x')],
      [10, () => guest.get(`/api/v1/pay/${token}`)],
      [10, () => guest.get(`/pay/${token}`)],
    ]
    for (const [budget, send] of routes) {
      limit({ signInPerMinute: 1 })
      const statuses: number[] = []
      for (let turn = 0; turn <= budget; turn++) statuses.push((await send()).status)
      assert.notInclude(statuses.slice(0, budget), 429, String(send))
      assert.equal(statuses[budget], 429, String(send))
    }
  })

  test('a credential may send its rate and its burst, and not more', async ({ assert }) => {
    const builder = await Client.signIn()
    limit({ perSecond: 1, burst: 20 })
    const { statuses, seconds } = await statusesOf(200, () => builder.get(REALMS))
    assert.deepEqual(new Set(statuses), new Set([200, 429]))
    // One for every second it took, besides the burst.
    assert.isAtLeast(count(statuses, 200), 21)
    assert.isAtMost(count(statuses, 200), 21 + seconds)
  })

  test('requests with bad signatures count like all others', async ({ assert }) => {
    const builder = await Client.signIn()
    limit({ perSecond: 1, burst: 2 })
    const bad = { 'x-service-key-id': '0123456789abcdef' }
    const send = () => builder.send('GET', REALMS, undefined, bad)
    const { statuses, seconds } = await statusesOf(100, send)
    assert.deepEqual(new Set(statuses), new Set([401, 429]))
    assert.isAtMost(count(statuses, 401), 3 + seconds)
  })

  test('credentials do not share their limit', async ({ assert }) => {
    const [first, second] = [await Client.signIn(), await Client.signIn()]
    limit({ perSecond: 1, burst: 1 })
    const { statuses } = await statusesOf(100, () => first.get(REALMS))
    assert.include(statuses, 429)
    const other = await second.get(REALMS)
    assert.equal(other.status, 200)
    assert.containSubset(headersOf(other), { limit: '1', remaining: '0', retryAfter: null })
  })

  test('nothing is limited, and nothing said of limits, where they are off', async ({ assert }) => {
    const builder = await Client.signIn()
    limit({})
    const { status, headers } = await builder.get(REALMS)
    assert.equal(status, 200)
    assert.isNull(headers.get('ratelimit-limit'))
  })

  test('an address that shows bad credentials is no longer listened to', async ({ assert }) => {
    const [builder, newcomer] = [await Client.signIn(), await Client.signIn()]
    limit({ failuresPerMinute: 60 })
    assert.equal((await builder.get(REALMS)).status, 200)
    const statuses: number[] = []
    for (let turn = 0; turn < 65; turn++) {
      statuses.push((await Client.withToken(`svc_bad${turn}`).get(REALMS)).status)
    }
    assert.equal(count(statuses, 401), 60)
    assert.deepEqual(statuses.slice(60), Array(5).fill(429))
    assert.equal((await newcomer.get(REALMS)).status, 429)
    // Whoever was let in before is not locked out by a neighbour, nor who signs in or mints now.
    assert.equal((await builder.get(REALMS)).status, 200)
    const late = await Client.signIn()
    const realm = await late.realm()
    const reader = await scoped(realm, allow('svc:Read', '*'))
    assert.equal((await reader.get('/api/v1/objects', { realmId: realm.id })).status, 200)
  })

  test('requests without credential count, and shut out none with one', async ({ assert }) => {
    const newcomer = await Client.signIn()
    limit({ failuresPerMinute: 5 })
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn++) {
      statuses.push((await Client.anonymous().get(REALMS)).status)
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429])
    assert.equal((await newcomer.get(REALMS)).status, 200)
  })

  test('a refusal counts for more the more there is to throw away', async ({ assert }) => {
    limit({ failuresPerMinute: 10 })
    const body = { name: 'x'.repeat(1_000_000) }
    const statuses: number[] = []
    for (let turn = 0; turn < 4; turn++) {
      statuses.push((await Client.anonymous().post(REALMS, body)).status)
    }
    assert.deepEqual(statuses, [401, 401, 429, 429])
  })

  test('the more refusals an address has had, the longer it has to wait', async ({ assert }) => {
    const newcomer = await Client.signIn()
    const HOLD_MS = 150
    limit({ failuresPerMinute: 4 }, HOLD_MS)
    const waits: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      const startedAt = performance.now()
      await Client.withToken(`svc_bad${turn}`).get(REALMS)
      waits.push(performance.now() - startedAt)
    }
    for (const wait of waits.slice(3)) assert.isAtLeast(wait, HOLD_MS - 5)
    limit({}, HOLD_MS)
    assert.equal((await newcomer.get(REALMS)).status, 200)
  })

  test('the reference says which routes are limited and with which headers', async ({ assert }) => {
    const { body } = await Client.anonymous().get('/openapi.json')
    const { paths } = body as AnyData
    for (const responses of [
      paths[SIGN_IN].post.responses,
      paths['/api/v1/transfer'].post.responses,
      paths['/pay/{token}'].get.responses,
    ]) {
      assert.match(responses['429'].description as string, /RATE_LIMITED/)
      assert.includeMembers(Object.keys(responses['429'].headers as object), [
        'Retry-After',
        'RateLimit-Limit',
        'RateLimit-Remaining',
        'RateLimit-Reset',
      ])
    }
    assert.notProperty(paths['/health/live'].get.responses, '429')
  })
})
