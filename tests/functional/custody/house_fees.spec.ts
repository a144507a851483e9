import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { PolicyStatement, Principal } from '#app/extension/principal'
import { OpenWithdrawal, defaultBoundaryId } from '#modules/ledger/index'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { PostTransfer } from '#modules/ledger/services/post_transfer'
import { HouseFees } from '#modules/custody/services/house_fees'
import { HouseStore } from '#modules/custody/storage/house_store'
import { TradingRealm, Trader } from '#tests/functional/venue/support/trading_realm'
import { accepted, until, type AnyData } from '#tests/support/client'
import { endUser } from '#tests/support/principals'
import { Holder, giveKey, poolOf, zoneOf } from './support/holder.ts'
import { defaultHolding, sheetOf } from './support/pool_hand.ts'

const BTC = 'vn:0:BTC'
const FEES = '/_builder/fees'
/** Of a position of 6,000 USD: 6 USD. */
const APPLICATION_FEE = 100

interface Assertions {
  deepEqual(actual: unknown, expected: unknown): void
  containSubset(actual: unknown, expected: unknown): void
}

/** A realm whose default boundary holds nothing but what a test leaves there, and one trader. */
class FeeRealm {
  private constructor(
    readonly trading: TradingRealm,
    readonly trader: Trader,
    private principal: Principal
  ) {}

  static async open(): Promise<FeeRealm> {
    const trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
    const { id } = await trading.realm.object('/traders/ann', { type: 'exchange' })
    const all: PolicyStatement = { effect: 'Allow', actions: ['svc:*'], resources: ['*'] }
    const principal = await endUser(trading.realm, all)
    const opened = new FeeRealm(trading, new Trader(trading, id, '/traders/ann'), principal)
    await trading.realm.account('/cash/ann', '10000.00')
    await opened.trader.credit('10000.00')
    return opened
  }

  /** Bought and sold at one price: what it costs are fees. */
  async trade() {
    const order = { market: BTC, size: '0.1', applicationFeeTenthsBps: APPLICATION_FEE }
    accepted(await this.trader.order(order))
    accepted(await this.trader.send('POST', `positions/${BTC}/close`, {}))
  }

  settledAt(path: string): Promise<string> {
    return this.trading.realm.settled(path)
  }

  /** Out of the realm, all of it. No request names a fee account: whatever pays fees out calls this. */
  async withdrawAll(objectPath: string) {
    const defund = await app.container.make(OpenWithdrawal)
    const { operation } = await defund.run(this.principal, {
      realmId: this.trading.id,
      path: `/op/${randomUUID()}`,
      objectPath,
      amount: await this.settledAt(objectPath),
      destinationAddress: `0x${'ab'.repeat(20)}`,
    })
    await this.trading.realm.completed(operation.id)
  }

  async transfer(sourceObjectPath: string, targetObjectPath: string, amount: string) {
    const transfer = await app.container.make(PostTransfer)
    const { operation } = await transfer.run(this.principal, {
      realmId: this.trading.id,
      path: `/op/${randomUUID()}`,
      amount,
      feeOverride: '0',
      sourceObjectPath,
      targetObjectPath,
    })
    await this.trading.realm.completed(operation.id)
  }

  async isSound(assert: Assertions) {
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: this.trading.id }), [])
    const sheet = await sheetOf(this.trading.realm)
    assert.containSubset(sheet, {
      poolMeasurable: true,
      conservation: true,
      physicalDrift: '0.00',
      replayDrift: '0.00',
    })
    const insolvent = sheet.boundaries.filter(({ solvent }: AnyData) => solvent !== true)
    assert.deepEqual(insolvent, [])
  }

  /** What the house owes by now, and what is on its way. */
  async owed() {
    const { pool } = await defaultHolding(this.trading.realm)
    const cut = await (await app.container.make(HouseStore)).cut(this.trading.id, pool)
    return { owed: cut!.owed, open: cut!.open }
  }
}

test.group('custody | fees of trading', () => {
  test('are withdrawn last of all, when the traders have gone', async ({ assert }) => {
    const fees = await FeeRealm.open()
    await fees.trade()
    const { availableToWithdraw } = (await fees.trader.state()).marginSummary as AnyData
    await fees.transfer('/traders/ann', '/cash/ann', availableToWithdraw as string)
    await fees.withdrawAll('/cash/ann')
    await fees.withdrawAll(FEES)
    assert.equal(await fees.settledAt(FEES), '0.00')
    await fees.isSound(assert)
    assert.deepEqual(await fees.owed(), { owed: 0n, open: null })
  })

  test('are withdrawn with no vault settled and nothing else beside them', async ({ assert }) => {
    const fees = await FeeRealm.open()
    await fees.trade()
    await fees.withdrawAll(FEES)
    await fees.isSound(assert)
    await fees.trade()
    await fees.trade()
    await fees.withdrawAll(FEES)
    await fees.isSound(assert)
    assert.deepEqual(await fees.owed(), { owed: 0n, open: null })
  })

  test('cross into another boundary, and go into a vault', async ({ assert }) => {
    const fees = await FeeRealm.open()
    await zoneOf(fees.trading.realm, '/zone')
    await fees.trading.realm.object('/zone/cash')
    await fees.trade()
    await fees.transfer(FEES, '/zone/cash', '5.00')
    await fees.isSound(assert)
    await fees.transfer(FEES, '/traders/ann', await fees.settledAt(FEES))
    await fees.isSound(assert)
    assert.equal(await fees.settledAt('/zone/cash'), '5.00')
  })

  test('are taken with everything else by whoever recovers their boundary', async ({ assert }) => {
    const fees = await FeeRealm.open()
    const { realm, id } = fees.trading
    await fees.trade()
    await realm.account('/cash/bob', '50.00')
    const holder = await Holder.appear()
    const boundaryId = defaultBoundaryId(id)
    assert.equal((await giveKey(realm, boundaryId, holder)).status, 200)
    await holder.takeAll(await poolOf(realm), boundaryId)
    await until('the sweep of the fees', async () => (await fees.settledAt(FEES)) === '0.00')
    assert.equal(await fees.settledAt('/cash/bob'), '0.00')
    await fees.isSound(assert)
  })

  test('are brought once by however many look at the same time', async ({ assert }) => {
    const fees = await FeeRealm.open()
    await fees.trade()
    const { owed } = await fees.owed()
    assert.isAbove(Number(owed), 0)
    const { holding } = await defaultHolding(fees.trading.realm)
    const before = await holding()
    const houseFees = await app.container.make(HouseFees)
    await Promise.all(Array.from({ length: 6 }, () => houseFees.offer(fees.trading.id)))
    await fees.withdrawAll(FEES)
    assert.equal(await holding(), before)
    assert.deepEqual(await fees.owed(), { owed: 0n, open: null })
    await fees.isSound(assert)
  })
})
