import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { armFailpoints } from '#app/failpoints/failpoint'
import { PruneLive } from '#modules/venue/live/services/prune_live'
import { accepted, eventually, until, pluck, type Reply } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import { LiveDesk, type LiveTrader } from '#tests/faults/venue/support/live_desk'

const BTC = 'vn:0:BTC'

let desk: LiveDesk
let alice: LiveTrader

const code = ({ status, error }: Reply<unknown>) =>
  `${status} ${error?.code} ${String(error?.details?.reason ?? '')}`

const become = (id: string, status: string) =>
  writeRows`UPDATE objects SET status = ${status} WHERE id = ${id}`

/** As if it were old enough to be changed. */
const ageAgent = () =>
  writeRows`UPDATE venue_live_accounts SET agent_since_ms = 0 WHERE object_id = ${alice.id}`

test.group('venue | live orders', (group) => {
  group.setup(async () => {
    desk = await LiveDesk.start()
    alice = await desk.trader('alice', '10000.00')
  })
  group.teardown(() => desk.stop())
  group.each.setup(async () => {
    armFailpoints('')
    desk.fake.accounts.scrambledFills = false
    desk.fake.accounts.hiddenFills = false
    await desk.resetBudget()
  })

  test('cash is at the venue and in the books', async ({ assert }) => {
    const { account, marginSummary } = accepted(await alice.get('state'))
    assert.equal(account.venue, 'venue')
    assert.equal(marginSummary.equity, '10000.00')
    await alice.assertAgrees(assert)
  })

  test('the same transfer asked for twice moves cash once', async ({ assert }) => {
    const operationId = await desk.pendingOperation()
    const before = (await alice.there()).rawUsd
    desk.fake.fail('timeout_after_accept', 'usdSend')
    await assert.rejects(() => alice.credit('5.00', operationId))
    await alice.credit('5.00', operationId)
    assert.equal((await alice.there()).rawUsd, before + 5)
    await alice.assertAgrees(assert)
  })

  test('a market order fills, with its fee, at the venue and here', async ({ assert }) => {
    const placed = await alice.order({ size: '0.01' })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
    assert.equal(placed.data.order.status, 'FILLED')
    const { fills } = accepted(await alice.get('fills'))
    assert.deepInclude(fills[0], { direction: 'open_long', fee: '0.27' })
    assert.equal(await alice.size(), '0.01')
    await alice.assertAgrees(assert)
  })

  test('a limit order rests, is resized, fills in parts, and is cancelled', async ({ assert }) => {
    const limit = { orderType: 'LIMIT', price: '50000', size: '0.01' }
    const { order } = accepted(await alice.order(limit))
    assert.equal(order.status, 'OPEN')
    const resized = accepted(await alice.send('PATCH', `orders/${order.id}`, { newSize: '0.02' }))
    assert.equal(resized.order.size, '0.02')
    const there = await alice.there()
    const resting = there.orders.find(({ status }) => status === 'open')!
    desk.fake.accounts.partFill(there, resting.cloid!, 0.005)
    await alice.poll()
    const [partly] = (await alice.orders()).filter(({ id }) => id === order.id)
    assert.deepInclude(partly, { status: 'PARTIALLY_FILLED', filledSize: '0.005' })
    const cancelled = accepted(await alice.send('DELETE', `orders/${order.id}`))
    assert.deepInclude(cancelled.order, { status: 'CANCELLED', cancelReason: 'user_requested' })
    await alice.assertAgrees(assert)
  })

  test('what the payload decides sends nothing', async ({ assert }) => {
    const before = desk.fake.exchangeRequests
    const refusals: [Record<string, unknown>, string][] = [
      [{ market: 'vn:0:NONE', size: '1' }, 'unknown_market'],
      [{ size: '0.000001' }, 'invalid_size'],
      [{ size: '1', leverage: 41 }, 'invalid_leverage'],
      [{ size: '1', orderType: 'LIMIT', price: '60000.123' }, 'invalid_tick'],
      [{ size: '1', isTrigger: true }, 'trigger_fields_required'],
    ]
    for (const [body, reason] of refusals) {
      assert.equal(code(await alice.order(body)), `400 VALIDATION_ERROR ${reason}`)
    }
    assert.equal(desk.fake.exchangeRequests, before)
  })

  test('what the venue refuses is stored as failed, and answered so again', async ({ assert }) => {
    const path = `/op/refused/${randomUUID()}`
    const body = { size: '0.0001', path }
    assert.equal(code(await alice.order(body)), '409 ORDER_FAILED below_min_notional')
    const sent = desk.fake.countOf('order')
    assert.equal(code(await alice.order(body)), '409 ORDER_FAILED below_min_notional')
    assert.equal(desk.fake.countOf('order'), sent)
    const large = await alice.order({ size: '100' })
    assert.equal(code(large), '400 INSUFFICIENT_MARGIN insufficient_margin')
  })

  test('concurrent requests of one path are one order', async ({ assert }) => {
    const path = `/op/once/${randomUUID()}`
    const [sent, size] = [desk.fake.countOf('order'), (await alice.there()).sizes.get('BTC') ?? 0]
    const body = { size: '0.01', path }
    const replies = await Promise.all(Array.from({ length: 8 }, () => alice.order(body)))
    assert.deepEqual([...new Set(pluck(replies, 'status'))], [201])
    assert.equal(new Set(replies.map(({ data }) => data.order.id)).size, 1)
    assert.equal(desk.fake.countOf('order'), sent + 1)
    assert.closeTo((await alice.there()).sizes.get('BTC')!, size + 0.01, 1e-9)
    const other = await alice.order({ ...body, size: '0.02' })
    assert.equal(code(other), '409 IDEMPOTENCY_VIOLATION ')
    await alice.assertAgrees(assert)
  })

  for (const fault of ['timeout_after_accept', 'error_after', 'duplicated'] as const) {
    test(`an order that arrived is neither lost nor sent again: ${fault}`, async ({ assert }) => {
      const size = (await alice.there()).sizes.get('BTC') ?? 0
      desk.fake.fail(fault)
      const reply = await alice.insist({ size: '0.01' })
      assert.equal(reply.status, 201, JSON.stringify(reply.body))
      assert.closeTo((await alice.there()).sizes.get('BTC')!, size + 0.01, 1e-9)
      await alice.assertAgrees(assert)
      assert.equal(Number(await alice.size()).toFixed(5), (size + 0.01).toFixed(5))
    })
  }

  for (const fault of ['lost', 'error_before', 'nonce_collision'] as const) {
    test(`an order that never arrived fails for good: ${fault}`, async ({ assert }) => {
      const there = await alice.there()
      const size = there.sizes.get('BTC') ?? 0
      desk.fake.fail(fault)
      const reply = await desk.shortLived(() => alice.insist({ size: '0.01' }))
      assert.equal(code(reply), '502 EXCHANGE_ERROR never_arrived')
      assert.equal(there.sizes.get('BTC') ?? 0, size)
      await alice.assertAgrees(assert)
    })
  }

  test('what the venue has no room for was not sent, and may come again', async ({ assert }) => {
    const path = `/op/busy/${randomUUID()}`
    desk.fake.fail('too_many')
    const busy = await alice.order({ size: '0.01', path })
    assert.equal(code(busy), '502 EXCHANGE_ERROR upstream_rate_limited')
    assert.match(busy.headers.get('retry-after') ?? '', /^\d+$/)
    assert.equal((await alice.order({ size: '0.01', path })).status, 201)
    await alice.assertAgrees(assert)
  })

  test('one error for a whole batch refuses all of it', async ({ assert }) => {
    desk.fake.fail('batch_error')
    const entry = { market: BTC, side: 'buy', orderType: 'LIMIT', price: '50000', size: '0.01' }
    const leg = {
      market: BTC,
      side: 'sell',
      orderType: 'MARKET',
      reduceOnly: true,
      isTrigger: true,
    }
    const orders = [
      { ...entry, leverage: 10 },
      { ...leg, triggerPx: '45000', tpsl: 'sl', size: '0.01' },
      { ...leg, triggerPx: '70000', tpsl: 'tp', size: '0.01' },
    ]
    const reply = await alice.send('POST', 'orders/batch', { orders, grouping: 'normalTpsl' })
    assert.equal(reply.status, 400, JSON.stringify(reply.body))
    assert.equal(reply.error.details?.reason, 'invalid_tick')
    await alice.assertAgrees(assert)
  })

  test('fills told twice and out of order are booked once', async ({ assert }) => {
    desk.fake.accounts.hiddenFills = true
    for (const size of ['0.01', '0.02', '0.03']) accepted(await alice.order({ size }))
    desk.fake.accounts.hiddenFills = false
    desk.fake.accounts.scrambledFills = true
    await alice.poll()
    await alice.poll()
    const size = Number(await alice.size()).toFixed(5)
    assert.equal(size, (await alice.there()).sizes.get('BTC')!.toFixed(5))
    const open = (await alice.orders()).filter(({ status }) => status === 'OPEN')
    assert.lengthOf(open, 0)
    await alice.assertAgrees(assert)
  })

  test('funding is booked once, however often it is told', async ({ assert }) => {
    const there = await alice.there()
    desk.fake.accounts.fund(there, 'BTC', -1.25, Date.now())
    await alice.poll()
    await alice.poll()
    const { payments, funding } = accepted(await alice.get('funding'))
    assert.lengthOf((payments ?? funding) as unknown[], 1)
    await alice.assertAgrees(assert)
  })

  for (const point of ['venue.sent', 'venue.answered']) {
    test(`an order of a process that failed is booked: ${point}`, async ({ assert }) => {
      const size = (await alice.there()).sizes.get('BTC') ?? 0
      const path = `/op/crash/${randomUUID()}`
      armFailpoints(`${point}:1:error`)
      assert.equal((await alice.order({ size: '0.01', path })).status, 500)
      const booked = await eventually('the order to be booked', async () => {
        await desk.recover()
        const found = await desk.realm.get('/operations', { path })
        const { operations } = accepted(found)
        return operations.find((each: { path: string }) => each.path === path) ?? null
      })
      assert.equal(booked.state, 'completed')
      assert.equal((await alice.order({ size: '0.01', path })).status, 201)
      assert.closeTo((await alice.there()).sizes.get('BTC')!, size + 0.01, 1e-9)
      await alice.assertAgrees(assert)
    })
  }

  test('an agent that has ended is replaced, and the order comes again', async ({ assert }) => {
    const there = await alice.there()
    for (const agent of there.agents.values()) agent.validUntil = 0
    const path = `/op/agent/${randomUUID()}`
    const reply = await alice.order({ size: '0.01', path })
    assert.equal(code(reply), '502 EXCHANGE_ERROR upstream_error')
    const before = (await desk.account(alice.id)).agent!.address
    await eventually('a new agent', async () => {
      await desk.ready(alice.id)
      return (await desk.account(alice.id)).agent!.address === before ? null : true
    })
    assert.equal((await alice.order({ size: '0.01', path })).status, 201)
    await alice.assertAgrees(assert)
  })

  test('an agent is changed in time, and orders go on', async ({ assert }) => {
    const old = (await desk.account(alice.id)).agent!.address
    await ageAgent()
    await desk.keep()
    const { agent, nextAgent } = await desk.account(alice.id)
    assert.notEqual(agent!.address, old)
    assert.isNull(nextAgent)
    const signers = [...(await alice.there()).agents.keys()]
    assert.includeMembers(signers, [old, agent!.address])
    assert.equal((await alice.order({ size: '0.01' })).status, 201)
    assert.equal(desk.fake.carriedOut.at(-1)!.signer, agent!.address)
    await alice.assertAgrees(assert)
  })

  test('an agent drawn but never approved is approved the next time', async ({ assert }) => {
    await ageAgent()
    const old = (await desk.account(alice.id)).agent!.address
    desk.fake.fail('error_before', 'approveAgent')
    await desk.keep()
    const between = await desk.account(alice.id)
    assert.equal(between.agent!.address, old)
    assert.equal((await alice.order({ size: '0.01' })).status, 201)
    await desk.keep()
    assert.equal((await desk.account(alice.id)).agent!.address, between.nextAgent!.address)
    assert.equal((await alice.order({ size: '0.01' })).status, 201)
    await alice.assertAgrees(assert)
  })

  test('the largest order is sent where a larger one was asked for', async ({ assert }) => {
    const cyd = await desk.trader('cyd', '1000.00')
    const sent = () => {
      const { action } = desk.fake.carriedOut.findLast((each) => each.action.type === 'order')!
      return (action['orders'] as { s: string }[])[0]!.s
    }
    const before = desk.fake.countOf('order')
    const path = `/op/max/${randomUUID()}`
    const refused = await cyd.order({ size: '1', useMax: true, path })
    assert.equal(code(refused), '409 ORDER_FAILED max_below_tolerance')
    assert.equal(desk.fake.countOf('order'), before)
    const { operations } = accepted(await desk.realm.get('/operations', { path }))
    assert.equal(operations[0].state, 'failed')
    // 1000 x 10, less what a taker pays on it: 10000 / 1.0045 / 60000.
    const largest = await cyd.order({ size: '0.168', useMax: true })
    assert.equal(largest.status, 201, JSON.stringify(largest.body))
    assert.equal(sent(), '0.16592')
    assert.equal(largest.data.order.size, '0.16592')
    accepted(await cyd.order({ side: 'sell', size: '0.16592', reduceOnly: true }))
    const tolerant = accepted(await cyd.order({ size: '0.2', sizeTolerance: 0.5 }))
    assert.isBelow(Number(tolerant.order.size), 0.2)
    assert.equal(sent(), tolerant.order.size)
    accepted(await cyd.order({ side: 'sell', size: tolerant.order.size, reduceOnly: true }))
    const exact = accepted(await cyd.order({ size: '0.01', useMax: true }))
    assert.equal(exact.order.size, '0.01')
    await cyd.assertAgrees(assert)
  })

  test('an object that is being deleted sends no order', async ({ assert }) => {
    const { id } = await desk.object('leaving')
    await desk.ready(id)
    const before = desk.fake.exchangeRequests
    await become(id, 'deleting')
    const path = `/op/leaving/${randomUUID()}`
    const order = { market: BTC, side: 'buy', orderType: 'MARKET', size: '0.01', path }
    const reply = await desk.realm.post(`/objects/${id}/exchange/orders`, order)
    await become(id, 'active')
    assert.equal(code(reply), '409 CONFLICT ')
    assert.equal(desk.fake.exchangeRequests, before)
  })

  test('an order stored as its object is deleted is not sent', async ({ assert, cleanup }) => {
    const leaver = await desk.trader('overtaken', '1000.00')
    const stored = async () => {
      const query =
        'SELECT COUNT(*) AS stored FROM venue_live_actions WHERE object_id = ? AND state = ?'
      const [row] = await readRows<{ stored: string }>(query, [leaver.id, 'stored'])
      return Number(row!.stored)
    }
    const before = desk.fake.countOf('order')
    const path = `/op/overtaken/${randomUUID()}`
    armFailpoints('venue.stored:1:hold')
    cleanup(() => armFailpoints(''))
    const asked = leaver.order({ size: '0.01', path })
    await until('the order to be stored', async () => (await stored()) === 1)
    await become(leaver.id, 'deleting')
    armFailpoints('')
    const reply = await asked
    assert.equal(code(reply), '409 CONFLICT ')
    assert.equal(desk.fake.countOf('order'), before)
    assert.equal(await stored(), 0)
    await become(leaver.id, 'active')
    // Nothing of it is left: given up, the deletion leaves an account to trade with.
    assert.equal((await leaver.order({ size: '0.01', path })).status, 201)
    await leaver.assertAgrees(assert)
  })

  test('a TWAP is refused, and nothing of it is stored or sent', async ({ assert }) => {
    const before = desk.fake.exchangeRequests
    const twap = { market: BTC, side: 'buy', totalSize: '1', durationMinutes: 30 }
    const path = `/op/twap/${randomUUID()}`
    const reply = await alice.send('POST', 'twap', { ...twap, path })
    assert.equal(code(reply), '409 INVALID_STATE twap_not_offered')
    assert.equal(desk.fake.exchangeRequests, before)
    const { operations } = accepted(await desk.realm.get('/operations', { path }))
    assert.deepEqual(operations, [])
  })

  test('what is booked is forgotten in time, what is open is not', async ({ assert }) => {
    accepted(await alice.order({ size: '0.01' }))
    await alice.poll()
    const count = async (sql: string) =>
      Number((await readRows<{ rows: string }>(sql, [alice.id]))[0]!.rows)
    const actions = 'SELECT COUNT(*) AS `rows` FROM venue_live_actions WHERE object_id = ?'
    const fills = 'SELECT COUNT(*) AS `rows` FROM venue_live_fills WHERE object_id = ?'
    const before = await count(fills)
    const prune = await app.container.make(PruneLive)
    await prune.run()
    assert.equal(await count(fills), before)
    await writeRows`UPDATE venue_live_actions SET created_at_ms = 1, due_at_ms = LEAST(due_at_ms, 1)
        WHERE object_id = ${alice.id} AND state = 'booked' AND due_at_ms < 9000000000000`
    await writeRows`UPDATE venue_live_actions SET created_at_ms = 1 WHERE object_id = ${alice.id}
        AND state = 'booked'`
    const open = await count(`${actions} AND state <> 'booked'`)
    await writeRows`INSERT INTO venue_live_fills (object_id, time_ms, coin, tid, oid)
        VALUES (${alice.id}, 1, 'BTC', 1, 1)`
    await prune.run()
    assert.equal(await count(actions), open)
    assert.equal(await count(fills), before)
    await alice.assertAgrees(assert)
  })

  test('a trade of somebody else on the account is booked too', async ({ assert }) => {
    desk.fake.accounts.foreignFill(await alice.there(), 'ETH', 0.5)
    await alice.assertAgrees(assert)
    const { fills } = accepted(await alice.get('fills'))
    assert.isTrue(
      fills.some((fill: { market: string; orderId: string | null }) => {
        return fill.market === 'vn:0:ETH' && fill.orderId === null
      })
    )
  })

  test('an account that differs opens nothing until it agrees', async ({ assert }) => {
    const there = await alice.there()
    there.rawUsd -= 3
    assert.match((await alice.reconcile())!, /cash differs/)
    const opened = await alice.order({ size: '0.01' })
    assert.equal(code(opened), '409 INVALID_STATE account_differs')
    const closed = await alice.order({ size: '0.01', side: 'sell', reduceOnly: true })
    assert.equal(closed.status, 201, JSON.stringify(closed.body))
    there.rawUsd += 3
    await alice.assertAgrees(assert)
    assert.equal((await alice.order({ size: '0.01' })).status, 201)
  })
})
