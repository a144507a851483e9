import { test } from '@japa/runner'
import { redisPlaces, type RedisSettings } from '#app/queue/redis_places'

type Given = Partial<RedisSettings>

const placesOf = (given: Given) => redisPlaces({ QUEUE_PREFIX: '{svc}', ...given })

/** The first line of the refusal; empty when the settings are good. */
function refusalOf(given: Given): string {
  try {
    placesOf(given)
    return ''
  } catch (error) {
    return (error as Error).message.split('\n')[0]!
  }
}

test.group('queue | where Redis is', () => {
  test('one server, a cluster and sentinels are told apart', ({ assert }) => {
    assert.deepEqual(placesOf({ REDIS_HOST: 'redis', REDIS_PORT: 7000 }), {
      kind: 'single',
      addresses: [{ host: 'redis', port: 7000 }],
    })
    assert.deepEqual(placesOf({ REDIS_NODES: 'a:7000, b ,[::1]:7001,10.0.0.1', REDIS_HOST: '' }), {
      kind: 'cluster',
      addresses: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 6379 },
        { host: '::1', port: 7001 },
        { host: '10.0.0.1', port: 6379 },
      ],
    })
    assert.deepEqual(placesOf({ REDIS_SENTINELS: 'a,b:1', REDIS_SENTINEL_NAME: 'ledger' }), {
      kind: 'sentinel',
      addresses: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 1 },
      ],
      name: 'ledger',
      password: undefined,
    })
  })

  test('{problem.setting} is refused where it {problem.why}')
    .with<{ given: Given; problem: { setting: string; why: RegExp } }[]>([
      { given: {}, problem: { setting: 'REDIS_HOST', why: /set one of them/ } },
      {
        given: { REDIS_HOST: 'a', REDIS_NODES: 'b' },
        problem: { setting: 'REDIS_NODES', why: /besides REDIS_HOST/ },
      },
      {
        given: { REDIS_NODES: 'a', REDIS_SENTINELS: 'b', REDIS_SENTINEL_NAME: 'c' },
        problem: { setting: 'REDIS_SENTINELS', why: /besides REDIS_NODES/ },
      },
      {
        given: { REDIS_NODES: 'a', REDIS_PORT: 6379 },
        problem: { setting: 'REDIS_PORT', why: /into REDIS_NODES/ },
      },
      {
        given: { REDIS_SENTINELS: 'a' },
        problem: { setting: 'REDIS_SENTINEL_NAME', why: /is not set/ },
      },
      {
        given: { REDIS_HOST: 'a', REDIS_SENTINEL_NAME: 'b' },
        problem: { setting: 'REDIS_SENTINEL_NAME', why: /without REDIS_SENTINELS/ },
      },
      {
        given: { REDIS_HOST: 'a', REDIS_SENTINEL_PASSWORD: 'b' },
        problem: { setting: 'REDIS_SENTINEL_PASSWORD', why: /without REDIS_SENTINELS/ },
      },
      ...['svc', '{}svc', '}svc{', '{svc', '{}{svc}'].map((prefix) => ({
        given: { REDIS_NODES: 'a', QUEUE_PREFIX: prefix },
        problem: { setting: 'QUEUE_PREFIX', why: /braces/ },
      })),
      ...['a:0', 'a:65536', 'a,', ':1', 'a b', 'a:x', '::1', '[a]', 'redis://a', 'a:1:2'].map(
        (nodes) => ({
          given: { REDIS_NODES: nodes },
          problem: { setting: 'REDIS_NODES', why: /no address/ },
        })
      ),
      { given: { REDIS_NODES: 'a,A:6379' }, problem: { setting: 'REDIS_NODES', why: /twice/ } },
      {
        given: { REDIS_NODES: Array.from({ length: 101 }, (_, index) => `n${index}`).join() },
        problem: { setting: 'REDIS_NODES', why: /more than 100/ },
      },
    ])
    .run(({ assert }, { given, problem }) => {
      const problems = refusalOf(given)
      assert.match(problems, new RegExp(`^${problem.setting} `))
      assert.match(problems, problem.why)
    })

  test('a prefix without braces will do outside a cluster', ({ assert }) => {
    assert.equal(placesOf({ REDIS_HOST: 'a', QUEUE_PREFIX: 'svc' }).kind, 'single')
    for (const prefix of ['{svc}', 'a{b}c', '{a}{b}']) {
      assert.equal(placesOf({ REDIS_NODES: 'a', QUEUE_PREFIX: prefix }).kind, 'cluster')
    }
  })
})
