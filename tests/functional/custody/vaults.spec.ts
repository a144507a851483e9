import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { HaltOnTheft } from '#modules/custody/services/halt_on_theft'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { SettledByOthers } from '#modules/custody/services/settled_by_others'
import { ForeignSettlementStore } from '#modules/custody/storage/foreign_settlement_store'
import { EVENTS } from '#modules/custody/storage/pool_event_store'
import { PendingMovement } from '#modules/ledger/services/pending_movement'
import { TradingRealm, Trader } from '#tests/functional/venue/support/trading_realm'
import { accepted, eventually, until, type AnyData } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { withSettlementPaused } from '#tests/support/settlement_paused'
import { Holder, giveKey, poolOf, zoneOf } from './support/holder.ts'
import { sheetOf } from './support/pool_hand.ts'
import { chainOfApp } from './support/process.ts'

const BTC = 'vn:0:BTC'
/** The sheet of a realm that has everything it owes, to the last unit. */
const SOUND = {
  poolMeasurable: true,
  conservation: true,
  physicalDrift: '0.00',
  replayDrift: '0.00',
}

let trading: TradingRealm

const shown = async (boundaryId?: string): Promise<AnyData[]> => {
  const query = { realmId: trading.id, ...(boundaryId !== undefined && { boundaryId }) }
  const { body } = await trading.client.get('/api/v1/custody/exchange-objects', query)
  return (body as unknown as { exchangeObjects: AnyData[] }).exchangeObjects
}

const vaultOf = async (objectId: string) => {
  return (await shown()).find(({ id }) => id === objectId)?.balance as string | undefined
}

const out = async (trader: Trader, amount: string) => {
  const target = trader.path.replace('/traders/', '/cash/')
  return accepted(await trader.move(trader.path, target, amount)).operation.id as string
}

const stateOf = async (operationId: string) => {
  const found = await trading.client.get(`/api/v1/operations/${operationId}`)
  const { state } = accepted(found).operation as AnyData
  return state as string
}

const provider = async () => {
  const chain = await chainOfApp()
  return chain.provider
}

/** The chain takes nothing in meanwhile. */
async function standstill<Result>(work: () => Promise<Result>): Promise<Result> {
  const node = await provider()
  await node.request('evm_setAutomine', [false])
  try {
    return await work()
  } finally {
    await node.request('evm_setAutomine', [true])
    await node.request('evm_mine', [])
  }
}

