import ace from '@adonisjs/core/services/ace'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { GiveUpMovement } from '#modules/ledger/services/give_up_movement'
import { VoidSettlements } from '#modules/custody/services/void_settlements'
import { accepted, until } from '#tests/support/client'
import { SettlementWorld, checkBooks } from './support/settlement_world.ts'

const VOID = 'custody:void-transfer'

test.group('custody | giving a transfer up', (group) => {
  let world: SettlementWorld

  group.each.setup(async () => {
    world = await SettlementWorld.open()
    // Registers the boundary, which the operator could not do while it is not allowed to.
    await world.ended((await world.send({ amount: '1' })).data.operation.id)
  })

  group.teardown(checkBooks)

  const stuck = async (more: Record<string, unknown> = {}) => {
    await world.allowSettling(false)
    return (await world.send(more)).data.operation
  }

  const voidsOf = (operationId: string) =>
    world.database.read<{ state: string }>(
      'SELECT state FROM custody_voids WHERE operation_id = ?',
      [operationId]
    )

  const giveUp = async (operationId: string) =>
    (await app.container.make(GiveUpMovement)).run(operationId)

  test('the hold ends once the number is rejected on chain, not before', async ({ assert }) => {
    const { id } = await stuck({ amount: '4' })
    assert.equal(await giveUp(id), 'asked')
    assert.equal(await giveUp(id), 'asked')
    assert.equal((await world.operation(id)).state, 'pending')
    assert.equal(await world.departing('/bob'), '4.00')
    await world.allowSettling(true)
    const ended = await world.ended(id)
    const before = await world.onChain()
    // A batch may have been the first to be mined: both ends are right, and they agree.
    if (ended.state === 'failed') {
      assert.equal(ended.failureMessage, 'It was cancelled before it was executed.')
      assert.equal(before[1], 950_000n)
    } else assert.equal(before[1], 4_900_000n)
    assert.equal(await world.departing('/bob'), '0.00')
    await until('the void to end', async () => {
      const [row] = await voidsOf(id)
      return row?.state === 'ended'
    })
    assert.equal(await giveUp(id), 'ended')
  })

  test('one without a number yet is rejected under it, and never queued', async ({ assert }) => {
    const voids = await app.container.make(VoidSettlements)
    const order = world.order(5n)
    await voids.ask(order)
    // A settlement job that was late.
    await world.queue([order])
    const outcome = await world.outcome(order.operationId)
    assert.containSubset(outcome, { state: 'rejected', reason: 'Voided', amount: null })
    const rows = await world.database.read(
      'SELECT state, batch_id FROM custody_settlements WHERE operation_id = ?',
      [order.operationId]
    )
    assert.deepEqual(rows, [{ state: 'rejected', batch_id: null }])
  })

  test('racing the batch that executes it, operation and chain agree', async ({ assert }) => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => world.send({ amount: '0.10' })))
    const ids = sent.map(({ data }) => data.operation.id)
    await Promise.all(ids.map(giveUp))
    const ends = await Promise.all(ids.map((id) => world.ended(id)))
    const executed = ends.filter(({ state }) => state === 'completed').length
    assert.isTrue(ends.every(({ state }) => ['completed', 'failed'].includes(state)))
    assert.equal((await world.onChain())[1], 950_000n + BigInt(executed) * 50_000n)
    assert.equal(await world.departing('/bob'), '0.00')
    const rows = await world.database.read<{ group_id: string }>(
      'SELECT DISTINCT group_id FROM custody_voids WHERE operation_id IN (?)',
      [ids]
    )
    assert.isBelow(rows.length, ids.length)
  })

  test('the command waits for the end and says which it was', async ({ assert }) => {
    const { id } = await stuck({ amount: '4' })
    const running = ace.exec(VOID, [id, '--wait=120'])
    await until('the void to be stored', async () => (await voidsOf(id))[0])
    await world.allowSettling(true)
    const { exitCode } = await running
    assert.equal(exitCode, (await world.operation(id)).state === 'failed' ? 0 : 1)
    // Again it only looks.
    assert.equal((await ace.exec(VOID, [id])).exitCode, exitCode)
  })

  test('the command refuses what it does not know or cannot take back', async ({ assert }) => {
    assert.equal((await ace.exec(VOID, ['op_none'])).exitCode, 1)
    const inside = (await world.send({ targetObjectPath: '/carol' })).data.operation
    assert.equal((await ace.exec(VOID, [inside.id])).exitCode, 1)
    assert.lengthOf(await voidsOf(inside.id), 0)
  })

  test('a deletion that is given up leaves its object active', async ({ assert }) => {
    await world.allowSettling(false)
    const { object, operation } = accepted(
      await world.realm.post('/objects/delete', { path: '/bob', sweepToPath: '/zone/ann' })
    )
    await giveUp(operation.id)
    await world.allowSettling(true)
    const { state } = await world.ended(operation.id)
    const now = accepted(await world.realm.client.get(`/api/v1/objects/${object.id}`))
    assert.equal(now.object.status, state === 'failed' ? 'active' : 'deleted')
  })
})
