import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { bucketsOf } from '#modules/analytics/core/resolutions'
import { targetOf } from '#modules/analytics/core/target'
import { ReadWorth } from '#modules/analytics/services/read_worth'
import { ValueAtCut } from '#modules/analytics/services/value_at_cut'
import { TradingRealm } from '#tests/functional/venue/support/trading_realm'
import { Client, TestRealm, accepted, pluck, type AnyData } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { BY_SECONDS, PastRealm, holdSealing } from './support/past_realm.ts'

const EQUITY = '/api/v1/objects/aggregate/history'
const PNL = '/api/v1/objects/pnl/history'
const MICROS = 1_000_000
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const ETH = 'vn:0:ETH'

const nowSeconds = () => Math.floor(Date.now() / 1000)
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const dollars = (amount: number) => BigInt(amount) * 1_000_000n

let past: PastRealm
let client: Client
/** Where the day begins in which the objects of the past realm moved. */
let start: number
let deletedId: string

function history(url: string, query: Record<string, string | number | undefined>, caller = client) {
  return caller.get(url, { realmId: past.id, ...query })
}

/** The points that are over: they say the same however often they are asked for. */
const over = (points: AnyData[]) => points.filter(({ status }) => status !== 'open')

test.group('analytics | histories', (group) => {
  let resume: () => Promise<void>

  group.setup(async () => {
    resume = await holdSealing()
    client = await Client.signIn()
    start = Math.floor(nowSeconds() / HOUR) * HOUR - 12 * HOUR
    past = await PastRealm.open(client, (start - HOUR) * MICROS)
    const a = await past.object('/in/a')
    const b = await past.object('/in/b')
    const beside = await past.object('/inn/c')
    const move = async (at: number, objectId: string, amount: number) => {
      past.setTime(start + at)
      await past.move([{ objectId, denomination: 'USD', amount: dollars(amount) }])
    }
    await move(10, a, 100)
    await move(HOUR + 10, b, 50)
    await move(HOUR + 20, beside, 1000)
    await move(3 * HOUR, b, -50)
    await move(5 * HOUR + 1, a, -30)
    // Gone: what it held while it lived stays part of the history.
    const removed = await client.post('/api/v1/objects/delete', { realmId: past.id, objectId: b })
    accepted(removed)
    deletedId = b
  })
  group.teardown(() => resume())

  test('every bucket that the range touches has the value at its end', async ({ assert }) => {
    const from = iso(start)
    const to = iso(start + 6 * HOUR)
    const reply = await history(EQUITY, { target: '/in/', from, to, points: 6 })
    const data = accepted(reply)
    assert.equal(reply.status, 200)
    assert.containSubset(data, { target: '/in/', kind: 'path', resolution: '1h' })
    assert.notProperty(data, 'resolutionRequested')
    assert.equal(Date.parse(data.from), start * 1000)
    assert.isAtLeast(Date.parse(data.serverNow), start * 1000 + 12 * HOUR * 1000)
    assert.deepEqual(
      data.points.map(({ ts, ...point }: AnyData) => [Date.parse(ts) / 1000 - start, point]),
      [
        [1 * HOUR, { equityUsd: '100.00', status: 'sealed' }],
        [2 * HOUR, { equityUsd: '150.00', status: 'sealed' }],
        // The end of a bucket belongs to it.
        [3 * HOUR, { equityUsd: '100.00', status: 'sealed' }],
        [4 * HOUR, { equityUsd: '100.00', status: 'carried' }],
        [5 * HOUR, { equityUsd: '100.00', status: 'carried' }],
        [6 * HOUR, { equityUsd: '70.00', status: 'sealed' }],
      ]
    )
  })

  test('a point is what the aggregate says as of its time', async ({ assert }) => {
    for (const target of ['/', '/in/', '/in/a', '/inn/']) {
      const query = { target, from: iso(start - HOUR), to: iso(start + 6 * HOUR), points: 7 }
      const { points } = accepted(await history(EQUITY, query))
      assert.lengthOf(points, 7)
      for (const { ts, equityUsd } of points.slice(1)) {
        const { data } = await client.get(EQUITY.replace('/history', ''), {
          realmId: past.id,
          prefix: target,
          asOf: ts,
        })
        assert.equal(data.totalEquityUsd, equityUsd, `${target} as of ${ts}`)
      }
    }
  })

  test('profit and loss over time is that of each stretch since the start', async ({ assert }) => {
    const query = { target: '/in/', from: iso(start + 10), to: iso(start + 6 * HOUR), points: 6 }
    const data = accepted(await history(PNL, query))
    assert.equal(data.startTs, iso(start).replace('Z', '000Z'))
    assert.equal(data.startEquityUsd, '0.00')
    for (const { ts, pnlUsd, equityUsd } of data.points) {
      const whole = await client.get('/api/v1/objects/pnl', {
        realmId: past.id,
        prefix: '/in/',
        from: data.startTs,
        to: ts,
      })
      assert.equal(pnlUsd, accepted(whole).pnlUsd)
      assert.equal(equityUsd, accepted(whole).endingEquityUsd)
    }
  })

  test('an object is followed by its id, also after it was deleted', async ({ assert }) => {
    const range = { from: iso(start), to: iso(start + 4 * HOUR), points: 4 }
    const query = { kind: 'object', objectId: deletedId, ...range }
    const data = accepted(await history(EQUITY, query))
    assert.containSubset(data, { target: '/in/b', kind: 'object', objectId: deletedId })
    const values = ['0.00', '50.00', '0.00', '0.00']
    assert.deepEqual(pluck(data.points, 'equityUsd'), values)
    const byPath = accepted(await history(EQUITY, { target: '/in/b', ...range }))
    assert.deepEqual(byPath.points, data.points)
    const named = await history(EQUITY, { ...query, target: '/in/b' })
    assert.deepEqual(accepted(named).points, data.points)
  })

  test('the older name of the target is still understood', async ({ assert }) => {
    const range = { from: iso(start), to: iso(start + 4 * HOUR) }
    const [old, now] = [
      accepted(await history(EQUITY, { prefix: '/in/', ...range })),
      accepted(await history(EQUITY, { target: '/in/', ...range })),
    ]
    assert.deepEqual([old.target, old.points], [now.target, now.points])
    const both = await history(EQUITY, { prefix: '/inn/', target: '/in/', ...range })
    assert.equal(both.error.code, 'VALIDATION_ERROR')
  })

  test('sealing changes no point, and asking twice gives the same', async ({ assert }) => {
    const query = { target: '/', from: iso(start - HOUR), to: iso(start + 12 * HOUR) }
    const before = accepted(await history(EQUITY, query)).points
    await past.seal(nowSeconds())
    const after = accepted(await history(EQUITY, query)).points
    assert.deepEqual(over(after).slice(0, over(before).length), over(before))
    assert.deepEqual(accepted(await history(EQUITY, query)).points, after)
  })

  test('the bucket that runs now is open, and follows what happens', async ({ assert }) => {
    const realm = await TestRealm.with({ '/w/a': '10' })
    const ask = async () => {
      const query = { realmId: realm.id, target: '/w/', from: iso(nowSeconds() - 10 * MINUTE) }
      const to = iso(nowSeconds() + DAY)
      return accepted(await realm.client.get(EQUITY, { ...query, to })).points
    }
    const open = (await ask()).at(-1)
    assert.containSubset(open, { status: 'open', equityUsd: '10.00' })
    await realm.fund('/w/a', '5')
    assert.equal((await ask()).at(-1).equityUsd, '15.00')
  })

  test('what is kept no longer is shown coarser, and said so', async ({ assert }) => {
    const from = nowSeconds() - 40 * DAY
    const query = { target: '/in/', from: iso(from), to: iso(from + HOUR) }
    const data = accepted(await history(EQUITY, query))
    assert.containSubset(data, { resolution: '15m', resolutionRequested: '1m' })
    assert.isTrue(data.points.every(({ equityUsd }: AnyData) => equityUsd === '0.00'))
  })

  test('an empty folder is worth zero; a path never used is refused', async ({ assert }) => {
    const range = { from: iso(start), to: iso(start + HOUR) }
    const empty = accepted(await history(EQUITY, { target: '/nothing/', ...range }))
    assert.isTrue(empty.points.every(({ equityUsd }: AnyData) => equityUsd === '0.00'))
    assert.isTrue(empty.points.every(({ status }: AnyData) => status === 'carried'))
    for (const url of [EQUITY, PNL]) {
      const { status, error } = await history(url, { target: '/nothing', ...range })
      assert.deepEqual([status, error.code], [404, 'OBJECT_NOT_FOUND'])
    }
  })

  test('wrong input is refused by name', async ({ assert }) => {
    const valid = { target: '/in/', from: iso(start), to: iso(start + HOUR) }
    const ago = (days: number) => iso(nowSeconds() - days * DAY)
    for (const url of [EQUITY, PNL]) {
      await refusesFields(assert, (input) => history(url, input as Record<string, string>), valid, {
        realmId: ['', 'x', '00000000'],
        target: [MISSING, '', 'in', '/in//', '/a b', `/${'a'.repeat(600)}`],
        kind: ['prefix', ''],
        objectId: ['obj_1', ''],
        from: [MISSING, '', 'yesterday', iso(start + 2 * HOUR), ago(3651), '2126-01-01T00:00:00Z'],
        to: [MISSING, '', '12'],
        points: ['0', '1001', '-1', '1.5', 'many', '1e2', ''],
      })
      const long = { ...valid, from: ago(1500), to: ago(0) }
      assert.equal((await history(url, long)).error.details?.fields?.[0]?.field, 'points')
      const nameless = { kind: 'object', from: valid.from, to: valid.to }
      assert.equal((await history(url, nameless)).error.details?.fields?.[0]?.field, 'objectId')
      const other = { ...valid, kind: 'object', objectId: deletedId }
      assert.equal((await history(url, other)).error.details?.fields?.[0]?.field, 'target')
    }
  })

  test('another organization finds neither the realm nor its objects', async ({ assert }) => {
    const stranger = await TestRealm.open()
    const range = { from: iso(start), to: iso(start + HOUR) }
    for (const url of [EQUITY, PNL]) {
      const foreign = await history(url, { target: '/in/', ...range }, stranger.client)
      assert.deepEqual([foreign.status, foreign.error.code], [404, 'NOT_FOUND'])
      const { status, error } = await stranger.client.get(url, {
        realmId: stranger.id,
        kind: 'object',
        objectId: deletedId,
        ...range,
      })
      assert.deepEqual([status, error.code], [404, 'OBJECT_NOT_FOUND'])
    }
  })

  test('what may not be read is left out, what may not be asked refused', async ({ assert }) => {
    const token = await client.post('/api/v1/auth/token', {
      sub: 'user-1',
      realmId: past.id,
      scope: {
        statements: [
          { actions: ['svc:ReadObject', 'svc:ReadBalance'], resources: ['/in/*'] },
          { effect: 'Deny', actions: ['svc:ReadBalance'], resources: ['/in/a'] },
        ],
      },
    })
    const user = Client.withToken(accepted(token).token)
    const range = { from: iso(start), to: iso(start + 2 * HOUR), points: 2 }
    const { points } = accepted(await history(EQUITY, { target: '/in/', ...range }, user))
    assert.deepEqual(pluck(points, 'equityUsd'), ['0.00', '50.00'])
    for (const target of ['/', '/inn/', '/in/a']) {
      const { status, error } = await history(EQUITY, { target, ...range }, user)
      assert.deepEqual([status, error.code], [403, 'FORBIDDEN'], target)
    }
  })
})

