import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { rfc3339ToMicros } from '#app/clock/timestamp'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'
import { marketsOf } from '#modules/venue/core/markets'
import { formatPrice } from '#modules/venue/core/numerics'
import { advanceFeed, openFeed, tickAtMs } from '#modules/venue/core/tick'
import { Client, TestRealm, accepted, eventually, pluck, type AnyData } from '#tests/support/client'
import { scrapeWith } from '#tests/support/metrics'
import { holdQueues } from '#tests/support/held_queues'
import { readRows } from '#tests/support/rows'

const META = '/api/v1/exchange/market/meta'
const MIDS = '/api/v1/exchange/market/mids'
const OF_MARKET = ['book', 'oi', 'funding'].map(
  (name) => `/api/v1/exchange/market/${name}/vn:0:BTC`
)
const ALL = [
  META,
  MIDS,
  '/api/v1/exchange/market/tickers',
  '/api/v1/exchange/market/sparklines',
  ...OF_MARKET,
]
const MARKETS = marketsOf('vn')

interface MidsView {
  mids: Record<string, string>
  marketDataAsOf: string
  ageSeconds: number
  staleAfterSeconds: number
  stale: boolean
}

let client: Client

/** The mids, once the feed of this database has opened. */
function mids(): Promise<MidsView> {
  return eventually('the first tick', async () => {
    const reply = await client.get<MidsView>(MIDS)
    return reply.status === 503 ? null : accepted(reply)
  })
}

/** The mids of the tick after the present one. */
async function nextMids(): Promise<MidsView> {
  const { marketDataAsOf } = await mids()
  return eventually('the next tick', async () => {
    const view = await mids()
    return view.marketDataAsOf === marketDataAsOf ? null : view
  })
}

function tickOf({ marketDataAsOf }: MidsView): number {
  return tickAtMs(rfc3339ToMicros(marketDataAsOf)! / 1000)
}

