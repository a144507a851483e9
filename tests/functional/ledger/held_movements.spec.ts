import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ServiceError } from '#app/http/errors/service_error'
import { booksAreSound } from '#tests/support/sound_books'
import { PollRail } from '#modules/ledger/services/poll_rail'
import { StartOnRail } from '#modules/ledger/services/start_on_rail'
import { TestRealm, accepted, eventually, until, pluck, atOnce } from '#tests/support/client'
import { ScriptedRail, delivered } from '#tests/support/scripted_rail'
import { readRows } from '#tests/support/rows'

const RAIL = 'held'

test.group('ledger | held movements', (group) => {
  let rail: ScriptedRail
  let realm: TestRealm
  let alice: string
  let bob: string

  group.setup(async () => {
    rail = await ScriptedRail.load(RAIL)
  })

  group.each.setup(async () => {
    realm = await TestRealm.open()
    alice = (await realm.account('/alice', '10')).id
    bob = (await realm.object('/bob')).id
    rail.carryFor(realm.id)
  })

  group.teardown(async () => {
    await booksAreSound(realm)
  })

  const send = (more: Record<string, unknown> = {}) => realm.move('/alice', '/bob', '4', more)

  const owed = async (operationId: string) => {
    return readRows`SELECT queue FROM outbox WHERE payload LIKE ${`%${operationId}%`}
        ORDER BY queue`
  }

  /** The settlement job has run and left the movement to its confirmation. */
  const following = (operationId: string) =>
    eventually('the movement to wait for its confirmation', async () => {
      const jobs = await owed(operationId)
      return jobs.length === 1 && jobs[0]!.queue === 'confirmation' ? true : null
    })

  test('a transfer is held until its rail delivers, then moves with proof', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const reply = await send({ path })
    assert.equal(reply.status, 201)
    const { operation, fee } = reply.data
    assert.equal(operation.state, 'pending')
    assert.deepEqual(fee, { amount: '0.05', denomination: 'USD' })
    assert.deepEqual(await realm.balance(alice), {
      settled: '6.00',
      arriving: '0.00',
      departing: '4.00',
    })
    assert.deepEqual(await realm.balance(bob), {
      settled: '0.00',
      arriving: '3.95',
      departing: '0.00',
    })

    await following(operation.id)
    rail.script(path, { poll: delivered(operation.id) })
    const ended = await realm.completed(operation.id)
    assert.containSubset(JSON.parse(ended.outcome), {
      status: 'completed',
      sourceNewBalance: '6.00',
      targetNewBalance: '3.95',
    })
    assert.deepEqual(await realm.balance(alice), {
      settled: '6.00',
      arriving: '0.00',
      departing: '0.00',
    })
    assert.deepEqual(await realm.balance(bob), {
      settled: '3.95',
      arriving: '0.00',
      departing: '0.00',
    })
    const { data } = await realm.evidence(operation.id)
    assert.isEmpty(data.events)
    assert.deepEqual(pluck(data.evidence.journal.entries, 'status'), ['pending', 'committed'])
    assert.lengthOf(data.evidence.journal.legs, 3)
    assert.containSubset(data.evidence.journal.proofs, [
      { proofType: 'scripted', externalRef: operation.id },
    ])
    const asked = rail.started.filter(({ operationPath }) => operationPath === path)
    // A rail is asked again where its job was taken for lost; the books show whether that did anything.
    assert.isNotEmpty(asked)
    assert.equal(asked[0]!.amount - asked[0]!.fee, 3_950_000n)
    assert.equal(asked[0]!.operationId, operation.id)
  })

  test('a refusal, at once or later, gives everything back and says why')
    .with(['start', 'poll'] as const)
    .run(async ({ assert }, step) => {
      const path = `/op/${randomUUID()}`
      const failureMessage = 'The other side is closed.'
      rail.script(path, { [step]: { state: 'refused', failureMessage } })
      const { operation } = accepted(await send({ path }))
      assert.containSubset(await realm.ended(operation.id), { state: 'failed', failureMessage })
      assert.deepEqual(await realm.balance(alice), {
        settled: '10.00',
        arriving: '0.00',
        departing: '0.00',
      })
      const { data } = await realm.client.get(`/api/v1/operations/${operation.id}`)
      assert.deepEqual(pluck(data.events, 'type'), ['operation.failed'])
      const again = await send({ path })
      assert.equal(again.status, 201)
      assert.equal(again.data.operation.state, 'failed', 'expected the stored failure')
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
    })

  test('a rail that lets a movement expire gives everything back', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const failureMessage = 'Nobody signed in time.'
    rail.script(path, { poll: { state: 'refused', as: 'expired', failureMessage } })
    const { operation } = accepted(await send({ path }))
    const ended = await realm.ended(operation.id)
    assert.deepEqual([ended.state, ended.failureMessage], ['expired', failureMessage])
    assert.equal((await realm.balance(alice)).departing, '0.00')
    const { data } = await realm.client.get(`/api/v1/operations/${operation.id}`)
    assert.equal(data.events[0].type, 'operation.expired')
  })

  test('a rail that throws has refused nothing: it is asked again', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    rail.script(path, { start: new Error('no connection') })
    const { operation } = accepted(await send({ path }))
    await until('the rail to be asked', () =>
      rail.started.some(({ operationPath }) => operationPath === path)
    )
    assert.equal((await realm.balance(alice)).departing, '4.00')
    rail.script(path, { start: delivered(operation.id) })
    await realm.completed(operation.id)
    assert.equal(await realm.settled(bob), '3.95')
  })

  test('jobs that come twice, together or late change nothing', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const { operation } = accepted(await send({ path }))
    await following(operation.id)
    const startOnRail = await app.container.make(StartOnRail)
    const pollRail = await app.container.make(PollRail)
    await Promise.all(Array.from({ length: 10 }, () => startOnRail.run(operation.id)))
    assert.lengthOf(await owed(operation.id), 1, 'expected one confirmation, whoever asks for it')

    rail.script(path, { start: delivered(operation.id), poll: delivered(operation.id) })
    const runs = Array.from({ length: 10 }, (_, turn) =>
      turn % 2 === 0 ? startOnRail.run(operation.id) : pollRail.run(operation.id, RAIL)
    )
    await Promise.all(runs)
    await startOnRail.run(operation.id)
    await pollRail.run(operation.id, RAIL)
    assert.deepEqual(await realm.balance(bob), {
      settled: '3.95',
      arriving: '0.00',
      departing: '0.00',
    })
    const { data } = await realm.evidence(operation.id)
    assert.lengthOf(data.evidence.journal.entries, 2)
  })

  test('a job of an operation nobody knows ends quietly', async ({ assert }) => {
    await (await app.container.make(StartOnRail)).run('op_none')
    assert.equal(await (await app.container.make(PollRail)).run('op_none', 'no rail'), 'ended')
  })

  test('a rail that is no longer loaded leaves its movement pending', async ({ assert }) => {
    const { operation } = accepted(await send())
    await following(operation.id)
    const pollRail = await app.container.make(PollRail)
    await assert.rejects(() => pollRail.run(operation.id, 'taken_out'), /taken_out/)
    assert.equal((await realm.balance(alice)).departing, '4.00')
  })

  test('of 50 at once that would spend the same, the covered are accepted', async ({ assert }) => {
    const replies = await atOnce(50, (index) =>
      index % 2 === 0 ? send({ amount: '1' }) : realm.withdraw('/alice', '1')
    )
    const taken = replies.filter(({ status }) => status === 201)
    const refused = replies.filter(({ status }) => status !== 201)
    assert.lengthOf(taken, 10)
    for (const { status, error } of refused) {
      assert.equal(status, 400)
      assert.equal(error.code, 'INSUFFICIENT_BALANCE')
    }
    assert.deepEqual(await realm.balance(alice), {
      settled: '0.00',
      arriving: '0.00',
      departing: '10.00',
    })
  })

  test('a used path answers what is stored, whatever guard or rail say now', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    await realm.object('/quick/carol')
    const quick = { path, targetObjectPath: '/quick/carol', amount: '1' }
    accepted(await send(quick))
    const withdrawal = {
      realmId: realm.id,
      objectPath: '/alice',
      amount: '1',
      path: `/op/${randomUUID()}`,
    }
    accepted(await realm.client.post('/api/v1/defund-account', withdrawal))
    const deposit = { ...withdrawal, path: `/op/${randomUUID()}` }
    accepted(await realm.client.post('/api/v1/fund-account', deposit))
    rail.guarded.set(realm.id, new ServiceError('CONFLICT', { message: 'Frozen.' }))
    for (const request of [
      send(quick),
      realm.client.post('/api/v1/defund-account', withdrawal),
      realm.client.post('/api/v1/fund-account', deposit),
    ]) {
      const reply = await request
      assert.equal(reply.status, 201)
      assert.equal(reply.headers.get('idempotent-replayed'), 'true')
    }
    assert.equal((await send({ ...quick, amount: '2' })).error.code, 'IDEMPOTENCY_VIOLATION')
    for (const request of [
      send({ ...quick, path: `/op/${randomUUID()}` }),
      realm.client.post('/api/v1/defund-account', { ...withdrawal, path: '/op/fresh/w' }),
      realm.client.post('/api/v1/fund-account', { ...deposit, path: '/op/fresh/d' }),
    ]) {
      const reply = await request
      assert.equal(reply.status, 409)
      assert.match(reply.error.message, /^Frozen\. /)
    }
  })

  test('a withdrawal tells its rail where to, and shows its transaction', async ({ assert }) => {
    const destinationAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
    const request = {
      realmId: realm.id,
      objectPath: '/alice',
      amount: '4',
      destinationAddress,
      path: `/op/${randomUUID()}`,
    }
    const first = await realm.client.post('/api/v1/defund-account', request)
    const { operation, txHash } = accepted(first)
    assert.isNull(txHash)
    await following(operation.id)
    const asked = rail.started.find(({ operationId }) => operationId === operation.id)!
    assert.containSubset(asked, { destinationAddress, target: null })
    rail.transactions.push({
      id: 'ctx_1',
      realmId: realm.id,
      operationId: operation.id,
      txHash: '0xabc',
      chain: '31337',
      direction: 'outbound',
      status: 'pending',
      confirmations: 0,
      createdAt: '2030-01-01T00:00:00.000000Z',
      updatedAt: '2030-01-01T00:00:00.000000Z',
    })
    const lower = { ...request, destinationAddress: destinationAddress.toLowerCase() }
    const again = await realm.client.post('/api/v1/defund-account', lower)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.data.txHash, '0xabc')

    const failureMessage = 'The address takes no money.'
    rail.script(request.path, { poll: { state: 'refused', failureMessage } })
    assert.equal((await realm.ended(operation.id)).failureMessage, failureMessage)
    const { data } = await realm.client.get(`/api/v1/operations/${operation.id}`)
    assert.deepEqual(pluck(data.events, 'type'), ['operation.failed', 'withdrawal.failed'])
    assert.deepEqual(data.context, {
      type: 'withdrawal',
      withdrawal: {
        amount: '4.00',
        denomination: 'USD',
        sourceObjectPath: '/alice',
        targetObjectPath: null,
        destinationAddress,
      },
    })
    assert.equal(await realm.settled(alice), '10.00')
  })

  test('a bulk takes held transfers each for itself, and not all or none', async ({ assert }) => {
    await realm.object('/quick/carol')
    const entry = (targetObjectPath: string) => ({
      path: `/op/${randomUUID()}`,
      sourceObjectPath: '/alice',
      targetObjectPath,
      amount: '1',
    })
    const bulk = (mode: string) =>
      realm.post('/transfers/bulk', { mode, transfers: [entry('/quick/carol'), entry('/bob')] })
    const atomic = await bulk('atomic')
    assert.equal(atomic.status, 400)
    assert.equal(atomic.error.details!.index, 1)
    assert.equal(atomic.error.details!.fields![0]!.field, 'transfers.1.targetObjectPath')
    assert.equal(await realm.settled(alice), '10.00')
    const independent = accepted(await bulk('independent'))
    assert.deepEqual(pluck(independent.results, 'status'), ['completed', 'pending'])
  })

  test('a dry run of a held transfer is pending and holds nothing', async ({ assert }) => {
    const reply = await send({ dryRun: true })
    assert.equal(reply.status, 200)
    assert.equal(reply.data.operation.state, 'pending')
    assert.equal(await realm.settled(alice), '10.00')
  })
})
