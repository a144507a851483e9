import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { PollRail } from '#modules/ledger/services/poll_rail'
import { StartOnRail } from '#modules/ledger/services/start_on_rail'
import type { Hex } from '#modules/custody/core/chain_types'
import { QUEUES } from '#modules/custody/core/queue_names'
import { BatchStore } from '#modules/custody/storage/batch_store'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { SendBatches } from '#modules/custody/services/send_batches'
import { SettlementStore } from '#modules/custody/storage/settlement_store'
import { accepted, eventually, pluck, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows } from '#tests/support/rows'
import { sendAs } from './support/direct_node.ts'
import { SettlementWorld, checkBooks } from './support/settlement_world.ts'
import { chainOfApp } from './support/process.ts'

test.group('custody | settlement faults', (group) => {
  let world: SettlementWorld

  group.each.setup(async () => {
    world = await SettlementWorld.open()
  })

  group.teardown(checkBooks)

  const stateOf = async (operationId: string) => {
    const [row] = await world.database.read<{ state: string; batch_id: string | null }>(
      'SELECT state, batch_id FROM custody_settlements WHERE operation_id = ?',
      [operationId]
    )
    return row ?? null
  }

  test('a batch that reverts as a whole is sent anew, and settles once', async ({ assert }) => {
    // Registers the boundary, which the operator could not do afterwards.
    await world.ended((await world.send({ amount: '1' })).data.operation.id)
    await world.allowSettling(false)
    const { id } = (await world.send({ amount: '2' })).data.operation
    const failed = await eventually('the batch to fail', async () => {
      const rows = await world.database.read(
        `SELECT 1 FROM custody_failed_items WHERE operation_id = ?`,
        [id]
      )
      return rows.length > 0 ? true : null
    })
    assert.isTrue(failed)
    assert.equal((await world.operation(id)).state, 'pending')
    await world.allowSettling(true)
    assert.equal((await world.ended(id)).state, 'completed')
    assert.equal((await world.onChain())[1], 2_900_000n)
    const { data } = await world.realm.evidence(id)
    const statuses = data.evidence.journal.chainTransactions.map(
      ({ status }: { status: string }) => status
    )
    assert.include(statuses, 'failed')
  })

  test('a time lock that came after the hold is a final refusal', async ({ assert }) => {
    await world.ended((await world.send()).data.operation.id)
    const { gateway } = await chainOfApp()
    await world.act('lock', 'setTimeLock', [gateway.idHash(world.home), 3600n])
    const order = world.order(1n)
    await world.queue([order])
    const outcome = await world.outcome(order.operationId)
    assert.containSubset(outcome, { state: 'rejected', reason: 'TimeLocked', amount: null })
    assert.equal(outcome.proof.type, 'chain_rejection')
    assert.equal((await stateOf(order.operationId))?.state, 'rejected')
  })

  test('jobs that come twice, late and all at once settle a transfer once', async ({ assert }) => {
    const startOnRail = await app.container.make(StartOnRail)
    const pollRail = await app.container.make(PollRail)
    const { id } = (await world.send()).data.operation
    await Promise.all([
      ...Array.from({ length: 4 }, () => startOnRail.run(id)),
      ...Array.from({ length: 4 }, () => pollRail.run(id, 'chain')),
    ])
    assert.equal((await world.ended(id)).state, 'completed')
    await startOnRail.run(id)
    assert.equal(await pollRail.run(id, 'chain'), 'ended')
    assert.equal((await world.onChain())[1], 950_000n)
    const rows = await world.database.read('SELECT 1 FROM custody_settlements WHERE realm_id = ?', [
      world.realm.id,
    ])
    assert.lengthOf(rows, 1)
  })

  test('two workers send the same queue, and every item is in one batch', async ({ assert }) => {
    const sendBatches = await app.container.make(SendBatches)
    const sent = await Promise.all(Array.from({ length: 40 }, () => world.send({ amount: '0.10' })))
    await Promise.all([sendBatches.run(), sendBatches.run(), sendBatches.run()])
    for (const { data } of sent) {
      assert.equal((await world.ended(data.operation.id)).state, 'completed')
    }
    assert.equal((await world.onChain())[1], 2_000_000n)
    const skipped = await world.database.read(
      `SELECT 1 FROM custody_events WHERE pool = ? AND name = 'Skipped'`,
      [await world.pool()]
    )
    assert.lengthOf(skipped, 0)
  })

  test('a batch whose worker died before its nonce is sent by the next', async ({ assert }) => {
    await world.ended((await world.send({ amount: '1' })).data.operation.id)
    const sendBatches = await app.container.make(SendBatches)
    const settlements = await app.container.make(SettlementStore)
    const batches = await app.container.make(BatchStore)
    const order = world.order(5n)
    await world.database.transaction(async (session) => {
      await settlements.add(session, world.realm.id, [order])
      const items = await settlements.lockQueued(session, world.realm.id, 10)
      await batches.create(session, world.realm.id, items)
    })
    await sendBatches.run()
    assert.equal((await world.outcome(order.operationId)).amount, 5n)
  })

  test('evidence names the transaction that moved the money, also one that is forgotten', async ({
    assert,
    cleanup,
  }) => {
    await world.ended((await world.send({ amount: '1' })).data.operation.id)
    const forgotten: Hex = `0x${randomBytes(20).toString('hex')}`
    await world.act('forgotten', 'setSettler', [forgotten, true])
    const release = await holdQueues(QUEUES.settle, QUEUES.index)
    cleanup(release)
    const { id } = (await world.send({ amount: '2' })).data.operation
    const { opSeq } = await eventually('its number', async () => {
      const [row] = await readRows<{ opSeq: string }>`
        SELECT op_seq AS opSeq FROM custody_settlements WHERE operation_id = ${id}`
      return row ?? null
    })
    // A backup does not know what was signed after it: the number is used before its batch is signed anew.
    const { gateway } = world.chain
    const [opId, fromId, toId] = [id, world.home, world.zone].map((each) => gateway.idHash(each))
    const item = [BigInt(opSeq), opId!, fromId!, toId!, 1_950_000n]
    const data = gateway.encode('RealmCustody', 'crossTransfer', [item])
    const node = world.chain.settings.rpcUrls[0]!
    const hash = (await sendAs(node, forgotten, await world.pool(), data)) as string
    await (await app.container.make(SendBatches)).run()
    await release()
    assert.equal((await world.ended(id)).state, 'completed')
    const shown = await eventually('the batch to be looked at', async () => {
      const { journal } = accepted(await world.realm.evidence(id)).evidence
      const found: { status: string; txHash: string }[] = journal.chainTransactions
      const { externalRef } = journal.proofs[0] as { externalRef: string }
      return found.some(({ status }) => status === 'pending') ? null : { found, externalRef }
    })
    assert.sameMembers(pluck(shown.found, 'status'), ['confirmed', 'failed'])
    assert.equal(shown.found.find(({ status }) => status === 'confirmed')!.txHash, hash)
    assert.include(shown.externalRef, hash)
    assert.equal((await world.onChain())[1], 2_900_000n)
  })

  test('a number that stands for another operation halts the realm', async ({ assert }) => {
    const { gateway } = await chainOfApp()
    await world.ended((await world.send({ amount: '1' })).data.operation.id)
    // As a database that was restored from a backup: the chain has gone on without it.
    const { operationId, fromBoundaryId, toBoundaryId, amount } = world.order(7n)
    const ids = { opId: gateway.idHash(operationId), fromId: gateway.idHash(fromBoundaryId) }
    const item = { opSeq: 2n, ...ids, toId: gateway.idHash(toBoundaryId), amount }
    await world.act('foreign', 'crossTransfer', [item])
    const halts = await app.container.make(RealmHalts)
    const halt = await eventually('the halt', () => halts.of(world.realm.id))
    assert.equal(halt.type, 'all_flows')
    assert.match(halt.reason, /number 2/)
    await until('requests to be refused', async () => (await world.send()).status >= 400)
  })
})
