import { test } from '@japa/runner'
import { rfc3339ToMicros } from '#app/clock/timestamp'
import { Client, accepted, eventually, type AnyData } from '#tests/support/client'

const MARKET = '/api/v1/exchange/market'
const BTC = 'vn:0:BTC'
const INTERVALS: Record<string, number> = {
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}

let client: Client

async function ask(path: string, query: Record<string, string | number> = {}): Promise<AnyData> {
  return accepted(await client.get(`${MARKET}/${path}`, query))
}

test.group('venue | market history', (group) => {
  group.setup(async () => {
    client = await Client.signIn()
    // Markets are given their past one by one; this is the first of them.
    await eventually(
      'the past of the first market',
      async () => {
        const reply = await client.get(`${MARKET}/candles/${BTC}`, { interval: '1d' })
        return reply.status === 200 && reply.data.candles.length > 300 ? reply : null
      },
      60_000
    )
  })

  test('candles of every interval begin in the past and end with the last', async ({ assert }) => {
    for (const [interval, seconds] of Object.entries(INTERVALS)) {
      const view = await ask(`candles/${BTC}`, { interval })
      const { candles, marketDataAsOf } = view
      assert.isAbove(candles.length, 200, interval)
      assert.isAtMost(candles.length, 5000)
      candles.forEach(({ t, T, o, h, l, c }: AnyData, index: number) => {
        assert.equal(t % (seconds * 1000), 0)
        assert.equal(T, t + seconds * 1000 - 1)
        if (index > 0) assert.isAbove(t, candles[index - 1].t)
        assert.isTrue(Number(l) <= Math.min(o, c) && Number(h) >= Math.max(o, c), interval)
      })
      const last = candles.at(-1)
      const asOfMs = rfc3339ToMicros(marketDataAsOf)! / 1000
      assert.equal(last.closed, last.T < asOfMs)
      assert.isTrue(candles.slice(0, -1).every((candle: AnyData) => candle.closed))
    }
  })

  test('a time asked for is answered exactly, by its newest five thousand', async ({ assert }) => {
    const { candles } = await ask(`candles/${BTC}`, { interval: '1m' })
    const [from, to] = [candles.at(-20), candles.at(-10)]
    const part = await ask(`candles/${BTC}`, { interval: '1m', startTime: from.t, endTime: to.T })
    assert.deepEqual(part.candles, candles.slice(-20, -9))
    const inside = await ask(`candles/${BTC}`, {
      interval: '1m',
      startTime: from.t + 1,
      endTime: from.t + 1,
    })
    assert.deepEqual(inside.candles, [from])
    const nothing = await ask(`candles/${BTC}`, { interval: '1m', startTime: 0, endTime: 1 })
    assert.deepEqual(nothing.candles, [])
    const all = await ask(`candles/${BTC}`, { interval: '15s', startTime: 0 })
    assert.isAtMost(all.candles.length, 5000)
  })

  test('tickers, sparklines and open interest agree with the prices', async ({ assert }) => {
    const { tickers, stale } = await ask('tickers')
    assert.isFalse(stale)
    assert.lengthOf(tickers, 11)
    for (const ticker of tickers) {
      assert.isTrue(Number(ticker.bidPx) < Number(ticker.midPx), ticker.market)
      assert.isTrue(Number(ticker.midPx) < Number(ticker.askPx), ticker.market)
      assert.match(ticker.fundingRate, /^-?\d+(\.\d+)?$/)
      assert.match(ticker.nextFundingAt, /:00:00\.000000Z$/)
    }
    const btc = tickers.find(({ market }: AnyData) => market === BTC)
    assert.isTrue(Number(btc.low24h) <= Number(btc.midPx) * 1.01)
    assert.isAbove(Number(btc.volume24h), 0)
    const { sparklines } = await ask('sparklines')
    assert.lengthOf(sparklines[BTC], 24)
    const oi = await ask(`oi/${BTC}`)
    assert.isAbove(Number(oi.openInterest), 0)
    assert.equal(oi.realmOpenInterest, '0')
  })

  test('a book has rising asks above falling bids', async ({ assert }) => {
    const { bids, asks } = await ask(`book/${BTC}`)
    assert.lengthOf(bids, 20)
    assert.lengthOf(asks, 20)
    const prices = [...[...bids].reverse(), ...asks].map(({ px }: AnyData) => Number(px))
    assert.deepEqual(
      prices,
      [...prices].sort((a, b) => a - b)
    )
    assert.lengthOf(new Set(prices), 40)
  })

  test('a delisted market is known and empty, one that never was is not', async ({ assert }) => {
    const loom = 'vn:0:LOOM'
    assert.deepEqual((await ask(`book/${loom}`)).bids, [])
    assert.deepEqual((await ask(`candles/${loom}`, { interval: '1m' })).candles, [])
    assert.isNull((await ask(`funding/${loom}`)).current)
    assert.equal((await ask(`oi/${loom}`)).openInterest, '0')
    for (const name of ['book', 'oi', 'funding', 'candles']) {
      for (const market of ['vn:0:NONE', 'BTC', "x' OR 1=1", '%00', '..%2f..']) {
        const query = name === 'candles' ? '?interval=1m' : ''
        const address = `${MARKET}/${name}/${encodeURIComponent(market)}${query}`
        const { status, error } = await client.get(address)
        assert.deepEqual([status, error.code], [404, 'NOT_FOUND'], `${name} ${market}`)
      }
    }
  })

  test('malformed questions are refused by their field', async ({ assert }) => {
    const wrong: [string, string, string][] = [
      ['candles', 'interval', ''],
      ...['2m', '1M', '60', 'x'].map((each) => ['candles', 'interval', `interval=${each}`]),
      ...['-1', '1.5', '1e3', 'x', '', '2026-01-01', '9'.repeat(16)].flatMap((each) => [
        ['candles', 'startTime', `interval=1m&startTime=${each}`],
        ['candles', 'endTime', `interval=1m&endTime=${each}`],
        ['funding', 'startTime', `startTime=${each}`],
      ]),
      ['candles', 'startTime', 'interval=1m&startTime=2&endTime=1'],
      ['funding', 'startTime', 'startTime=2&endTime=1'],
      ['funding', 'limit', 'limit=0'],
      ['funding', 'limit', 'limit=501'],
    ] as [string, string, string][]
    for (const [path, field, query] of wrong) {
      const { status, error } = await client.get(`${MARKET}/${path}/${BTC}?${query}`)
      assert.deepEqual([status, error.code], [400, 'VALIDATION_ERROR'], query)
      assert.equal(error.details?.fields?.[0]?.field, field, query)
    }
  })
})