test.group('venue | market data', (group) => {
  group.setup(async () => {
    client = await Client.signIn()
  })

  test('meta lists the twelve markets with their limits', async ({ assert }) => {
    const { markets } = accepted(await client.get<{ markets: { id: string }[] }>(META))
    assert.deepEqual(pluck(markets, 'id'), pluck(MARKETS, 'id'))
    assert.deepEqual(markets[0], {
      id: 'vn:0:BTC',
      symbol: 'BTC',
      dexIndex: 0,
      szDecimals: 5,
      maxLeverage: 40,
      marginTiers: [
        { lowerBound: '0.00', maxLeverage: 40 },
        { lowerBound: '150000000.00', maxLeverage: 20 },
      ],
      marginModes: ['cross', 'isolated'],
      isolatedMarginRemovable: true,
      isDelisted: false,
      status: 'active',
      minNotional: '10.00',
      maxMarketOrderNotional: '30000000.00',
      takerFeeRate: '0.00045',
      makerFeeRate: '0.00015',
      impactNotional: '20000.00',
      fundingIntervalSeconds: 3600,
    })
    assert.containSubset(markets, [
      { id: 'vn:0:LOOM', isDelisted: true, status: 'delisted', marginModes: ['isolated'] },
      { id: 'vn:1:GOLD', isolatedMarginRemovable: false, marginModes: ['isolated'] },
    ])
  })

  test('mids price every market not delisted, and say how old they are', async ({ assert }) => {
    const view = await mids()
    const listed = pluck(
      MARKETS.filter(({ isDelisted }) => !isDelisted),
      'id'
    )
    assert.sameMembers(Object.keys(view.mids), listed)
    for (const mid of Object.values(view.mids)) assert.match(mid, /^\d+(\.\d*[1-9])?$/)
    assert.match(view.marketDataAsOf, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/)
    assert.isTrue(Number.isInteger(view.ageSeconds) && view.ageSeconds >= 0)
    assert.equal(view.staleAfterSeconds, 15)
    assert.equal(view.stale, view.ageSeconds >= 15)
  })

  test('mids move forward on the queue', async ({ assert }) => {
    const before = await mids()
    const after = await nextMids()
    assert.isAbove(tickOf(after), tickOf(before))
    assert.notDeepEqual(after.mids, before.mids)
    assert.isFalse(after.stale)
  })

  test('mids are those of the pure series from the stored seed', async ({ assert }) => {
    const view = await mids()
    const [row] = await readRows`SELECT seed, first_tick FROM venue_feeds WHERE id = 'main'`
    const opened = openFeed(MARKETS, row!.seed, Number(row!.first_tick))
    const { markets } = advanceFeed(MARKETS, opened, tickOf(view))
    const expected = Object.entries(markets).map(([id, { mid }]) => [id, formatPrice(mid)])
    assert.deepEqual(view.mids, Object.fromEntries(expected))
  })

  test('a caller who names a paper realm sees its feed', async ({ assert }) => {
    const realm = await client.realm()
    await mids()
    for (const path of ALL) {
      assert.equal((await client.get(path, { realmId: realm.id })).status, 200)
    }
  })

  test('a live realm is never shown simulated prices', async ({ assert }) => {
    const realm = await client.realm({ asset: 'live' })
    for (const path of ALL) {
      const { status, error } = await client.get(path, { realmId: realm.id })
      assert.equal(status, 503)
      assert.equal(error.code, 'MARKET_DATA_UNAVAILABLE')
      assert.match(error.message, /no live venue/)
    }
  })

  test('the realm of another organization is not revealed', async ({ assert }) => {
    const foreign = await TestRealm.open()
    const missing = '00000000-0000-7000-8000-000000000000'
    for (const path of ALL) {
      for (const realmId of [foreign.id, missing]) {
        const { status, error } = await client.get(path, { realmId })
        assert.equal(status, 404)
        assert.equal(error.code, 'NOT_FOUND')
      }
    }
  })

  test('a malformed realm id is refused by its field', async ({ assert }) => {
    const wrong = ['', 'x', '1', 'null', "' OR 1=1 --", 'A'.repeat(3000)]
    const queries = wrong.map((value) => `realmId=${encodeURIComponent(value)}`)
    for (const query of [...queries, 'realmId[]=x', 'realmId[a]=x']) {
      for (const path of ALL) {
        const { status, error } = await client.get(`${path}?${query}`)
        assert.equal(status, 400, query)
        assert.equal(error.code, 'VALIDATION_ERROR')
        assert.equal(error.details?.fields?.[0]?.field, 'realmId')
      }
    }
  })

  test('health and metrics tell the age of the feed', async ({ assert }) => {
    await mids()
    const found = await eventually('the feed to be found well', async () => {
      const { checks } = (await client.get('/health/ready')).body as { checks: AnyData[] }
      return checks.find(({ name, ok }) => name === 'venue-feed' && ok)
    })
    assert.containSubset(found, { fatal: false })
    await scrapeWith(/^venue_feed_tick \d{9,}$/m, /^venue_feed_age_seconds \d+$/m)
  })

  test('without a feed mids are refused; an empty queue store starts one', async ({ assert }) => {
    await nextMids()
    const database = await app.container.make(Database)
    const queues = await app.container.make(QueueHost)
    // The poller of the outbox brings schedules back too, whenever its turn comes: held, they do nothing.
    await holdQueues('venue-feed')
    await database.transaction(async (session) => {
      await session.write("DELETE FROM venue_feed_markets WHERE feed_id = 'main'")
      await session.write("DELETE FROM venue_feeds WHERE id = 'main'")
    })

    // Prices are answered from memory for a moment.
    const { error, headers } = await eventually('the refusal of mids', async () => {
      const reply = await client.get(MIDS)
      return reply.status === 503 ? reply : null
    })
    assert.equal(error.code, 'MARKET_DATA_UNAVAILABLE')
    assert.match(error.errorId!, /^err_/)
    assert.equal(headers.get('retry-after'), '1')
    assert.equal((await client.get(META)).status, 200)
    const health = await client.get('/health/ready')
    assert.containSubset(health.body, {
      status: 'degraded',
      checks: [{ name: 'venue-feed', ok: false }],
    })

    // What held it is forgotten with everything else.
    await queues.queue('venue-feed').obliterate({ force: true })
    await queues.keepPeriodic()
    assert.isFalse((await mids()).stale)
  })
})
