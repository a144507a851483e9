import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { QUEUES } from '#modules/custody/core/queue_names'
import { SettlementStore } from '#modules/custody/storage/settlement_store'
import { until, type OperationView } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows } from '#tests/support/rows'
import { SettlementWorld, checkBooks } from './support/settlement_world.ts'

test.group('custody | settlement', (group) => {
  let world: SettlementWorld

  group.each.setup(async () => {
    world = await SettlementWorld.open()
  })

  group.teardown(checkBooks)

  test('a transfer across boundaries is held, settles on chain, then moves', async ({ assert }) => {
    const opened = await world.send({ amount: '4' })
    assert.equal(opened.status, 201)
    const { operation } = opened.data
    assert.equal(operation.state, 'pending')
    assert.equal((await world.ended(operation.id)).state, 'completed')
    assert.equal(await world.settled('/bob'), '6.00')
    assert.equal(await world.settled('/zone/ann'), '3.95')
    const [home, zone] = await world.onChain()
    assert.equal(home, 6_050_000n)
    assert.equal(zone, 3_950_000n)
  })

  test('the proof names the event of the chain, evidence its transaction', async ({ assert }) => {
    const { id } = (await world.send()).data.operation
    await world.ended(id)
    const { data } = await world.realm.evidence(id)
    const [proof] = data.evidence.journal.proofs
    const [transaction] = data.evidence.journal.chainTransactions
    assert.equal(proof.proofType, 'chain_transfer')
    assert.match(proof.externalRef, /^31337:0x[0-9a-f]{64}:\d+$/)
    assert.include(proof.externalRef, transaction.txHash)
    assert.containSubset(transaction, {
      realmId: world.realm.id,
      operationId: id,
      chain: 'eip155:31337',
      direction: 'internal',
    })
    assert.include(['pending', 'confirmed'], transaction.status)
  })

  test('a transfer inside a boundary needs no chain', async ({ assert }) => {
    const opened = await world.send({ targetObjectPath: '/carol' })
    assert.equal(opened.data.operation.state, 'completed')
  })

  test('what a boundary lacks on the chain fails, and the hold ends', async ({ assert }) => {
    const settlements = await app.container.make(SettlementStore)
    // Numbered before the transfer, and not visible to a worker before that is accepted.
    const opened = await world.database.transaction(async (session) => {
      await settlements.add(session, world.realm.id, [world.order(9_000_000n)])
      return world.send({ amount: '4' })
    })
    const failed = await world.ended(opened.data.operation.id)
    assert.equal(failed.state, 'failed')
    assert.equal(
      failed.failureMessage,
      'The custody boundary of the source holds less on the chain than the amount.'
    )
    assert.equal(await world.settled('/bob'), '10.00')
    assert.equal(await world.departing('/bob'), '0.00')
  })

  test('the same request again gets the first answer, and settles once', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const replies = await Promise.all(Array.from({ length: 6 }, () => world.send({ path })))
    const ids = new Set(replies.map(({ data }) => data.operation.id))
    assert.lengthOf([...ids], 1)
    await world.ended([...ids][0]!)
    assert.equal((await world.onChain())[1], 950_000n)
  })

  test('500 transfers are few transactions, without a gap', async ({ assert, cleanup }) => {
    await world.realm.fund('/bob', '1000')
    // Nothing is sent before everything is there: how it is packed must not depend on who is faster.
    const release = await holdQueues(QUEUES.settle)
    cleanup(release)
    const reply = await world.realm.post<{ results: { operation: OperationView }[] }>(
      '/transfers/bulk',
      {
        mode: 'independent',
        transfers: Array.from({ length: 500 }, () => world.transfer({ amount: '1' })),
      }
    )
    assert.equal(reply.status, 201)
    await until('all transfers to be numbered', async () => {
      const numbered =
        await readRows`SELECT 1 FROM custody_settlements WHERE realm_id = ${world.realm.id}`
      return numbered.length === 500
    })
    await release()
    await until('all transfers to complete', async () => {
      const { data } = await world.realm.get('/summary')
      return data.pendingOperationCount === 0
    })
    assert.equal(await world.settled('/zone/ann'), '475.00')
    const rows = await readRows`SELECT op_seq, state, batch_id FROM custody_settlements
          WHERE realm_id = ${world.realm.id} ORDER BY op_seq`
    assert.deepEqual(
      rows.map((row) => Number(row.op_seq)),
      Array.from({ length: 500 }, (_, index) => index + 1)
    )
    assert.isTrue(rows.every(({ state }) => state === 'executed'))
    assert.isAtMost(new Set(rows.map((row) => row.batch_id)).size, 10)
  })
})
