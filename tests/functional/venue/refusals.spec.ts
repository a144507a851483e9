import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { armFailpoints } from '#app/failpoints/failpoint'
import { accepted, until, type AnyData, type Reply } from '#tests/support/client'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const [BTC, ETH, DOGE, NVDA] = ['vn:0:BTC', 'vn:0:ETH', 'vn:0:DOGE', 'vn:1:NVDA']

let trading: TradingRealm

const code = ({ status, error }: Reply<unknown>) =>
  `${status} ${error?.code} ${String(error?.details?.reason ?? '')}`

const freshPath = () => `/op/refusal/${randomUUID()}`

const operationsAt = async (path: string): Promise<AnyData[]> =>
  accepted(await trading.realm.get('/operations', { path })).operations

/** What a request leaves behind, besides its answer: of phase A nothing, of phase B a failure. */
async function traceOf(path: string): Promise<string> {
  const [operation] = await operationsAt(path)
  return operation ? (operation.state as string) : 'nothing'
}

test.group('venue | refusals', (group) => {
  let ann: Trader

  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    await trading.price(ETH, '3000')
    await trading.price(DOGE, '0.15')
    await trading.price(NVDA, '150')
    ann = await trading.trader('ann', '20000.00')
    accepted(await ann.order({ market: ETH, size: '1', leverage: 10 }))
    accepted(await ann.order({ market: NVDA, size: '1', leverage: 10, isolated: true }))
  })
  group.each.teardown(() => armFailpoints(''))

  test('a list of {0} that ends before it begins is refused')
    .with(['orders', 'fills', 'funding', 'trade-summary'])
    .run(async ({ assert }, what) => {
      const at = '2026-01-02T00:00:00Z'
      assert.equal((await ann.get(what, { from: at, to: at })).status, 200)
      const backwards = await ann.get(what, { from: at, to: '2026-01-01T00:00:00Z' })
      assert.equal(code(backwards), '400 VALIDATION_ERROR ')
    })

  test('what depends on the market or the account is stored as failed', async ({ assert }) => {
    const limit = { orderType: 'LIMIT', size: '0.01' }
    const orders: [Record<string, unknown>, string][] = [
      [{ market: BTC, ...limit, price: '59000', timeInForce: 'IOC' }, 'ORDER_FAILED ioc_no_match'],
      [{ market: BTC, ...limit, price: '118000' }, 'ORDER_FAILED price_too_far'],
      [{ market: BTC, size: '600' }, 'ORDER_FAILED above_max_notional'],
      [{ market: DOGE, size: '300000', leverage: 10 }, 'ORDER_FAILED tier_limit'],
      [
        { market: ETH, size: '1', isolated: true, leverage: 5 },
        'ORDER_FAILED margin_mode_conflict',
      ],
    ]
    for (const [body, expected] of orders) {
      const path = freshPath()
      assert.equal(code(await ann.order({ ...body, path })), `409 ${expected}`)
      assert.equal(await traceOf(path), 'failed', expected)
    }
    const [huge, none] = ['1000000.00', '0']
    const calls: [string, string, Record<string, unknown>, string][] = [
      ['POST', 'leverage', { market: NVDA, leverage: 1 }, '400 INSUFFICIENT_MARGIN'],
      ['POST', 'margin-mode', { market: ETH, marginMode: 'isolated' }, '409 ORDER_FAILED'],
      ['POST', 'isolated-margin', { market: NVDA, amount: huge }, '400 INSUFFICIENT_MARGIN'],
    ]
    for (const [method, what, body, expected] of calls) {
      const path = freshPath()
      const reply = await ann.send(method, what, { ...body, path })
      assert.equal(`${reply.status} ${reply.error?.code}`, expected, what)
      assert.equal(await traceOf(path), 'failed', what)
    }
    const asked: [string, Record<string, unknown>][] = [
      ['isolated_margin_zero', { market: NVDA, amount: none }],
      ['not_isolated', { market: ETH, amount: '1' }],
    ]
    for (const [reason, body] of asked) {
      const path = freshPath()
      const reply = await ann.send('POST', 'isolated-margin', { ...body, path })
      assert.equal(code(reply), `400 VALIDATION_ERROR ${reason}`)
      assert.equal(await traceOf(path), 'nothing', reason)
    }
  })

  test('cancelling all orders of no market is refused and not stored', async ({ assert }) => {
    const path = freshPath()
    const reply = await ann.send('DELETE', 'orders', { market: 'vn:0:BTCX', path })
    assert.equal(code(reply), '400 VALIDATION_ERROR unknown_market')
    assert.equal(await traceOf(path), 'nothing')
    // One that is delisted exists.
    accepted(await ann.send('DELETE', 'orders', { market: 'vn:0:LOOM' }))
  })

  test('a fault that was asked for is stored as the venue would store it', async ({ assert }) => {
    const fox = await trading.trader('fox', '10000.00')
    const fault = async (name: string) =>
      accepted(await trading.sim('faults', { code: name, objectId: fox.id, count: 1 }))
    const order = { market: BTC, size: '0.01' }
    for (const [name, status] of [
      ['EXCHANGE_ERROR', 502],
      ['NO_LIQUIDITY', 409],
      ['ORDER_FAILED', 409],
      ['INSUFFICIENT_MARGIN', 400],
      ['MARKET_DELISTED', 409],
    ] as const) {
      await fault(name)
      const path = freshPath()
      const first = await fox.order({ ...order, path })
      assert.equal(code(first), `${status} ${name} simulated_fault`)
      assert.equal(await traceOf(path), 'failed', name)
      const { orderId } = first.error.details as Record<string, string>
      const stored = accepted(await fox.get(`orders/${orderId}`)).order
      assert.deepInclude(stored, { status: 'FAILED', failureReason: 'simulated_fault' })
      const again = await fox.order({ ...order, path })
      assert.equal(code(again), code(first))
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    }
    for (const name of ['EXCHANGE_PROVISIONING', 'MARKET_DATA_UNAVAILABLE']) {
      await fault(name)
      const path = freshPath()
      assert.equal(code(await fox.order({ ...order, path })), `503 ${name} simulated_fault`)
      assert.equal(await traceOf(path), 'nothing', name)
    }
    await fault('EXCHANGE_ERROR')
    const path = freshPath()
    const unsound = await fox.order({ ...order, size: '0.0000001', path })
    assert.equal(code(unsound), '400 VALIDATION_ERROR invalid_size')
    assert.equal(await traceOf(path), 'nothing')
    assert.deepEqual(accepted(await fox.get('positions')).positions, [])
    assert.equal((await fox.order(order)).status, 201)
    await trading.assertSoundBooks(assert)
  })

  test('a withdrawal is refused at once when others leave too little', async ({ assert }) => {
    const wil = await trading.trader('wil', '1000.00')
    accepted(await wil.order({ market: BTC, size: '0.1', leverage: 10 }))
    // The rail was asked, and its answer waits: the first one is under way.
    armFailpoints('settlement.asked:1:hold')
    const first = accepted(await wil.move(wil.path, '/cash/wil', '600.00'))
    const second = await wil.move(wil.path, '/cash/wil', '600.00')
    assert.equal(code(second), '400 INSUFFICIENT_MARGIN withdraw_exceeds_available')
    armFailpoints('')
    await trading.realm.completed(first.operation.id)
    await trading.assertSoundBooks(assert)
  })

  test('no deletion sweeps into an exchange object behind its venue’s back', async ({ assert }) => {
    const to = await trading.trader('swept-to', '0')
    const exchange = await trading.trader('swept-from', '100.00')
    for (const path of [exchange.path, '/cash/swept-from']) {
      const body = { realmId: trading.id, path, sweepToPath: to.path }
      const reply = await trading.client.post('/api/v1/objects/delete', body)
      assert.equal(reply.status, 400, path)
      assert.containSubset(reply.error, {
        details: { fields: [{ field: 'sweepToPath', rule: 'cash_object' }] },
      })
    }
    await trading.assertSoundBooks(assert)
  })

  test('an object that is being deleted takes no orders', async ({ assert }) => {
    const del = await trading.trader('del', '1000.00')
    const kept = freshPath()
    accepted(await del.order({ market: ETH, size: '0.1', path: kept }))
    accepted(await trading.sim('liquidity', { market: ETH, side: 'bids', mode: 'empty' }))
    const { operation } = accepted(
      await trading.realm.remove(del.id, { liquidatePositions: true, sweepToPath: '/cash/del' })
    )
    const path = freshPath()
    for (const [method, what, body] of [
      ['POST', 'orders', { market: ETH, side: 'buy', orderType: 'MARKET', size: '0.1' }],
      ['POST', 'leverage', { market: ETH, leverage: 5 }],
      ['POST', `positions/${ETH}/close`, {}],
      ['DELETE', 'orders', {}],
    ] as const) {
      const reply = await del.send(method, what, { ...body, path })
      assert.equal(`${reply.status} ${reply.error?.code}`, '409 CONFLICT', what)
    }
    assert.equal(await traceOf(path), 'nothing')
    const again = await del.order({ market: ETH, size: '0.1', path: kept })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    accepted(await trading.sim('liquidity', { market: ETH, side: 'bids', mode: 'release' }))
    await trading.realm.completed(operation.id)
    await until('the object to be gone', async () => {
      return (await del.get('state')).status === 404
    })
    await trading.assertSoundBooks(assert)
  })
})
