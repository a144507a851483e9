import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { Database } from '#app/storage/database'
import { targetOf } from '#modules/analytics/core/target'
import { bucketsOf } from '#modules/analytics/core/resolutions'
import { ReadWorth } from '#modules/analytics/services/read_worth'
import { PRICE_DECIMALS, parseFixed } from '#modules/venue/core/numerics'
import { keepLiveMids } from '#modules/venue/storage/mid_store'
import { BY_SECONDS, holdSealing } from '#tests/functional/analytics/support/past_realm'
import { accepted, eventually, type AnyData } from '#tests/support/client'
import { TestSocket, type Frame } from '#tests/support/socket'
import { LiveDesk, type LiveTrader } from '#tests/faults/venue/support/live_desk'

const BTC = 'vn:0:BTC'
const ETH = 'vn:0:ETH'
const MICROS = 1_000_000
/** Cash of 10 000 less the positions' cost and fees, both positions, and what one of them gained. */
const PRICED = '10019.595'
/** Bitcoin at what it cost: its gain of 10 is left out. */
const PROVISIONAL = '10009.595'

let desk: LiveDesk
let alice: LiveTrader

const get = (what: string, query: Record<string, string> = {}) =>
  desk.realm.get(`/objects/${what}`, query)
const aggregate = async (query: Record<string, string> = {}) =>
  accepted(await get('aggregate', { prefix: '/live/', ...query }))
const now = () => new Date().toISOString()

/** Reads again until the venue's newest prices are those that count. */
const whenTotal = (total: string) =>
  eventually(`a total of ${total}`, async () => {
    await desk.resetBudget()
    const found = await aggregate()
    return found.totalEquityUsd === total ? found : null
  })

function unpriced<Result>(body: () => Promise<Result>): Promise<Result> {
  desk.fake.accounts.unpriced.add('BTC')
  return body().finally(() => desk.fake.accounts.unpriced.clear())
}

