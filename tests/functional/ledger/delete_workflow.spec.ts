import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { ModuleHost } from '#app/extension/module_host'
import { ServiceError } from '#app/http/errors/service_error'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { parseUsd } from '#app/money/usd'
import type { MovementGuard } from '#modules/ledger/extension/movement_guard'
import type {
  EmptyingProgress,
  KindReadiness,
  ObjectDeletion,
} from '#modules/ledger/extension/object_deletion'
import type { ObjectKind } from '#modules/ledger/extension/object_kind'
import { booksAreSound } from '#tests/support/sound_books'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { FinishDeletion } from '#modules/ledger/services/finish_deletion'
import { GiveUpMovement } from '#modules/ledger/services/give_up_movement'
import { AuditLog } from '#modules/auth/index'
import { Poster } from '#modules/ledger/services/poster/poster'
import { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { Reap } from '#modules/ledger/services/reap'
import { DeletionReader } from '#modules/ledger/storage/deletion_reader'
import { ObjectReader } from '#modules/ledger/storage/object_reader'
import { OperationReader } from '#modules/ledger/storage/operation_reader'
import { TestRealm, accepted, until, type ObjectView, type Reply } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

/** What a test says of an object under `/vaults/`, by path. */
interface Script {
  readiness?: Partial<KindReadiness>
  progress: EmptyingProgress | 'broken'
}

const scripts = new Map<string, Script>()
const calls: { path: string; liquidatePositions: boolean }[] = []

const deletion: ObjectDeletion = {
  async readiness({ path }) {
    const nothing = { openPositionCount: 0, valueAtRisk: 0n, blocks: [] }
    return { ...nothing, ...scripts.get(path)?.readiness }
  },
  async empty({ path }, { liquidatePositions }) {
    calls.push({ path, liquidatePositions })
    const { progress } = scripts.get(path) ?? { progress: { state: 'empty' as const, cash: 0n } }
    if (progress === 'broken') throw new Error('The vault does not answer')
    return progress
  },
}

/** Objects that live partly outside the journal, as an exchange account does. */
const vaults: ObjectKind = {
  name: 'test_vaults',
  types: ['exchange'],
  validateCreate() {},
  async prepare() {},
  deletion,
}

const guard: MovementGuard = {
  name: 'test_drain',
  check() {},
  checkDeletion({ object, valueAtRisk }) {
    if (object.object.path.startsWith('/frozen/')) {
      throw new ServiceError('CONFLICT', { message: 'The boundary is frozen.' })
    }
    if (object.object.path.startsWith('/armed/') && valueAtRisk > 0n) {
      throw new ServiceError('COSIGN_DRAIN_REQUIRED')
    }
  },
  cosignArmed: ({ object }) => object.path.startsWith('/armed/'),
}

let realm: TestRealm
let deletions: FinishDeletion
let clock: ManualClock

const vault = (path: string) => realm.object(path, { type: 'exchange' })

const remove = (body: Record<string, unknown>) => realm.post('/objects/delete', body)

const readiness = async (id: string) =>
  accepted(await realm.get(`/objects/${id}/deletion-readiness`))

async function statusOf(id: string): Promise<string> {
  const { object } = accepted(await realm.client.get(`/api/v1/objects/${id}`))
  return (object as ObjectView).status
}

const code = ({ status, error }: Reply<unknown>) => `${status} ${error?.code}`

test.group('ledger | deleting an object that its kind empties', (group) => {
  group.setup(async () => {
    const { container } = app
    const host = await container.make(ModuleHost)
    const [objectKinds, movementGuards] = [[vaults], [guard]]
    host.add({ name: 'test_vaults', title: 'Vaults of a test', objectKinds, movementGuards })
    clock = new ManualClock(Date.now() * 1000)
    deletions = new FinishDeletion(
      await container.make(RealmDirectory),
      await container.make(ObjectReader),
      await container.make(OperationReader),
      await container.make(ExtensionRegistry),
      await container.make(Poster),
      clock
    )
    realm = await TestRealm.with({ '/sink': '0' })
    // Other files of this process must not meet the vaults.
    return () => {
      for (const points of [objectKinds, movementGuards]) points.splice(0)
      // What the host remembers of the points is forgotten with the next module.
      host.add({ name: 'test_vaults_gone', title: 'No vaults' })
    }
  })
  group.each.setup(() => clock.setMicros(Date.now() * 1000))

  test('an empty one goes through the workflow and ends deleted', async ({ assert }) => {
    const object = await vault('/vaults/empty')
    const { status, data } = await remove({ objectId: object.id })
    assert.equal(status, 200)
    assert.include(['deleting', 'deleted'], data.object.status)
    assert.equal((await realm.completed(data.operation.id)).type, 'delete')
    assert.equal(await statusOf(object.id), 'deleted')
    assert.deepInclude(calls, { path: '/vaults/empty', liquidatePositions: false })
    // By id the ended deletion answers, whatever is asked of it.
    const again = await remove({ objectId: object.id, sweepToPath: '/sink' })
    assert.deepEqual([again.status, again.data.operation.id], [200, data.operation.id])
    await vault('/vaults/empty')
  })

  test('while it is emptied everything else on it is refused', async ({ assert }) => {
    scripts.set('/vaults/busy', { progress: { state: 'working' } })
    const object = await vault('/vaults/busy')
    const first = accepted(await remove({ objectId: object.id }))
    assert.deepEqual([first.object.status, first.operation.state], ['deleting', 'pending'])

    const realmId = realm.id
    const transfer = (sourceObjectPath: string, targetObjectPath: string) =>
      realm.client.post('/api/v1/transfer', {
        realmId,
        path: `/op/${sourceObjectPath.length}`,
        sourceObjectPath,
        targetObjectPath,
        amount: '1.00',
      })
    assert.equal(code(await transfer('/vaults/busy', '/sink')), '409 CONFLICT')
    assert.equal(code(await transfer('/sink', '/vaults/busy')), '409 CONFLICT')
    const body = { realmId, path: '/vaults/busy', type: 'exchange' }
    assert.equal(code(await realm.client.post('/api/v1/objects', body)), '409 CONFLICT')
    assert.equal(code(await remove({ path: '/vaults/busy', sweepToPath: '/sink' })), '409 CONFLICT')
    // The same request again is answered from the one under way.
    const repeated = await remove({ path: '/vaults/busy' })
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true')
    assert.equal(repeated.data.operation.id, first.operation.id)
    assert.isFalse((await readiness(object.id)).ready)

    scripts.set('/vaults/busy', { progress: { state: 'empty', cash: 0n } })
    assert.equal(await deletions.run(first.operation.id), 'ended')
    assert.equal(await deletions.run(first.operation.id), 'ended')
    assert.equal(await statusOf(object.id), 'deleted')
  })

  test('positions are closed on request only; proceeds need a place', async ({ assert }) => {
    const path = '/vaults/positions'
    const equity = { openPositionCount: 2, valueAtRisk: parseUsd('100') }
    scripts.set(path, { readiness: equity, progress: { state: 'empty', cash: 0n } })
    const object = await vault(path)
    assert.containSubset(await readiness(object.id), {
      ready: true,
      openPositionCount: 2,
      requiresLiquidation: true,
      requiresSweep: true,
      valueAtRisk: '100.00',
      settledBalance: '0.00',
    })
    assert.equal(code(await remove({ path, sweepToPath: '/sink' })), '409 LIQUIDATION_REQUIRED')
    assert.equal(code(await remove({ path, liquidatePositions: true })), '409 SWEEP_REQUIRED')
    const body = { path, sweepToPath: '/sink', liquidatePositions: true }
    await realm.completed(accepted(await remove(body)).operation.id)
    assert.deepInclude(calls, { path, liquidatePositions: true })
  })

  test('what the kind forbids is refused with its own words', async ({ assert }) => {
    const path = '/vaults/closed'
    scripts.set(path, {
      readiness: { blocks: ['The venue is closed.'] },
      progress: { state: 'working' },
    })
    const object = await vault(path)
    const { status, error } = await remove({ path })
    assert.equal(status, 409)
    assert.match(error.message, /^The venue is closed\. /)
    assert.deepEqual((await readiness(object.id)).reasons, ['The venue is closed.'])
  })

  test('when a kind finds other cash than the journal, the object lives on', async ({ assert }) => {
    const path = '/vaults/surprise'
    scripts.set(path, { progress: { state: 'empty', cash: parseUsd('1') } })
    const object = await vault(path)
    const { operation } = accepted(await remove({ path, sweepToPath: '/sink' }))
    const ended = await realm.ended(operation.id)
    assert.equal(ended.state, 'failed')
    assert.equal(JSON.parse(ended.outcome).code, 'DELETE_NOT_EMPTY')
    assert.match(ended.failureMessage!, /arrived/)
    assert.equal(await statusOf(object.id), 'active')
    // It can be asked for again.
    scripts.set(path, { progress: { state: 'empty', cash: 0n } })
    await realm.completed(accepted(await remove({ path })).operation.id)
  })

  test('after five minutes the object is active again', async ({ assert }) => {
    const path = '/vaults/stuck'
    scripts.set(path, { progress: 'broken' })
    const object = await vault(path)
    const { operation } = accepted(await remove({ path }))
    await assert.rejects(() => deletions.run(operation.id), 'The vault does not answer')
    assert.equal(await statusOf(object.id), 'deleting')

    clock.advanceMs(LEDGER_LIMITS.objectDeletionMs + 60_000)
    const reap = new Reap(
      await app.container.make(DeletionReader),
      await app.container.make(RealmDirectory),
      deletions,
      await app.container.make(GiveUpMovement),
      await app.container.make(Poster),
      await app.container.make(AuditLog),
      clock
    )
    await reap.run()
    const ended = await realm.ended(operation.id)
    assert.deepEqual([ended.state, await statusOf(object.id)], ['failed', 'active'])
    const detail = accepted(await realm.client.get(`/api/v1/operations/${operation.id}`))
    assert.containSubset(detail.deltas, [
      { deltaType: 'status_change', beforeValue: 'active', afterValue: 'deleting' },
      { deltaType: 'status_change', beforeValue: 'deleting', afterValue: 'active' },
    ])
    scripts.delete(path)
  })

  test('a deletion whose realm was closed ends quietly', async ({ assert }) => {
    const other = await realm.client.realm()
    scripts.set('/vaults/doomed', { progress: { state: 'working' } })
    const object = await other.object('/vaults/doomed', { type: 'exchange' })
    const { operation } = accepted(
      await realm.client.post('/api/v1/objects/delete', { realmId: other.id, objectId: object.id })
    )
    accepted(await realm.client.send('DELETE', `/api/v1/realms/${other.id}`))
    assert.equal(await deletions.run(operation.id), 'ended')
    await until('its job to end', async () => {
      const owed = await readRows`SELECT id FROM outbox WHERE payload LIKE ${`%${operation.id}%`}`
      return owed.length === 0
    })
  })

  test('guards are asked; an armed boundary is drained first', async ({ assert }) => {
    const frozen = await realm.object('/frozen/wallet')
    assert.equal(code(await remove({ objectId: frozen.id })), '409 CONFLICT')
    assert.deepEqual((await readiness(frozen.id)).reasons, ['CONFLICT: The boundary is frozen.'])

    const armed = await realm.account('/armed/wallet', '5.00')
    const shown = await readiness(armed.id)
    const told = [shown.ready, shown.cosignArmed, shown.authorization, shown.reasons.length]
    assert.deepEqual(told, [false, true, 'drain_first', 1])
    await realm.transfer('/armed/wallet', '/sink', '5.00')
    assert.containSubset(await readiness(armed.id), {
      ready: true,
      cosignArmed: true,
      authorization: 'none',
    })
    accepted(await remove({ objectId: armed.id }))
  })

  test('the books hold after all of it', async () => {
    await booksAreSound(realm)
  })
})
