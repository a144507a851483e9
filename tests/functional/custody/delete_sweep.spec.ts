import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { parseUsd } from '#app/money/usd'
import { ArrivedDeposits } from '#modules/ledger/services/arrived_deposits'
import { SettlementStore } from '#modules/custody/storage/settlement_store'
import { accepted, eventually } from '#tests/support/client'
import { SettlementWorld, checkBooks } from './support/settlement_world.ts'
import { chainOfApp } from './support/process.ts'

test.group('custody | deletion with a sweep across boundaries', (group) => {
  let world: SettlementWorld

  group.each.setup(async () => {
    world = await SettlementWorld.open()
  })

  group.teardown(checkBooks)

  const remove = (path: string, sweepToPath: string) =>
    world.realm.post('/objects/delete', { path, sweepToPath })

  const statusOf = async (objectId: string) =>
    accepted(await world.realm.client.get(`/api/v1/objects/${objectId}`)).object.status

  test('it is held, settles on the chain, and then the object is gone', async ({ assert }) => {
    const { status, data } = await remove('/bob', '/zone/ann')
    assert.equal(status, 200)
    assert.deepEqual([data.object.status, data.operation.state], ['deleting', 'pending'])
    const done = await world.ended(data.operation.id)
    assert.equal(done.state, 'completed')
    assert.equal(await statusOf(data.object.id), 'deleted')
    assert.equal(await world.settled('/zone/ann'), '10.00')
    assert.deepEqual(await world.onChain(), [0n, 10_000_000n])
    const { evidence } = accepted(await world.realm.evidence(done.id))
    const [proof] = evidence.journal.proofs
    assert.equal(proof.proofType, 'chain_transfer')
    assert.include(proof.externalRef, evidence.journal.chainTransactions[0].txHash)
    // Its path is free, and its value comes back the same way.
    await world.realm.object('/bob')
    const back = accepted(await remove('/zone/ann', '/bob'))
    assert.equal((await world.ended(back.operation.id)).state, 'completed')
    assert.deepEqual(await world.onChain(), [10_000_000n, 0n])
  })

  test('inside one boundary it ends in the request', async ({ assert }) => {
    const { object, operation } = accepted(await remove('/bob', '/carol'))
    assert.deepEqual([object.status, operation.state], ['deleted', 'completed'])
  })

  test('what the chain refuses for good makes the object active again', async ({ assert }) => {
    await world.ended((await world.send()).data.operation.id)
    const settlements = await app.container.make(SettlementStore)
    // Numbered before, and not visible to a worker before the deletion is accepted.
    const { data } = await world.database.transaction(async (session) => {
      await settlements.add(session, world.realm.id, [world.order(9_000_000n)])
      return remove('/bob', '/zone/ann')
    })
    const failed = await world.ended(data.operation.id)
    assert.equal(failed.state, 'failed')
    assert.equal(
      failed.failureMessage,
      'The custody boundary of the source holds less on the chain than the amount.'
    )
    assert.equal(await statusOf(data.object.id), 'active')
    assert.equal(await world.settled('/bob'), '9.00')
    assert.equal(await world.departing('/bob'), '0.00')
  })

  test('a deletion from a time-locked boundary is refused up front', async ({ assert }) => {
    const { gateway } = await chainOfApp()
    await world.ended((await world.send()).data.operation.id)
    await world.act('lock', 'setTimeLock', [gateway.idHash(world.home), 3600n])
    const refused = await eventually('the refusal', async () => {
      const { status, error } = await remove('/bob', '/zone/ann')
      return status === 400 ? error : null
    })
    assert.containSubset(refused.details!.fields, [{ field: 'sweepToPath', rule: 'no_time_lock' }])
    assert.equal(await world.departing('/bob'), '0.00')
  })

  test('value arriving while the chain settles stays, the sweep books once', async ({ assert }) => {
    await world.ended((await world.send()).data.operation.id)
    const mine = await world.realm.fund('/bob', '1')
    await world.allowSettling(false)
    const { object, operation } = accepted(await remove('/bob', '/zone/ann'))
    const deposits = await app.container.make(ArrivedDeposits)
    await deposits.credit({
      realmId: world.realm.id,
      boundaryId: world.home,
      amount: parseUsd('2'),
      path: `/_system/arrivals/test/${mine.id}`,
      operationId: mine.id,
      answers: false,
      paidAt: null,
      proofs: [{ type: 'scripted', externalRef: `late:${mine.id}` }],
    })
    await world.allowSettling(true)
    const ended = await world.ended(operation.id)
    assert.deepEqual([ended.state, await statusOf(object.id)], ['failed', 'active'])
    assert.equal(await world.settled('/bob'), '2.00')
    assert.equal(await world.settled('/zone/ann'), '10.95')
    assert.deepEqual(await world.onChain(), [50_000n, 10_950_000n])
    world.disturb()
  })
})