test.group('analytics | histories of positions', (group) => {
  let resume: () => Promise<void>

  // Seals end at whole minutes, the buckets below do not.
  group.setup(async () => {
    resume = await holdSealing()
  })
  group.teardown(() => resume())

  test('with positions, fees and prices, points equal past valuations', async ({ assert }) => {
    const trading = await TradingRealm.open()
    const [readWorth, values, clock] = await Promise.all([
      app.container.make(ReadWorth),
      app.container.make(ValueAtCut),
      app.container.make(Clock),
    ])
    const started = nowSeconds()
    await trading.price(ETH, '3000')
    const one = await trading.trader('one', '5000')
    const other = await trading.trader('other', '5000')
    for (const [price, size, side] of [
      ['3001.5', '0.31', 'buy'],
      ['2990.1', '0.07', 'sell'],
      ['3010.7', '0.24', 'sell'],
    ] as const) {
      accepted(await one.order({ market: ETH, size, side }))
      accepted(await other.order({ market: ETH, size: '0.1', side: 'sell' }))
      await trading.price(ETH, price)
      await trading.tick()
      await new Promise((resolve) => setTimeout(resolve, 700))
    }
    const now = clock.nowMicros()
    const range = { from: started * MICROS, to: now, points: 1000 }
    for (const prefix of ['/', '/traders/', '/traders/one', '/cash/']) {
      const target = targetOf(prefix)
      const { points, startEquityUsd } = await readWorth.run({
        realmId: trading.id,
        target,
        resolution: BY_SECONDS,
        buckets: bucketsOf(range, BY_SECONDS, now),
        now,
        mayRead: () => true,
      })
      assert.equal(startEquityUsd, 0n)
      for (const { end, equityUsd } of points.filter((point) => point.end * MICROS <= now)) {
        const cut = { asOfMicros: end * MICROS }
        const { totalEquityUsd } = await values.value(trading.id, target, cut)
        assert.equal(equityUsd, totalEquityUsd, `${prefix} at ${end - started}`)
      }
    }
  })
})
