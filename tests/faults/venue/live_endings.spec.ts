import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { armFailpoints } from '#app/failpoints/failpoint'
import { parseUsd } from '#app/money/usd'
import { LiveDriver } from '#modules/venue/live/services/live_driver'
import { accepted, eventually, until, type AnyData } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { LiveDesk, type LiveTrader } from '#tests/faults/venue/support/live_desk'

const BTC = 'vn:0:BTC'
/** What the operator has paid for the account itself. */
const FLOAT = 5

/**
 * Objects go, transfers and deletions end, and runs that began before come late. What is sent for
 * something that has ended is somebody's money or position.
 */
test.group('venue | endings at the live venue', (group) => {
  let desk: LiveDesk

  group.setup(async () => {
    desk = await LiveDesk.start()
  })
  group.teardown(() => desk.stop())
  group.each.setup(async () => {
    armFailpoints('')
    await desk.resetBudget()
  })

  const place = (objectId: string) => ({ realmId: desk.realm.id, objectId })

  async function endedOperation(): Promise<string> {
    const query = { realmId: desk.realm.id, type: 'create' }
    const reply = await desk.realm.client.get('/api/v1/operations', query)
    const { operations } = accepted<AnyData>(reply)
    return operations.find(({ state }: AnyData) => state === 'completed').id
  }

  async function empty(trader: LiveTrader, operationId: string) {
    const driver = await app.container.make(LiveDriver)
    await desk.resetBudget()
    return driver.empty(place(trader.id), { liquidatePositions: true, operationId })
  }

  /** As often as the workflow of a deletion asks. */
  function emptied(trader: LiveTrader, operationId: string) {
    return eventually('the account to be empty', async () => {
      await desk.recover()
      const progress = await empty(trader, operationId)
      return progress.state === 'working' ? null : progress
    })
  }

  /** Ends a deletion by hand, and brings it back for the checks of the books. */
  async function become(operationId: string, state: string) {
    await writeRows`UPDATE operations SET state = ${state} WHERE id = ${operationId}`
  }

  test('a transfer that has ended moves no cash, whichever way', async ({ assert }) => {
    const trader = await desk.trader('moved', '100.00')
    const driver = await app.container.make(LiveDriver)
    const ended = await endedOperation()
    const before = desk.fake.exchangeRequests
    for (const amount of ['10.00', '-10.00']) {
      const atoms = amount.startsWith('-') ? -parseUsd(amount.slice(1)) : parseUsd(amount)
      assert.isNull(await driver.moveCash(place(trader.id), atoms, ended))
    }
    assert.equal(desk.fake.exchangeRequests, before)
    await trader.assertAgrees(assert)
  })

  test('a deletion that has ended cancels, sells and takes nothing', async ({ assert }) => {
    const trader = await desk.trader('kept', '1000.00')
    const ended = await endedOperation()
    const flat = desk.fake.exchangeRequests
    assert.deepEqual(await empty(trader, ended), { state: 'working' })
    assert.equal(desk.fake.exchangeRequests, flat)
    accepted(await trader.order({ size: '0.01' }))
    accepted(await trader.order({ orderType: 'LIMIT', price: '50000', size: '0.01' }))
    const before = desk.fake.exchangeRequests
    assert.deepEqual(await empty(trader, ended), { state: 'working' })
    assert.equal(desk.fake.exchangeRequests, before)
    assert.equal((await trader.there()).sizes.get('BTC'), 0.01)
    const open = (await trader.orders()).filter(({ status }) => status === 'OPEN')
    assert.lengthOf(open, 1)
    await trader.assertAgrees(assert)
  })

  test('cash of a deletion that was given up is at the venue again, once', async ({ assert }) => {
    const trader = await desk.trader('back', '1000.00')
    accepted(await trader.order({ size: '0.01' }))
    accepted(await trader.order({ orderType: 'LIMIT', price: '50000', size: '0.01' }))
    const operationId = await desk.pendingOperation()
    assert.equal((await emptied(trader, operationId)).state, 'empty')
    const there = await trader.there()
    assert.isEmpty([...there.sizes])
    assert.closeTo(there.rawUsd, FLOAT, 0.011)
    // While the deletion is pending nothing comes back.
    await desk.recover()
    assert.closeTo(there.rawUsd, FLOAT, 0.011)
    await become(operationId, 'failed')
    await until('the cash to be back', async () => {
      await desk.recover()
      return there.rawUsd > 900
    })
    const back = there.rawUsd
    await desk.recover()
    assert.notEqual((await empty(trader, operationId)).state, 'refused')
    assert.equal(there.rawUsd, back)
    await become(operationId, 'pending')
    await trader.assertAgrees(assert)
    assert.equal((await trader.order({ size: '0.01', market: BTC })).status, 201)
  })

  test('cash whose way home is not known goes once', async ({ assert }) => {
    const trader = await desk.trader('once', '300.00')
    const operationId = await desk.pendingOperation()
    const sent = desk.fake.countOf('usdSend')
    desk.fake.fail('timeout_after_accept', 'usdSend')
    await assert.rejects(() => empty(trader, operationId))
    assert.equal((await empty(trader, operationId)).state, 'empty')
    assert.equal(desk.fake.countOf('usdSend'), sent + 1)
    assert.equal((await trader.there()).rawUsd, FLOAT)
  })

  test('an account the venue does not let go of keeps its object', async ({ assert }) => {
    const trader = await desk.trader('stuck', '300.00')
    const there = await trader.there()
    there.rawUsd -= 100
    assert.equal((await empty(trader, await desk.pendingOperation())).state, 'refused')
    there.rawUsd += 100
    await trader.assertAgrees(assert)
  })

  test('nobody asks the venue about the account of a deleted object', async ({ assert }) => {
    const { client, id: realmId } = desk.realm
    const { id } = await desk.object('gone')
    await desk.ready(id)
    const body = { realmId, path: '/live/gone' }
    const { operation } = accepted<AnyData>(await client.post('/api/v1/objects/delete', body))
    await until('the deletion to complete', async () => {
      await desk.resetBudget()
      const { data } = await client.get(`/api/v1/operations/${operation.id}`)
      return data.operation.state === 'completed'
    })
    assert.equal((await desk.account(id)).state, 'closed')
    await desk.assertSoundBooks(assert)
  })

  test('a setup overtaken by the deletion of its object stays ended', async ({ assert }) => {
    const { client, id: realmId } = desk.realm
    armFailpoints('venue.funding:1:error')
    const { id } = await desk.object('early')
    await writeRows`UPDATE venue_live_accounts SET due_at_ms = ${Number.MAX_SAFE_INTEGER}
        WHERE object_id = ${id}`
    const body = { realmId, path: '/live/early' }
    const { operation } = accepted<AnyData>(await client.post('/api/v1/objects/delete', body))
    await desk.realm.completed(operation.id)
    assert.equal((await desk.account(id)).state, 'closed')
    const sends = desk.fake.countOf('usdSend')
    // As a run has it that read the account before.
    await writeRows`UPDATE venue_live_accounts SET state = 'key_ready', due_at_ms = 0
        WHERE object_id = ${id}`
    await desk.keep()
    assert.equal((await desk.account(id)).state, 'closed')
    assert.equal(desk.fake.countOf('usdSend'), sends)
    await desk.assertSoundBooks(assert)
  })

  test('the accounts of a closed realm are looked after no more', async () => {
    const { client } = desk.realm
    const realm = await client.realm({ asset: 'live', lifecycle: 'temporary' })
    const metadata = JSON.stringify({ venue: 'venue' })
    const { id } = await realm.object('/live/last', { type: 'exchange', metadata })
    await desk.ready(id)
    accepted(await client.send('DELETE', `/api/v1/realms/${realm.id}`))
    await until('the account to be closed', async () => {
      await writeRows`UPDATE venue_live_accounts SET polled_at_ms = 0 WHERE object_id = ${id}`
      await desk.keep()
      return (await desk.account(id)).state === 'closed'
    })
  })
})
