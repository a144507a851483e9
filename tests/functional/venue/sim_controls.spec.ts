import { test } from '@japa/runner'
import { rfc3339ToMicros } from '#app/clock/timestamp'
import { MARKET, SIM, SimStage } from '#tests/functional/venue/support/sim_stage'
import { Client, TestRealm, accepted, eventually, pluck, type AnyData } from '#tests/support/client'

const BTC = 'vn:0:BTC'
const THIN = 'vn:0:THIN'

let client: Client

const of = (feed: AnyData, market: string) =>
  feed.markets.find((each: AnyData) => each.market === market)

test.group('venue | sim controls', (group) => {
  group.setup(async () => {
    client = await Client.signIn()
  })

  test('a fork starts at the shared prices and shows its seed', async ({ assert }) => {
    const stage = await SimStage.open(client, { seed: 'my-seed' })
    const feed = await stage.feed()
    assert.containSubset(feed, { seed: 'my-seed', mode: 'generated' })
    assert.lengthOf(feed.markets, 11)
    assert.isFalse(feed.stale)
    const drawn = await SimStage.open(client)
    assert.match((await drawn.feed()).seed, /^[0-9a-f]{64}$/)
    const { status, error } = await stage.send('POST', 'fork')
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
  })

  test('only one of many forks at once wins', async ({ assert }) => {
    await SimStage.open(client)
    const realm = await client.realm()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => client.post(`${SIM}/fork`, { realmId: realm.id }))
    )
    const statuses = pluck(replies, 'status').sort()
    assert.deepEqual(statuses, [201, ...Array.from({ length: 7 }, () => 409)])
  })

  test('a manual clock never moves alone; in pieces an advance is the same', async ({ assert }) => {
    const [whole, pieces] = await Promise.all([
      SimStage.open(client, { seed: 'same', from: 'anchor' }),
      SimStage.open(client, { seed: 'same', from: 'anchor' }),
    ])
    const start = (await whole.feed()).tick
    // The two were forked at different ticks; prices from the anchor follow the seed alone.
    await whole.advance(120_000)
    for (const ms of [1000, 1000, 1000, 57_000, 60_000]) await pieces.advance(ms)
    const [one, other] = await Promise.all([whole.feed(), pieces.feed()])
    const prices = (feed: AnyData) =>
      feed.markets.map(({ market, oraclePx, midPx, markPx }: AnyData) => [
        market,
        oraclePx,
        midPx,
        markPx,
      ])
    assert.deepEqual(prices(other), prices(one))
    assert.equal(one.tick, start + 40)
    assert.equal((await whole.feed()).tick, one.tick)
  })

  test('a clock goes forward only, and only so far', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const { clock } = await stage.feed()
    const nowMs = rfc3339ToMicros(clock.now)! / 1000
    const at = (ms: number) => new Date(ms).toISOString()
    const feed = await stage.post('clock', { mode: 'manual', setTo: at(nowMs + 9000) })
    assert.equal(feed.clock.now, at(nowMs + 9000).replace('Z', '000Z'))
    for (const body of [
      { setTo: at(nowMs) },
      { setTo: at(nowMs + 8 * 24 * 3_600_000) },
      { advanceMs: 2 * 3_600_000 },
      { advanceMs: 3000, setTo: at(nowMs + 60_000) },
    ]) {
      const { status, error } = await stage.send('POST', 'clock', { mode: 'manual', ...body })
      assert.deepEqual([status, error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
    }
    const { status } = await stage.send('POST', 'clock', { mode: 'wall', advanceMs: 3000 })
    assert.equal(status, 400)
    assert.equal((await stage.feed()).tick, feed.tick)
  })

  test('back on the wall clock a feed moves on from where it stood', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const { tick } = await stage.advance(60_000)
    const running = await stage.post('clock', { mode: 'wall' })
    assert.isTrue(running.clock.aheadOfWallMs > 0)
    await eventually('a tick of its own', async () => ((await stage.feed()).tick > tick ? 1 : null))
  })

  test('one tick at a time', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const { tick } = await stage.feed()
    assert.equal((await stage.post('tick')).tick, tick + 1)
    assert.equal((await stage.post('tick')).tick, tick + 2)
  })

  test('a jump shows everywhere at once, and nowhere else', async ({ assert }) => {
    const [stage, other] = await Promise.all([SimStage.open(client), SimStage.open(client)])
    const feed = await stage.post('prices', { market: BTC, price: '45000', mode: 'jump' })
    assert.deepInclude(of(feed, BTC), { oraclePx: '45000', markPx: '45000', midPx: '45000' })
    assert.equal((await stage.market('mids')).mids[BTC], '45000')
    const ticker = (await stage.market('tickers')).tickers.find((t: AnyData) => t.market === BTC)
    assert.equal(ticker.markPx, '45000')
    assert.notEqual((await other.market('mids')).mids[BTC], '45000')
    assert.notEqual(accepted(await client.get(`${MARKET}/mids`)).mids[BTC], '45000')
  })

  test('a pin holds, manual mode stands still, candles keep what traded', async ({ assert }) => {
    const stage = await SimStage.open(client)
    await stage.send('PUT', 'feed', { mode: 'manual' })
    await stage.post('prices', { market: BTC, price: '50000', mode: 'pin' })
    const feed = await stage.advance(60_000)
    assert.deepInclude(of(feed, BTC), { midPx: '50000', pinned: true })
    await stage.post('prices', { market: BTC, mode: 'release' })
    const { candles } = await stage.market(`candles/${BTC}`, { interval: '15s' })
    assert.equal(candles.at(-1).c, '50000')
    for (const { l, o, h, c } of candles.slice(-20)) {
      assert.isTrue(Number(l) <= Math.min(o, c) && Number(h) >= Math.max(o, c))
    }
  })

  test('liquidity is scaled, emptied and given back', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const before = await stage.market(`book/${THIN}`)
    await stage.post('liquidity', { market: THIN, side: 'asks', mode: 'empty' })
    const emptied = await stage.market(`book/${THIN}`)
    assert.deepEqual(emptied.asks, [])
    assert.deepEqual(emptied.bids, before.bids)
    await stage.post('liquidity', { market: THIN, side: 'asks', mode: 'scale', factor: '2' })
    const doubled = await stage.market(`book/${THIN}`)
    assert.closeTo(Number(doubled.asks[0].sz), 2 * Number(before.asks[0].sz), 0.03)
    await stage.post('liquidity', { market: THIN, side: 'both', mode: 'release' })
    assert.deepEqual((await stage.market(`book/${THIN}`)).asks, before.asks)
  })

  test('funding that is set is paid at the end of the hour', async ({ assert }) => {
    const stage = await SimStage.open(client)
    await stage.post('funding', { market: BTC, rate: '-0.001' })
    await stage.advance(3_600_000, 60_000)
    const { history, current } = await stage.market(`funding/${BTC}`)
    assert.equal(history[0].rate, '-0.001')
    assert.match(history[0].time, /:00:00\.000000Z$/)
    assert.equal(current.rate, '-0.001')
    await stage.post('funding', { market: BTC, rate: null })
    assert.notEqual((await stage.market(`funding/${BTC}`)).current.rate, '-0.001')
  })

  test('recorded candles are followed to their close', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const candles = [60_000, 61_000, 59_500].map((o, index) => ({
      t: index * 60_000,
      o: String(o),
      h: String(o + 900),
      l: String(o - 900),
      c: String(o + 500),
    }))
    const feed = await stage.post('replay', { market: BTC, candles })
    assert.equal(feed.mode, 'replay')
    assert.deepEqual(of(feed, BTC).replay, { candles: 3, ticksPerCandle: 20, loop: false })
    assert.equal(of(await stage.advance(60_000), BTC).oraclePx, '60500')
    assert.equal(of(await stage.advance(120_000), BTC).oraclePx, '60000')
    assert.equal(of(await stage.advance(60_000), BTC).oraclePx, '60000')
  })

  test('a delisted market leaves the prices and keeps its candles', async ({ assert }) => {
    const stage = await SimStage.open(client)
    await stage.advance(30_000)
    const feed = await stage.post(`markets/${BTC}/delist`)
    assert.isTrue(of(feed, BTC).isDelisted)
    assert.isAbove(Number(of(feed, BTC).settlementPx), 0)
    assert.notProperty((await stage.market('mids')).mids, BTC)
    const { markets } = await stage.market('meta')
    assert.equal(markets[0].status, 'delisted')
    const { candles } = await stage.market(`candles/${BTC}`, { interval: '15s' })
    assert.isNotEmpty(candles)
    const refused = await stage.send('POST', 'prices', {
      market: BTC,
      price: '50000',
      mode: 'jump',
    })
    assert.deepEqual([refused.status, refused.error.code], [409, 'MARKET_DELISTED'])
    assert.equal((await stage.send('POST', 'markets/vn:0:NONE/delist')).status, 404)
    const delisted = await stage.post(`markets/${BTC}/delist`).then((f) => of(f, BTC))
    assert.deepEqual(delisted, of(feed, BTC))
  })

  test('faults are listed, replaced and taken away', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const code = 'NO_LIQUIDITY'
    await stage.post('faults', { code, count: 2 })
    const feed = await stage.post('faults', { code, count: 5 })
    assert.deepEqual(feed.faults, [{ code, market: null, objectId: null, count: 5 }])
    const foreign = await TestRealm.open()
    const { id } = await foreign.object('/mine')
    for (const objectId of [id, 'obj_01k00000000000000000000000']) {
      const { status } = await stage.send('POST', 'faults', { code, count: 1, objectId })
      assert.equal(status, 404)
    }
    assert.deepEqual((await stage.post('faults', { code, count: 0 })).faults, [])
  })

  test('every change is recorded in order, with its tick and its maker', async ({ assert }) => {
    const stage = await SimStage.open(client, { seed: 'audit' })
    await Promise.all([
      ...Array.from({ length: 5 }, () => stage.post('tick')),
      stage.post('prices', { market: BTC, price: '45000', mode: 'jump' }),
    ])
    const { commands, tick, forkedAt } = await stage.feed()
    const seqs = pluck(commands, 'seq')
    assert.deepEqual(seqs, [7, 6, 5, 4, 3, 2, 1])
    const ticks = commands.map((each: AnyData) => each.tick)
    assert.deepEqual(
      ticks,
      [...ticks].sort((a, b) => b - a)
    )
    assert.equal(tick, ticks.at(-1) + 5)
    assert.deepEqual(commands.at(-1).command, {
      type: 'fork',
      from: 'current',
      seed: 'audit',
      clock: 'manual',
    })
    assert.equal(commands.at(-1).actor.type, 'builder')
    assert.isString(forkedAt)
  })
})
