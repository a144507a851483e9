import { test } from '@japa/runner'
import { TestRealm, accepted, type AnyData } from '#tests/support/client'
import { LiveDesk } from '#tests/faults/venue/support/live_desk'

const MARKET = '/api/v1/exchange/market'
const BTC = 'vn:0:BTC'
const HOUR_MS = 3_600_000

test.group('venue | live market data', (group) => {
  let desk: LiveDesk

  group.setup(async () => {
    desk = await LiveDesk.start()
  })
  group.teardown(() => desk.stop())
  group.each.setup(async () => {
    desk.fake.silentInfo = false
    await desk.resetBudget()
  })

  const ask = (what: string, query: Record<string, string | number> = {}) =>
    desk.realm.client.get(`${MARKET}/${what}`, { realmId: desk.realm.id, ...query })

  test('mids are the venue’s, and say how old they are', async ({ assert }) => {
    const { mids, stale, marketDataAsOf } = accepted(await ask('mids'))
    assert.deepEqual(mids, { 'vn:0:BTC': '60000', 'vn:0:ETH': '3000' })
    assert.isFalse(stale)
    assert.closeTo(Date.parse(marketDataAsOf as string), Date.now(), 60_000)
  })

  test('only what the venue lists is listed, with its terms', async ({ assert }) => {
    const { markets } = accepted(await ask('meta'))
    const leverages = markets.map(({ id, maxLeverage }: AnyData) => [id, maxLeverage])
    assert.deepEqual(leverages, [
      ['vn:0:BTC', 40],
      ['vn:0:ETH', 25],
    ])
  })

  test('the book is the venue’s; a market it does not trade has none', async ({ assert }) => {
    const { bids, asks } = accepted(await ask(`book/${BTC}`))
    assert.deepEqual(bids, [
      { px: '59999', sz: '1.5', n: 1 },
      { px: '59998', sz: '2.5', n: 2 },
      { px: '59997', sz: '3.5', n: 3 },
    ])
    assert.equal(asks[0].px, '60001')
    assert.deepEqual(accepted(await ask('book/vn:1:GOLD')).bids, [])
    assert.equal((await ask('book/vn:0:NONE')).status, 404)
  })

  test('candles are those of the time asked for', async ({ assert }) => {
    const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    const span = { interval: '1h', startTime: end - 3 * HOUR_MS, endTime: end - 1 }
    const { candles } = accepted(await ask(`candles/${BTC}`, span))
    assert.deepEqual(
      candles.map(({ t, closed }: AnyData) => [t, closed]),
      [3, 2, 1].map((hours) => [end - hours * HOUR_MS, true])
    )
    assert.deepInclude(candles[0], { o: '59995', h: '60010', l: '59990', c: '60000', n: 7 })
    const short = await ask(`candles/${BTC}`, { interval: '15s' })
    assert.equal(`${short.status} ${short.error?.details?.fields?.[0]?.rule}`, '400 not_offered')
    const turned = await ask(`candles/${BTC}`, { interval: '1h', startTime: end, endTime: 1 })
    assert.equal(turned.error?.details?.fields?.[0]?.field, 'startTime')
  })

  test('a burst of readers does not ask the venue once for each', async ({ assert }) => {
    const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
    const span = { interval: '4h', startTime: end - 40 * HOUR_MS, endTime: end }
    const before = desk.fake.infoRequests.filter((type) => type === 'candleSnapshot').length
    await Promise.all(Array.from({ length: 20 }, () => ask(`candles/${BTC}`, span)))
    const after = desk.fake.infoRequests.filter((type) => type === 'candleSnapshot').length
    assert.isBelow(after - before, 20)
  })

  test('a venue that says nothing is unavailable, so is an empty budget', async ({ assert }) => {
    const span = { interval: '1d', startTime: 1, endTime: Date.now() }
    desk.fake.silentInfo = true
    const silent = await ask(`candles/${BTC}`, span)
    assert.equal(`${silent.status} ${silent.error?.code}`, '503 MARKET_DATA_UNAVAILABLE')
    desk.fake.silentInfo = false
    await desk.emptyBudget()
    const busy = await ask(`candles/${BTC}`, span)
    assert.equal(`${busy.status} ${busy.error?.code}`, '503 MARKET_DATA_UNAVAILABLE')
    assert.match(busy.headers.get('retry-after') ?? '', /^\d+$/)
    await desk.resetBudget()
    assert.equal((await ask(`candles/${BTC}`, span)).status, 200)
  })

  test('what the venue does not offer here is unavailable, never simulated', async ({ assert }) => {
    for (const what of ['tickers', `oi/${BTC}`, `funding/${BTC}`, 'sparklines']) {
      const { status, error } = await ask(what)
      assert.equal(`${status} ${error?.code}`, '503 MARKET_DATA_UNAVAILABLE', what)
    }
  })

  test('the live realm of another organization shows nothing', async ({ assert }) => {
    const stranger = await TestRealm.open()
    for (const what of ['mids', 'meta', `book/${BTC}`, `candles/${BTC}?interval=1h`]) {
      const url = `${MARKET}/${what}`
      const separator = url.includes('?') ? '&' : '?'
      const reply = await stranger.client.get(`${url}${separator}realmId=${desk.realm.id}`)
      assert.equal(reply.status, 404, what)
    }
  })
})