test.group('custody | vaults of exchange objects', (group) => {
  group.setup(async () => {
    trading = await TradingRealm.open()
    await trading.price(BTC, '60000')
  })
  group.each.teardown(() => trading.price(BTC, '60000'))

  const assertSound = async (assert: TradingAssert) => {
    await trading.assertSoundBooks(assert)
    const sheet = await sheetOf(trading.realm)
    assert.containSubset(sheet, SOUND)
    assert.deepEqual(
      sheet.boundaries.filter(({ solvent }: AnyData) => solvent !== true),
      []
    )
  }
  interface TradingAssert {
    deepEqual(actual: unknown, expected: unknown): void
    containSubset(actual: unknown, expected: unknown): void
  }

  test('what an exchange object gets is in its vault until transferred', async ({ assert }) => {
    const ann = await trading.trader('ann', '1000.00')
    assert.equal(await vaultOf(ann.id), '1000.00')
    const [view] = (await shown()).filter(({ id }) => id === ann.id)
    assert.equal(view!.status, 'Active')
    assert.match(view!.vaultAddress as string, /^0x[0-9a-fA-F]{40}$/)
    await trading.realm.completed(await out(ann, '400.00'))
    assert.equal(await vaultOf(ann.id), '600.00')
    await assertSound(assert)
  })

  test('a profit is paid by the house when it leaves', async ({ assert }) => {
    const bob = await trading.trader('bob', '10000.00')
    accepted(await bob.order({ market: BTC, size: '0.1' }))
    await trading.price(BTC, '66000')
    await trading.tick()
    accepted(await bob.send('POST', `positions/${BTC}/close`, {}))
    assert.equal(await vaultOf(bob.id), '10000.00')
    await assertSound(assert)
    const { availableToWithdraw } = (await bob.state()).marginSummary as AnyData
    assert.isAbove(Number(availableToWithdraw), 10_000)
    await trading.realm.completed(await out(bob, availableToWithdraw as string))
    assert.equal(await vaultOf(bob.id), '0.00')
    await assertSound(assert)
    assert.isNotNull((await sheetOf(trading.realm)).house)
  })

  test('what arrives while a vault is looked at is no gain of the house', async ({ assert }) => {
    const eva = await trading.trader('eva', '1000.00')
    await withSettlementPaused(async () => {
      const id = await out(eva, '100.00')
      const [pending] = await (await app.container.make(PendingMovement)).find([id])
      const keepers = (await app.container.make(ModuleHost)).contributions('vaultKeepers')
      // As it was asked before a deposit of 300.00 came, and after that.
      const owned = [700_000_000n, 1_000_000_000n]
      const asked = { movement: pending!.movement, rail: 'venue' }
      await keepers[0]!.release(asked, () => Promise.resolve(owned.shift() ?? 1_000_000_000n))
      assert.lengthOf(owned, 0)
      await eventually('the amount to leave the vault', async () =>
        (await vaultOf(eva.id)) === '1000.00' ? null : true
      )
      assert.equal(await vaultOf(eva.id), '900.00')
    })
    await until(
      'the account to follow',
      async () => (await eva.state()).marginSummary.totalRawUsd === '900.00'
    )
    await assertSound(assert)
  })

  test('a loss goes to the house when something leaves', async ({ assert }) => {
    const cat = await trading.trader('cat', '10000.00')
    accepted(await cat.order({ market: BTC, size: '0.1' }))
    await trading.price(BTC, '54000')
    await trading.tick()
    accepted(await cat.send('POST', `positions/${BTC}/close`, {}))
    const { availableToWithdraw: left } = (await cat.state()).marginSummary as AnyData
    assert.isBelow(Number(left), 10_000)
    await trading.realm.completed(await out(cat, '100.00'))
    assert.equal(Number(await vaultOf(cat.id)), Number((Number(left) - 100).toFixed(6)))
    await assertSound(assert)
  })

  test('many at once end as one after the other would', async ({ assert }) => {
    const dan = await trading.trader('dan', '1000.00')
    const moves = await Promise.all([
      ...['100', '200', '300'].map((amount) => out(dan, amount)),
      ...['10', '20', '30'].map(async (amount) => {
        return accepted(await dan.move('/cash/dan', dan.path, amount)).operation.id as string
      }),
    ])
    for (const id of moves) await trading.realm.completed(id)
    assert.equal(await vaultOf(dan.id), '460.00')
    await assertSound(assert)
  })

  test('what is on its way out is no margin, and no loss reaches it', async ({ assert }) => {
    const eve = await trading.trader('eve', '10000.00')
    accepted(await eve.order({ market: BTC, size: '0.5' }))
    const leaving = await standstill(async () => {
      const id = await out(eve, '6000.00')
      await until('the reservation', async () => {
        const { equity } = (await eve.state()).marginSummary as AnyData
        return Number(equity) < 5000
      })
      assert.equal(await stateOf(id), 'pending')
      // Worth less than nothing now: liquidated, and the house covers what is missing.
      await trading.price(BTC, '48000')
      await trading.tick()
      assert.isNull(await eve.position(BTC))
      return id
    })
    await trading.realm.completed(leaving)
    await assertSound(assert)
  })

  test('value of another boundary has to cross over first', async ({ assert }) => {
    await zoneOf(trading.realm, '/zone')
    await trading.realm.account('/zone/cash', '100.00')
    const { id } = await trading.realm.object('/zone/ex', { type: 'exchange' })
    const zoe = new Trader(trading, id, '/zone/ex')
    const { status, error } = await zoe.move('/cash/ann', zoe.path, '1.00')
    assert.equal(`${status} ${error?.code}`, '400 VALIDATION_ERROR')
    const inside = accepted(await zoe.move('/zone/cash', zoe.path, '40.00'))
    await trading.realm.completed(inside.operation.id)
    assert.equal(await vaultOf(id), '40.00')
    await assertSound(assert)
  })

  test('a deposit into an exchange object ends in its vault', async ({ assert }) => {
    const { id } = await trading.realm.object('/traders/fay', { type: 'exchange' })
    await trading.realm.fund('/traders/fay', '25.00')
    assert.equal(await vaultOf(id), '25.00')
    await assertSound(assert)
  })

  test('a database that was restored without a vault’s result halts, says so, and counts it as its own once it has caught up', async ({
    assert,
    cleanup,
  }) => {
    const kim = await trading.trader('kim', '10000.00')
    accepted(await kim.order({ market: BTC, size: '0.1' }))
    await trading.price(BTC, '66000')
    await trading.tick()
    accepted(await kim.send('POST', `positions/${BTC}/close`, {}))
    const { availableToWithdraw } = (await kim.state()).marginSummary as AnyData
    await trading.realm.completed(await out(kim, availableToWithdraw as string))
    const { chainId } = await chainOfApp()
    const pool = (await poolOf(trading.realm)) as Address
    const database = await app.container.make(Database)
    const events = await EVENTS.all(
      database,
      `WHERE chain_id = ? AND pool = ? AND name = 'VaultSettled' ORDER BY seq DESC LIMIT 1`,
      [chainId, pool]
    )
    const result = { ...events[0]!, realmId: trading.id }
    const { transactionHash: hash } = result
    const [theft, halts] = [
      await app.container.make(HaltOnTheft),
      await app.container.make(RealmHalts),
    ]
    const seen = async () => {
      await theft.onSeenPage([result])
      halts.forget()
      return halts.of(trading.id)
    }
    assert.isNull(await seen())

    // As a backup from before the result has it, and as its binary log brings it back.
    const lost: Hex = `0x${'f'.repeat(64)}`
    const name = (known: Hex, as: Hex) =>
      writeRows`UPDATE custody_attempts SET tx_hash = ${as} WHERE tx_hash = ${known}`
    cleanup(async () => void (await halts.clear(trading.id, 'test')))
    await name(hash, lost)
    const halt = (await seen())!
    assert.containSubset(halt, { type: 'all_flows', by: 'theft' })
    assert.include(halt.reason, hash)
    assert.include(halt.reason, 'the database is older than the chain')
    const byOthers = await app.container.make(SettledByOthers)
    const foreign = await app.container.make(ForeignSettlementStore)
    const gains = () => foreign.gains(database, pool)
    await database.transaction((session) => byOthers.note(session, [result]))
    assert.equal((await gains()).size, 2, 'of the boundary and the house')
    await name(lost, hash)
    await halts.clear(trading.id, 'test')
    assert.isNull(await seen())
    assert.equal((await gains()).size, 0, 'nobody is asked to take it back')
    await assertSound(assert)
  })

  test('a deleted object leaves its vault empty', async ({ assert }) => {
    const gil = await trading.trader('gil', '1000.00')
    accepted(await gil.order({ market: BTC, size: '0.05' }))
    await trading.price(BTC, '57000')
    await trading.tick()
    const deleted = await trading.realm.post('/objects/delete', {
      path: gil.path,
      sweepToPath: '/cash/gil',
      liquidatePositions: true,
    })
    await trading.realm.completed(accepted(deleted).operation.id)
    await assertSound(assert)
    await until('the vault to come home', async () => {
      return (await vaultOf(gil.id)) === '0.00'
    })
    await assertSound(assert)
  })

  test('a freeze on the way gives everything back', async ({ assert }) => {
    const holder = await Holder.appear()
    const boundaryId = await zoneOf(trading.realm, '/frozen')
    await giveKey(trading.realm, boundaryId, holder)
    await trading.realm.account('/frozen/cash', '100.00')
    const { id } = await trading.realm.object('/frozen/ex', { type: 'exchange' })
    const hal = new Trader(trading, id, '/frozen/ex')
    await trading.realm.completed(
      accepted(await hal.move('/frozen/cash', hal.path, '50.00')).operation.id
    )
    const pool = await poolOf(trading.realm)
    const chain = await chainOfApp()
    const { lane } = chain
    const submit = lane.submit.bind(lane)
    // Nothing reaches the node until the boundary is locked.
    let open!: () => void
    const locked = new Promise<void>((resolve) => {
      open = resolve
    })
    lane.submit = async (intent) => {
      await locked
      return submit(intent)
    }
    const moved = accepted(await hal.move(hal.path, '/frozen/cash', '20.00')).operation.id
    await holder.lock(pool, boundaryId)
    open()
    lane.submit = submit
    const ended = await eventually('the end', async () => {
      const state = await stateOf(moved as string)
      return state === 'pending' ? null : state
    })
    assert.equal(ended, 'failed')
    await holder.unlock(pool, boundaryId)
    await until('all of it to be there again', async () => {
      const { availableToWithdraw } = (await hal.state()).marginSummary as AnyData
      return Number(availableToWithdraw) === 50
    })
    await assertSound(assert)
  })
})
