import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { accepted, pluck, type Reply } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'

let trading: TradingRealm
let alice: Trader

const code = ({ status, error }: Reply<unknown>) =>
  `${status} ${error?.code} ${String(error?.details?.reason ?? '')}`

test.group('venue | orders', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    alice = await trading.trader('alice', '10000.00')
  })

  test('a transfer to an exchange object is credited to its account', async ({ assert }) => {
    const { marginSummary, account } = await alice.state()
    assert.equal(marginSummary.equity, '10000.00')
    assert.equal(account.venue, 'venue-sim')
  })

  test('a cursor of orders or fills holds for its own filter', async ({ assert }) => {
    const zoe = await trading.trader('zoe', '1000.00')
    for (const side of ['buy', 'sell']) {
      accepted(await zoe.order({ market: BTC, side, size: '0.001' }))
    }
    for (const list of ['orders', 'fills']) {
      const { nextCursor } = accepted(await zoe.get(list, { limit: 1, market: BTC }))
      const other = await zoe.get(list, { limit: 1, cursor: nextCursor })
      assert.equal(other.error?.details?.fields?.[0]?.field, 'cursor', list)
      assert.equal((await zoe.get(list, { market: BTC, cursor: nextCursor })).status, 200)
    }
  })

  test('a market order fills at once; its position is a ledger balance', async ({ assert }) => {
    const placed = await alice.order({ market: BTC, size: '0.01', leverage: 10 })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    const { order, operation } = placed.data
    assert.equal(order.status, 'FILLED')
    assert.equal(operation.type, 'order')
    const position = await alice.position(BTC)
    assert.deepInclude(position, { side: 'long', size: '0.01', leverage: 10, marginMode: 'cross' })
    const { fills } = accepted(await alice.get('fills'))
    assert.containSubset(fills[0], { orderOperationId: operation.id, direction: 'open_long' })
    const [row] = await readRows`SELECT settled FROM balances WHERE object_id = ${alice.id}
          AND denomination = ${`PERP:${BTC}`}`
    assert.equal(row!.settled, '0.010000')
    await trading.assertSoundBooks(assert)
  })

  test('the same path gives the same order, whatever the retries', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const body = { market: BTC, size: '0.01', path }
    const replies = await Promise.all(Array.from({ length: 50 }, () => alice.order(body)))
    assert.deepEqual([...new Set(pluck(replies, 'status'))], [201])
    assert.equal(new Set(replies.map(({ data }) => data.order.id)).size, 1)
    const replayed = replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')
    assert.equal(replayed.length, 49)
    assert.equal((await alice.position(BTC)).size, '0.02')
    const other = await alice.order({ ...body, size: '0.02' })
    assert.equal(code(other), '409 IDEMPOTENCY_VIOLATION ')
  })

  test('a limit order rests, is resized, and is cancelled once', async ({ assert }) => {
    const limit = { market: BTC, orderType: 'LIMIT', price: '50000', size: '0.01' }
    const { order } = accepted(await alice.order(limit))
    assert.deepInclude(order, { status: 'OPEN', price: '50000', filledSize: '0' })
    const { order: stored } = accepted(await alice.get(`orders/${order.id}`))
    assert.deepInclude(stored, order, 'what placing answers is what is stored')
    const resized = accepted(await alice.send('PATCH', `orders/${order.id}`, { newSize: '0.02' }))
    assert.equal(resized.order.size, '0.02')
    const cancelled = accepted(await alice.send('DELETE', `orders/${order.id}`))
    assert.deepInclude(cancelled.order, { status: 'CANCELLED', cancelReason: 'user_requested' })
    const again = await alice.send('DELETE', `orders/${order.id}`)
    assert.equal(code(again), '409 INVALID_STATE order_not_live')
    const never = await alice.send('DELETE', 'orders/ord_never')
    assert.equal(code(never), '404 NOT_FOUND order_not_found')
  })

  test('what the payload decides stores nothing', async ({ assert }) => {
    const refusals: [Record<string, unknown>, string][] = [
      [{ market: 'vn:0:NONE', size: '1' }, 'unknown_market'],
      [{ market: BTC, size: '0.000001' }, 'invalid_size'],
      [{ market: BTC, size: '0' }, 'invalid_size'],
      [{ market: BTC }, 'size_required'],
      [{ market: BTC, size: '1', orderType: 'LIMIT' }, 'price_required'],
      [{ market: BTC, size: '1', orderType: 'LIMIT', price: '60000.123' }, 'invalid_tick'],
      [{ market: BTC, size: '1', leverage: 0 }, 'invalid_leverage'],
      [{ market: BTC, size: '1', leverage: 41 }, 'invalid_leverage'],
      [{ market: BTC, size: '1', isTrigger: true }, 'trigger_fields_required'],
      [{ market: BTC, sizeToMax: true }, 'size_to_max_needs_trigger'],
      [{ market: BTC, size: '1', timeInForce: 'ALO' }, 'invalid_time_in_force'],
      [{ market: 'vn:1:GOLD', size: '1' }, 'isolated_required'],
      [{ market: BTC, size: '1', applicationFeeTenthsBps: 101 }, 'fee_too_high'],
    ]
    for (const [body, reason] of refusals) {
      const path = `/op/${randomUUID()}`
      const reply = await alice.order({ ...body, path })
      assert.equal(code(reply), `400 VALIDATION_ERROR ${reason}`)
      assert.isAbove(reply.error.details!.fields!.length, 0)
      const [row] = await (
        await app.container.make(Database)
      ).read('SELECT 1 FROM operations WHERE path = ?', [path])
      assert.isUndefined(row)
    }
  })

  test('what the venue refuses is stored as failed, and answered so again', async ({ assert }) => {
    const refusals: [Record<string, unknown>, string][] = [
      [{ market: BTC, size: '0.0001' }, '409 ORDER_FAILED below_min_notional'],
      [{ market: BTC, size: '100' }, '400 INSUFFICIENT_MARGIN insufficient_margin'],
      [
        { market: 'vn:0:SOL', size: '1', reduceOnly: true },
        '409 ORDER_FAILED reduce_only_would_increase',
      ],
      [
        // Moot here, and no column holds it.
        { market: 'vn:0:SOL', size: '1', reduceOnly: true, leverage: 1e308 },
        '409 ORDER_FAILED reduce_only_would_increase',
      ],
      [
        { market: BTC, size: '0.01', orderType: 'LIMIT', price: '61000', timeInForce: 'ALO' },
        '400 BAD_ALO_PX post_only_would_cross',
      ],
      [
        { market: 'vn:0:LOOM', size: '1000', isolated: true, leverage: 1 },
        '409 MARKET_DELISTED market_delisted',
      ],
    ]
    for (const [body, expected] of refusals) {
      const path = `/op/${randomUUID()}`
      const first = await alice.order({ ...body, path })
      assert.equal(code(first), expected)
      const { operationId, orderId } = first.error.details as Record<string, string>
      const { operation, context } = accepted(
        await trading.client.get(`/api/v1/operations/${operationId}`)
      )
      assert.equal(operation.state, 'failed')
      const { order } = accepted(await alice.get(`orders/${orderId}`))
      assert.equal(order.status, 'FAILED')
      assert.equal(context.type, 'order')
      assert.containSubset(order, context.order)
      const again = await alice.order({ ...body, path })
      assert.equal(code(again), expected)
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(again.error.details!.operationId, operationId)
    }
  })

  test('closing everything leaves no position and true books', async ({ assert }) => {
    const { order } = accepted(await alice.send('POST', `positions/${BTC}/close`))
    assert.equal(order.status, 'FILLED')
    assert.isNull(await alice.position(BTC))
    const again = await alice.send('POST', `positions/${BTC}/close`)
    assert.equal(code(again), '404 NOT_FOUND position_not_found')
    const summary = accepted(await alice.get('trade-summary'))
    assert.equal(summary.markets[0].market, BTC)
    assert.equal(summary.totals.tradeCount, summary.markets[0].tradeCount)
    await trading.assertSoundBooks(assert)
  })
})
