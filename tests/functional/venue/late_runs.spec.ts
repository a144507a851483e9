import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import { pendingMovementOf } from '#modules/ledger/services/pending_movement'
import { movementSide } from '#modules/ledger/services/movement_side'
import { ObjectReader, OperationReader, RealmDirectory } from '#modules/ledger/index'
import { accepted, pluck, type AnyData } from '#tests/support/client'
import { withSettlementPaused } from '#tests/support/settlement_paused'
import { readRows } from '#tests/support/rows'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'

const BTC = 'vn:0:BTC'

let trading: TradingRealm

/** A movement as a run has it in hand that read it while it was pending, whatever it is by now. */
async function inHand(operationId: string): Promise<Movement> {
  const operation = await (await app.container.make(OperationReader)).byId(operationId)
  const realm = await (await app.container.make(RealmDirectory)).find(trading.id)
  const ids = [operation!.source.objectId!, operation!.target.objectId!]
  const objects = await (await app.container.make(ObjectReader)).ledgerObjects(ids)
  return pendingMovementOf(operation!, realm!, objects)
}

async function ask(movement: Movement) {
  const rails = (await app.container.make(ModuleHost)).contributions('settlementRails')
  return rails.find(({ name }) => name === 'venue')!.start(movement)
}

async function withdraw(trader: Trader, amount: string): Promise<string> {
  const cash = trader.path.replace('/traders/', '/cash/')
  return accepted(await trader.move(trader.path, cash, amount)).operation.id as string
}

async function cashOf(trader: Trader): Promise<unknown> {
  const [row] = await readRows`SELECT cross_cash, reserved_cash FROM venue_accounts
        WHERE object_id = ${trader.id}`
  return row
}

/**
 * Two processes may follow one operation at a time: one that was taken for dead, and the one that
 * took over. What the slower one has read as pending may have ended when it comes to act.
 */
test.group('venue | a run that comes late', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
  })

  test('takes nothing out of trading for a withdrawal that has completed', async ({ assert }) => {
    const trader = await trading.trader('completed', '1000.00')
    const id = await withdraw(trader, '10.00')
    await trading.realm.completed(id)
    const late = await inHand(id)
    const answers = await Promise.all([ask(late), ask(late), ask(late)])
    assert.deepEqual(pluck(answers, 'state'), ['waiting', 'waiting', 'waiting'])
    const left = { cross_cash: '990.000000', reserved_cash: '0.000000' }
    assert.deepEqual(await cashOf(trader), left)
    await trading.assertSoundBooks(assert)
  })

  test('sends nothing for a refused one, though the account has it now', async ({ assert }) => {
    const trader = await trading.trader('refused', '1000.00')
    const id = await withSettlementPaused(async () => {
      const asked = await withdraw(trader, '900.00')
      accepted(await trader.order({ market: BTC, size: '0.2', leverage: 20 }))
      return asked
    })
    assert.equal((await trading.realm.ended(id)).state, 'failed')
    accepted(await trader.send('POST', `positions/${BTC}/close`))
    assert.isAbove(Number((await trader.state()).marginSummary.availableToWithdraw), 900)
    const before = await cashOf(trader)
    assert.equal((await ask(await inHand(id))).state, 'waiting')
    assert.deepEqual(await cashOf(trader), before)
    await trading.assertSoundBooks(assert)
  })

  test('shares a withdrawal with all who follow it: it leaves once', async ({ assert }) => {
    const trader = await trading.trader('shared', '1000.00')
    const ids = await Promise.all(['1.00', '2.00', '3.00'].map((each) => withdraw(trader, each)))
    const running = new Set(ids)
    const follow = async (id: string) => {
      const movement = await inHand(id)
      while (running.has(id)) await ask(movement)
    }
    const followers = ids.flatMap((id) => [follow(id), follow(id), follow(id)])
    for (const id of ids) {
      await trading.realm.completed(id)
      running.delete(id)
    }
    await Promise.all(followers)
    const left = { cross_cash: '994.000000', reserved_cash: '0.000000' }
    assert.deepEqual(await cashOf(trader), left)
    assert.equal((await trader.state()).marginSummary.totalRawUsd, '994.00')
    await trading.assertSoundBooks(assert)
  })

  test('sells no positions of an object whose deletion has ended', async ({ assert }) => {
    const trader = await trading.trader('kept', '1000.00')
    accepted(await trader.order({ market: BTC, size: '0.01' }))
    const rest = { market: BTC, orderType: 'LIMIT', price: '50000', size: '0.01' }
    accepted(await trader.order(rest))
    // Any operation that has ended stands for a deletion that was given up.
    const operationId = await withdraw(trader, '1.00')
    await trading.realm.completed(operationId)
    const object = await (await app.container.make(ObjectReader)).ledgerObject(trader.id)
    const kinds = (await app.container.make(ModuleHost)).contributions('objectKinds')
    const { deletion } = kinds.find(({ name }) => name === 'exchange')!
    const options = { liquidatePositions: true, operationId }
    assert.equal((await deletion!.empty(movementSide(object!).object, options)).state, 'working')
    assert.equal((await trader.position(BTC)).size, '0.01')
    const { orders } = accepted<AnyData>(await trader.get('orders', { status: 'OPEN' }))
    assert.lengthOf(orders, 1)
  })
})