test.group('venue | live mark that is missing', (group) => {
  group.setup(async () => {
    // Seals end at whole minutes, the buckets read below do not.
    const resume = await holdSealing()
    desk = await LiveDesk.start()
    alice = await desk.trader('alice', '10000.00')
    accepted(await alice.order({ market: BTC, size: '0.01' }))
    accepted(await alice.order({ market: ETH, size: '0.1' }))
    desk.fake.accounts.prices.set('BTC', 61_000)
    desk.fake.accounts.prices.set('ETH', 3100)
    return async () => {
      await desk.stop()
      await resume()
    }
  })

  test('a total without a mark is provisional, with no unknown gain in it', async ({ assert }) => {
    assert.notProperty(await whenTotal(PRICED), 'midsComplete')
    const provisional = await unpriced(() => whenTotal(PROVISIONAL))
    assert.isFalse(provisional.midsComplete)
    const [{ positions }] = provisional.objects
    assert.containSubset(positions, [
      { market: BTC, markPrice: null, unrealizedPnl: null, valueUsd: '600.00' },
      { market: ETH, markPrice: '3100', unrealizedPnl: '10.00', valueUsd: '310.00' },
    ])
    const perps = provisional.breakdown.filter(({ category }: AnyData) => category === 'perp')
    const valued = perps.map(({ asset, price, valueUsd }: AnyData) => [asset, price, valueUsd])
    assert.deepEqual(valued, [
      [BTC, null, '600.00'],
      [ETH, '3100', '310.00'],
    ])
    assert.notProperty(await whenTotal(PRICED), 'midsComplete')
  })

  test('single values, watches and profit say the same as the aggregate', async ({ assert }) => {
    const from = now()
    await whenTotal(PRICED)
    const sources = [{ type: 'prefix', value: '/live/' }]
    const body = { realmId: desk.realm.id, sources }
    const { watchId } = accepted(await desk.realm.client.post('/api/v1/aggregations/watch', body))
    await unpriced(async () => {
      await whenTotal(PROVISIONAL)
      const { body: single } = await get('valuation', { path: '/live/alice' })
      assert.equal((single as AnyData).data.valueUsd, PROVISIONAL)
      const watch = `/api/v1/aggregations/watch/${watchId}`
      const watched = accepted(await desk.realm.client.get(watch))
      assert.deepInclude(watched, { totalEquityUsd: PROVISIONAL, midsComplete: false })
      const asOf = now()
      const past = await aggregate({ asOf })
      assert.deepInclude(past, { totalEquityUsd: PROVISIONAL, midsComplete: false })
      const pnl = accepted(await get('pnl', { prefix: '/live/', from, to: asOf }))
      assert.deepInclude(pnl, { endingEquityUsd: PROVISIONAL, midsComplete: false })
      desk.fake.accounts.unpriced.clear()
      await whenTotal(PRICED)
      // The price that is known now was not known then.
      assert.deepEqual(await aggregate({ asOf }), past)
    })
  })

  test('a connection is pushed that a mark is missing, and that it is back', async ({ assert }) => {
    await whenTotal(PRICED)
    const socket = await TestSocket.open(desk.realm.id, desk.realm.client.token!)
    const sources = [{ type: 'prefix', value: '/live/' }]
    await socket.ask({ action: 'create_aggregation_watch', sources }, 'aggregation_watch_created')
    const chart = { action: 'watch_chart_history', watchId: 'c', target: '/live/' }
    await socket.ask(chart, 'chart_watch_created')
    const pushed = (fits: (frame: Frame) => boolean) =>
      eventually('the push', async () => {
        await desk.resetBudget()
        return socket.frames.findLast(fits) ?? null
      })
    const total = ({ aggregation }: Frame, usd: string) => aggregation?.totalEquityUsd === usd
    await unpriced(async () => {
      const { aggregation } = await pushed((frame) => total(frame, PROVISIONAL))
      assert.isFalse(aggregation.midsComplete)
      const signal = await pushed(({ chart: point }) => point?.equityUsd === PROVISIONAL)
      assert.equal(signal.chart.status, 'incomplete')
    })
    const after = socket.frames.length
    const { aggregation } = await pushed(
      (frame) => socket.frames.indexOf(frame) >= after && total(frame, PRICED)
    )
    assert.notProperty(aggregation, 'midsComplete')
    await socket.close()
  })

  test('a price being stored is waited for, so that no answer changes', async ({ assert }) => {
    await whenTotal(PRICED)
    const database = await app.container.make(Database)
    const clock = await app.container.make(Clock)
    const mids = [
      [BTC, parseFixed('62000', PRICE_DECIMALS)!],
      [ETH, parseFixed('3100', PRICE_DECIMALS)!],
    ] as const
    const { asOf, asked } = await database.transaction(async (session) => {
      await keepLiveMids(session, clock, mids)
      const moment = toRfc3339(clock.nowMicros())
      const answer = aggregate({ asOf: moment })
      // Long enough to answer too early; one that waits is never disturbed by it.
      await Promise.race([answer, delay(500)])
      return { asOf: moment, asked: answer }
    })
    const first = await asked
    assert.equal(first.totalEquityUsd, '10029.595')
    assert.deepEqual(await aggregate({ asOf }), first)
  })

  test('only the point of a history without a mark is incomplete', async ({ assert }) => {
    await whenTotal(PRICED)
    const clock = await app.container.make(Clock)
    const readWorth = await app.container.make(ReadWorth)
    const from = clock.nowMicros()
    const statuses = async () => {
      const at = clock.nowMicros()
      const { points } = await readWorth.run({
        realmId: desk.realm.id,
        target: targetOf('/live/'),
        resolution: BY_SECONDS,
        buckets: bucketsOf({ from, to: at, points: 1000 }, BY_SECONDS, at),
        now: at,
        mayRead: () => true,
      })
      return points
        .filter(({ end }) => end * MICROS <= at)
        .map(({ equityUsd, status }) => `${equityUsd / 1000n} ${status}`)
    }
    const includes = (point: string) =>
      eventually(`a point that is ${point}`, async () => {
        await aggregate()
        return (await statuses()).includes(point) ? true : null
      })
    await includes('10019595 open')
    await unpriced(() => includes('10009595 incomplete'))
    const known = await statuses()
    await whenTotal(PRICED)
    // Prices that come back change nothing of what is over.
    assert.deepEqual((await statuses()).slice(0, known.length), known)
  })
})
