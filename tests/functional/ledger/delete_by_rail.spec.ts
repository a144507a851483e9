import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock, ManualClock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { parseUsd } from '#app/money/usd'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import { ArrivedDeposits } from '#modules/ledger/services/arrived_deposits'
import { FinishDeletion } from '#modules/ledger/services/finish_deletion'
import { GiveUpMovement } from '#modules/ledger/services/give_up_movement'
import { AuditLog } from '#modules/auth/index'
import { Poster } from '#modules/ledger/services/poster/poster'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { Reap } from '#modules/ledger/services/reap'
import { verifyExport } from '#modules/ledger/verifier/verify_export'
import { DeletionReader } from '#modules/ledger/storage/deletion_reader'
import { exportPages } from '#tests/functional/ledger/support/exports'
import { TestRealm, accepted, type AnyData } from '#tests/support/client'
import { ScriptedRail, delivered } from '#tests/support/scripted_rail'
import { booksAreSound } from '#tests/support/sound_books'

const LATE_MS = LEDGER_LIMITS.objectDeletionMs + 60_000
const FIRST = '/op/delete/alice:1'

test.group('ledger | deleting an object whose sweep a rail carries', (group) => {
  const opened: TestRealm[] = []
  let rail: ScriptedRail
  let realm: TestRealm
  let alice: string
  let bob: string

  group.setup(async () => {
    rail = await ScriptedRail.load('sweeps')
  })

  group.each.setup(async () => {
    realm = await TestRealm.open()
    opened.push(realm)
    alice = (await realm.account('/alice', '10')).id
    bob = (await realm.object('/bob')).id
    rail.carryFor(realm.id)
    rail.script(FIRST, {})
  })

  group.teardown(async () => {
    await booksAreSound(...opened)
  })

  const remove = (more: Record<string, unknown> = {}) =>
    realm.remove(alice, { sweepToPath: '/bob', ...more })

  const statusOf = async (objectId: string) =>
    accepted(await realm.client.get(`/api/v1/objects/${objectId}`)).object.status

  const readiness = async () => accepted(await realm.get(`/objects/${alice}/deletion-readiness`))

  test('it is shown as being deleted until its rail has delivered', async ({ assert }) => {
    const { status, data } = await remove()
    assert.equal(status, 200)
    const { object, operation } = data
    assert.equal(operation.path, FIRST)
    assert.deepEqual([object.status, operation.state], ['deleting', 'pending'])
    assert.deepEqual(await realm.balance(bob), {
      settled: '0.00',
      arriving: '10.00',
      departing: '0.00',
    })
    assert.deepEqual((await readiness()).reasons, ['The object is being deleted already.'])

    const again = await remove()
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(again.data.operation.id, operation.id)
    assert.equal((await remove({ sweepToPath: '/fees' })).status, 409)
    const target = await realm.post('/objects/delete', { path: '/bob' })
    assert.equal(target.error.code, 'HELD_OPERATIONS')

    rail.script(FIRST, { poll: delivered(operation.id) })
    assert.equal((await realm.ended(operation.id)).state, 'completed')
    assert.equal(await statusOf(alice), 'deleted')
    assert.equal(await realm.settled(bob), '10.00')
    const detail = accepted(await realm.evidence(operation.id))
    assert.equal(detail.events[0].type, 'object.deleted')
    assert.equal(detail.evidence.journal.proofs[0].externalRef, operation.id)
    const asked = rail.started.filter(({ operationId }) => operationId === operation.id)
    assert.containSubset(asked[0], { type: 'delete', amount: parseUsd('10'), fee: 0n })
    await realm.object('/alice')
  })

  test('a final refusal makes the object active again, with all it held', async ({ assert }) => {
    rail.script(FIRST, { start: { state: 'refused', failureMessage: 'The way is barred.' } })
    const { operation } = accepted(await remove())
    const ended = await realm.ended(operation.id)
    assert.deepEqual([ended.state, ended.failureMessage], ['failed', 'The way is barred.'])
    assert.equal(await statusOf(alice), 'active')
    assert.deepEqual(await realm.balance(alice), {
      settled: '10.00',
      arriving: '0.00',
      departing: '0.00',
    })
    assert.isTrue((await readiness()).ready)
    const second = accepted(await remove())
    assert.equal(second.operation.path, '/op/delete/alice:2')
    rail.script(second.operation.path, { poll: delivered(second.operation.id) })
    assert.equal((await realm.ended(second.operation.id)).state, 'completed')
  })

  test('value arriving under way stays its owner’s, the sweep is booked', async ({ assert }) => {
    const funded = await realm.fund('/bob', '1')
    const mine = await realm.fund('/alice', '1')
    const { operation } = accepted(await remove())
    const deposits = await app.container.make(ArrivedDeposits)
    await deposits.credit({
      realmId: realm.id,
      boundaryId: defaultBoundaryId(realm.id),
      amount: parseUsd('3'),
      path: `/_system/arrivals/test/${mine.id}`,
      operationId: mine.id,
      answers: false,
      paidAt: null,
      proofs: [{ type: 'scripted', externalRef: `late:${funded.id}` }],
    })
    rail.script(FIRST, { poll: delivered(operation.id) })
    const ended = await realm.ended(operation.id)
    assert.equal(ended.state, 'failed')
    assert.match(ended.failureMessage!, /^Value arrived/)
    const detail = accepted(await realm.client.get(`/api/v1/operations/${operation.id}`)).operation
    const outcome = JSON.parse(detail.outcome) as AnyData
    assert.containSubset(outcome, { code: 'DELETE_NOT_EMPTY', swept: { amount: '11.00' } })
    const sweep = accepted(await realm.evidence(outcome.swept.operationId))
    assert.containSubset(sweep.operation, { type: 'adjustment', state: 'completed' })
    assert.equal(sweep.evidence.journal.proofs[0].externalRef, operation.id)
    const pages = await exportPages(realm.client, { realmId: realm.id })
    assert.deepEqual(verifyExport(JSON.stringify(pages)).findings, [])
    assert.equal(await statusOf(alice), 'active')
    assert.equal(await realm.settled(alice), '3.00')
    assert.equal(await realm.settled(bob), '12.00')
  })

  test('a sweep the rail carries at once ends in the request', async ({ assert }) => {
    await realm.object('/quick/carol')
    const { object, operation } = accepted(await remove({ sweepToPath: '/quick/carol' }))
    assert.deepEqual([object.status, operation.state], ['deleted', 'completed'])
  })

  test('what a guard forbids is refused, and nothing is held', async ({ assert }) => {
    rail.guarded.set(realm.id, new ServiceError('CONFLICT', { message: 'Not now.' }))
    const refused = await remove()
    assert.equal(refused.status, 409)
    assert.match(refused.error.message, /^Not now\. /)
    assert.equal((await realm.balance(alice)).departing, '0.00')
    rail.guarded.delete(realm.id)
  })

  test('twenty requests at once begin one deletion', async ({ assert }) => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => remove()))
    const ids = new Set(
      replies.filter(({ status }) => status === 200).map(({ data }) => data.operation.id as string)
    )
    assert.lengthOf([...ids], 1)
    for (const { status, error } of replies) {
      if (status !== 200) assert.include(['CONFLICT', 'HELD_OPERATIONS'], error.code)
    }
    assert.equal((await realm.balance(alice)).departing, '10.00')
  })

  test('after five minutes the rail is asked to give up, and has to say so', async ({ assert }) => {
    const { operation } = accepted(await remove())
    const { container } = app
    const clock = new ManualClock((await container.make(Clock)).nowMicros())
    clock.advanceMs(LATE_MS)
    const reap = new Reap(
      await container.make(DeletionReader),
      await container.make(RealmDirectory),
      await container.make(FinishDeletion),
      await container.make(GiveUpMovement),
      await container.make(Poster),
      await container.make(AuditLog),
      clock
    )
    const given = () => rail.givenUp.filter(({ operationId }) => operationId === operation.id)
    await reap.run()
    assert.lengthOf(given(), 1)
    assert.equal(await statusOf(alice), 'deleting')
    assert.equal((await realm.balance(alice)).departing, '10.00')
    await reap.run()
    assert.lengthOf(given(), 2)

    rail.script(FIRST, { poll: { state: 'refused', failureMessage: 'Given up.' } })
    assert.equal((await realm.ended(operation.id)).failureMessage, 'Given up.')
    assert.equal(await statusOf(alice), 'active')
    await reap.run()
    assert.lengthOf(given(), 2)
  })
})
