import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { MARKET, SIM, SimStage } from '#tests/functional/venue/support/sim_stage'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { Client, bodyWithout } from '#tests/support/client'

const BTC = 'vn:0:BTC'

let client: Client

test.group('venue | sim controls, refused', (group) => {
  group.setup(async () => {
    client = await Client.signIn()
  })
  const controls: [string, string, Record<string, unknown>][] = [
    ['GET', 'feed', {}],
    ['PUT', 'feed', { mode: 'manual' }],
    ['POST', 'clock', { mode: 'manual' }],
    ['POST', 'prices', { market: BTC, price: '45000', mode: 'jump' }],
    ['POST', 'liquidity', { market: BTC, side: 'both', mode: 'empty' }],
    ['POST', 'faults', { code: 'EXCHANGE_ERROR', count: 1 }],
    ['POST', 'funding', { market: BTC, rate: '0.001' }],
    ['POST', 'replay', { market: BTC, candles: [{ t: 0, o: '1', h: '1', l: '1', c: '1' }] }],
    ['POST', `markets/${BTC}/delist`, {}],
    ['POST', 'tick', {}],
  ]

  const send = (caller: Client, realmId: string, control: (typeof controls)[number]) => {
    const [method, path, body] = control
    const address = `${SIM}/${path}`
    if (method === 'GET') return caller.get(address, { realmId })
    return caller.send(method, address, { realmId, ...body })
  }

  test('on the shared feed every control asks for a fork first', async ({ assert }) => {
    const realm = await client.realm()
    for (const control of controls) {
      const { status, error } = await send(client, realm.id, control)
      assert.deepEqual([status, error.code], [409, 'CONFLICT'], control[1])
      assert.match(error.message, /Fork it first/)
    }
  })

  test('a live realm has no simulation', async ({ assert }) => {
    const realm = await client.realm({ asset: 'live' })
    for (const control of [...controls, ['POST', 'fork', {}] as (typeof controls)[number]]) {
      const { status, error } = await send(client, realm.id, control)
      assert.deepEqual([status, error.code], [404, 'NOT_FOUND'], control[1])
    }
  })

  test('the fork of another organization can neither be seen nor moved', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const stranger = await Client.signIn()
    const before = await stage.feed()
    for (const control of [...controls, ['POST', 'fork', {}] as (typeof controls)[number]]) {
      const reply = await send(stranger, stage.realm.id, control)
      const unknown = randomUUID()
      const missing = await send(stranger, unknown, control)
      assert.equal(reply.status, 404, control[1])
      assert.equal(bodyWithout(reply, stage.realm.id), bodyWithout(missing, unknown))
    }
    for (const path of ['mids', 'tickers', 'sparklines', `book/${BTC}`, `oi/${BTC}`]) {
      const reply = await stranger.get(`${MARKET}/${path}`, { realmId: stage.realm.id })
      assert.equal(reply.status, 404, path)
    }
    assert.deepEqual(await stage.feed(), before)
  })

  test('malformed bodies are refused by their field', async ({ assert }) => {
    const stage = await SimStage.open(client)
    const post = (path: string) => (body: Record<string, unknown>) =>
      client.post(`${SIM}/${path}`, body)
    const realmId = stage.realm.id
    const noRealm = [MISSING, ...NOT_TEXT, 'x']
    const notPrices = [1, true, {}, [], '', '-1', '1e5', '0x10', ' 1', '1.', 'NaN', '1'.repeat(40)]
    await refusesFields(
      assert,
      post('fork'),
      { realmId },
      {
        realmId: noRealm,
        seed: [1, {}, 'a b', 'x'.repeat(129), 'ü'],
        from: ['future', 1],
        clock: ['stopped', 1],
      }
    )
    await refusesFields(
      assert,
      post('clock'),
      { realmId, mode: 'manual' },
      {
        realmId: noRealm,
        mode: [MISSING, 'MANUAL', 1, null],
        setTo: ['now', 1, '2026-13-01T00:00:00Z'],
        advanceMs: [-1, 1.5, '3000', 604_800_001],
        stepMs: [0, 2999, 3001, '3000', 3_600_001],
      }
    )
    const jump = { realmId, market: BTC, price: '45000', mode: 'jump' }
    await refusesFields(assert, post('prices'), jump, {
      realmId: noRealm,
      market: [MISSING, ...NOT_TEXT, 'vn:0:NONE', 'x'.repeat(65)],
      mode: [MISSING, 'up', 1],
      price: [MISSING, ...notPrices, '0', '45000.123', '99999999999'],
      basisBps: [41, -41, '1', 0.5],
    })
    const scale = { realmId, market: BTC, side: 'both', mode: 'scale', factor: '1' }
    await refusesFields(assert, post('liquidity'), scale, {
      market: [MISSING, 'vn:0:NONE'],
      side: [MISSING, 'bid', 1],
      mode: [MISSING, 'double'],
      factor: [MISSING, 1, '-1', '101', '1e2', ''],
    })
    await refusesFields(
      assert,
      post('faults'),
      { realmId, code: 'EXCHANGE_ERROR', count: 1 },
      {
        code: [MISSING, 'INTERNAL_ERROR', 'x', 1],
        market: ['vn:0:NONE', 1, {}],
        objectId: [1, {}, '', 'x'.repeat(65), 'ü'],
        count: [MISSING, -1, 1001, '1', 0.5],
      }
    )
    await refusesFields(
      assert,
      post('funding'),
      { realmId, market: BTC, rate: '0.001' },
      {
        market: [MISSING, 'vn:0:NONE'],
        rate: [MISSING, 0.001, '0.05', '-0.041', '1', '0.0400000000001', 'x', ''],
      }
    )
    const candle = { t: 0, o: '60000', h: '60000', l: '60000', c: '60000' }
    await refusesFields(
      assert,
      post('replay'),
      { realmId, market: BTC, candles: [candle] },
      {
        market: [MISSING, 'vn:0:NONE'],
        candles: [
          MISSING,
          [],
          {},
          'x',
          [{ ...candle, h: '59999' }],
          [{ ...candle, o: '60000.55' }],
          [{ ...candle, t: '0' }],
          [candle, { ...candle, t: 1000 }],
          [candle, { ...candle, t: 3000 }, { ...candle, t: 9000 }],
          [candle, candle],
        ],
        loop: ['true', 1],
      }
    )
    for (const [body, field] of [
      [{ market: BTC, mode: 'release', price: '1' }, 'price'],
      [{ market: BTC, mode: 'drift', price: '45000', basisBps: 1 }, 'basisBps'],
    ] as const) {
      const { status, error } = await stage.send('POST', 'prices', body)
      assert.equal(status, 400)
      assert.equal(error.details?.fields?.[0]?.field, field)
    }
    const { status, error } = await stage.send('PUT', 'feed', { mode: 'replay' })
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
  })
})
