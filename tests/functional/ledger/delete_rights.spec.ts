import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { PolicyStatement, Principal } from '#app/extension/principal'
import { StepUpRequired, type StepUpNeed } from '#app/extension/step_up'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { parseUsd } from '#app/money/usd'
import { ArrivedDeposits } from '#modules/ledger/services/arrived_deposits'
import { DeleteObject, type DeleteObjectCommand } from '#modules/ledger/services/delete_object'
import { DeleteRealm } from '#modules/ledger/services/delete_realm'
import { Poster } from '#modules/ledger/services/poster/poster'
import { DeletionReader } from '#modules/ledger/storage/deletion_reader'
import { ReadDeletionReadiness } from '#modules/ledger/services/read_deletion_readiness'
import { TestRealm, accepted, type ObjectView } from '#tests/support/client'
import { draftOf } from './support/drafts.ts'

/** Somebody of the realm's organization; restricted when statements are given. */
async function someone(realm: TestRealm, ...statements: PolicyStatement[]): Promise<Principal> {
  const { id, orgId } = accepted(await realm.client.get('/api/v1/auth/me'))
  const restricted = statements.length > 0
  return {
    credential: restricted ? 'scoped_token' : 'builder',
    credentialId: 'credential',
    orgId,
    builderId: id,
    actor: { type: restricted ? 'end_user' : 'builder', id: 'u1' },
    realmId: restricted ? realm.id : null,
    expiresAtMs: null,
    statements: restricted ? statements : null,
  }
}

function allow(action: string, resource: string): PolicyStatement {
  return { effect: 'Allow', actions: [action], resources: [resource] }
}

/** The same caller with what a person has confirmed; `uses` is how often it may still be claimed. */
function confirmed(principal: Principal, need: StepUpNeed, uses = 1): Principal {
  let left = uses
  return { ...principal, stepUp: { ...need, claim: async () => left-- > 0 } }
}

async function refusalOf(work: Promise<unknown>): Promise<ServiceError> {
  const refusal = await work.then(
    () => null,
    (error: unknown) => error
  )
  if (refusal instanceof ServiceError) return refusal
  throw new Error('Expected a refusal', { cause: refusal })
}

async function remove(principal: Principal, command: DeleteObjectCommand) {
  return (await app.container.make(DeleteObject)).run(principal, command)
}

/** Real money, as a rail would bring it: production realms have no instant one. */
async function fundLive(realm: TestRealm, target: ObjectView, amount: string) {
  const poster = await app.container.make(Poster)
  const operationId = newId('op')
  const common = { realmId: realm.id, jobs: [] }
  await poster.post({
    ...common,
    kind: 'open_deposit',
    operation: draftOf('deposit', { id: operationId }),
    target,
    amount: parseUsd(amount),
    inTransit: false,
  })
  await poster.post({
    ...common,
    kind: 'settle_deposit',
    operationId,
    creditedAmount: parseUsd(amount),
    proofs: [{ id: newId('prf'), proofType: 'chain', externalRef: operationId }],
    ids: { event: newId('evt') },
  })
}

test.group('ledger | the right to delete', () => {
  test('a deletion that was overtaken by another one repeats it, and is not forbidden', async ({
    assert,
  }) => {
    const realm = await TestRealm.open()
    await realm.object('/sink')
    const rights = [allow('svc:DeleteObject', '*'), allow('svc:ReceiveTo', '*')]
    const restricted = await someone(realm, ...rights)
    const reader = await app.container.make(DeletionReader)
    const standing = reader.standing.bind(reader)
    const overtaken = async (path: string, named: 'objectId' | 'path') => {
      const { id: objectId } = await realm.account(path, '9.00')
      // Between the look at the object and the look at what it holds.
      reader.standing = async (id) => {
        reader.standing = standing
        accepted(await realm.remove(objectId, { sweepToPath: '/sink' }))
        return standing(id)
      }
      const name = named === 'path' ? { path } : { objectId }
      return remove(restricted, { realmId: realm.id, ...name, sweepToPath: '/sink' })
    }
    assert.isTrue((await overtaken('/by-id', 'objectId')).replayed)
    assert.equal((await refusalOf(overtaken('/by-path', 'path'))).code, 'OBJECT_NOT_FOUND')
  })

  test('an empty object needs the lesser permission, and only that', async ({ assert }) => {
    const realm = await TestRealm.open()
    const object = await realm.object('/u1/empty')
    const command = { realmId: realm.id, objectId: object.id }
    const mayDelete = await someone(realm, allow('svc:DeleteObject', '/u1/*'))
    const refusal = await refusalOf(remove(mayDelete, command))
    assert.equal(refusal.code, 'FORBIDDEN')
    assert.deepEqual(refusal.details, { action: 'svc:DeleteEmptyObject', resource: object.id })
    const elsewhere = await someone(realm, allow('svc:DeleteEmptyObject', '/u2/*'))
    assert.equal((await refusalOf(remove(elsewhere, command))).code, 'FORBIDDEN')
    const mayDeleteEmpty = await someone(realm, allow('svc:DeleteEmptyObject', '/u1/*'))
    const { object: deleted, operation } = await remove(mayDeleteEmpty, command)
    assert.equal(deleted.status, 'deleted')
    assert.equal(operation.actorType, 'end_user')
    // The repetition needs the same right.
    assert.isTrue((await remove(mayDeleteEmpty, command)).replayed)
    assert.equal((await refusalOf(remove(elsewhere, command))).code, 'FORBIDDEN')
  })

  test('a funded one needs the greater permission, and one for the target', async ({ assert }) => {
    const realm = await TestRealm.open()
    const object = await realm.account('/u1/funded', '5.00')
    await realm.object('/u1/sink')
    const command = { realmId: realm.id, objectId: object.id, sweepToPath: '/u1/sink' }
    const empty = await someone(realm, allow('svc:DeleteEmptyObject', '*'))
    assert.deepEqual((await refusalOf(remove(empty, command))).details, {
      action: 'svc:DeleteObject',
      resource: object.id,
    })
    const blind = await someone(realm, allow('svc:DeleteObject', '/u1/*'))
    assert.deepEqual((await refusalOf(remove(blind, command))).details, {
      action: 'svc:ReceiveTo',
      resource: '/u1/sink',
    })
    // Whether another path exists is not told to who may not pay into it.
    const probe = { ...command, sweepToPath: '/u2/unknown' }
    assert.equal((await refusalOf(remove(blind, probe))).code, 'FORBIDDEN')
    const full = await someone(
      realm,
      allow('svc:DeleteObject', '/u1/*'),
      allow('svc:ReceiveTo', '/u1/sink')
    )
    assert.equal((await remove(full, command)).operation.state, 'completed')
  })

  test('readiness needs the right to read the object', async ({ assert }) => {
    const realm = await TestRealm.open()
    const object = await realm.object('/u1/wallet')
    const readiness = await app.container.make(ReadDeletionReadiness)
    const stranger = await someone(realm, allow('svc:ReadObject', '/u2/*'))
    assert.equal((await refusalOf(readiness.run(stranger, realm.id, object.id))).code, 'FORBIDDEN')
    const reader = await someone(realm, allow('svc:ReadObject', '/u1/*'))
    assert.isTrue((await readiness.run(reader, realm.id, object.id)).ready)
  })

  test('on a production realm a funded object needs a person, once', async ({ assert }) => {
    const realm = await TestRealm.open({ asset: 'live' })
    const object = await realm.object('/vault')
    await realm.object('/sink')
    await fundLive(realm, object, '250.00')
    const builder = await someone(realm)
    const readiness = await app.container.make(ReadDeletionReadiness)
    const shown = await readiness.run(builder, realm.id, object.id)
    assert.deepEqual([shown.ready, shown.authorization], [true, 'step_up'])

    const command = { realmId: realm.id, path: '/vault', sweepToPath: '/sink' }
    const asked = await refusalOf(remove(builder, command))
    assert.instanceOf(asked, StepUpRequired)
    const { need } = asked as StepUpRequired
    assert.deepEqual(need, {
      realmId: realm.id,
      action: 'svc:DeleteObject',
      resources: ['/vault', '/sink'],
      valueAtRisk: '250.00',
    })
    // What will be refused anyway asks nobody.
    const hopeless = await refusalOf(remove(builder, { ...command, sweepToPath: '/nowhere' }))
    assert.equal(hopeless.code, 'NOT_FOUND')
    const elsewhere = confirmed(builder, { ...need, resources: ['/vault'] })
    assert.instanceOf(await refusalOf(remove(elsewhere, command)), StepUpRequired)
    const used = await refusalOf(remove(confirmed(builder, need, 0), command))
    assert.equal(used.code, 'STEP_UP_REQUIRED')
    const { operation } = await remove(confirmed(builder, need), command)
    assert.equal(operation.state, 'completed')
  })

  test('an empty object of a production realm asks nobody', async ({ assert }) => {
    const realm = await TestRealm.open({ asset: 'live' })
    const object = await realm.object('/empty')
    const { data } = await realm.remove(object.id)
    assert.equal(data.object.status, 'deleted')
  })

  test('one confirmation ends one realm', async ({ assert }) => {
    const realm = await TestRealm.open({ lifecycle: 'permanent' })
    await realm.account('/wallet', '7.00')
    const deleteRealm = await app.container.make(DeleteRealm)
    const builder = await someone(realm)
    const asked = await refusalOf(deleteRealm.run(builder, realm.id))
    const { need } = asked as StepUpRequired
    assert.containSubset(need, { resources: ['/'], valueAtRisk: '7.00' })
    const permitted = confirmed(builder, need)
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => deleteRealm.run(permitted, realm.id))
    )
    const deleted = results.filter(({ status }) => status === 'fulfilled')
    assert.lengthOf(deleted, 1)
  })

  test('a production realm with money in it stays, whoever agrees', async ({ assert }) => {
    const realm = await TestRealm.open({ asset: 'live' })
    const object = await realm.object('/vault')
    await fundLive(realm, object, '1.00')
    const { status, error } = await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`)
    assert.deepEqual([status, error.code], [409, 'REALM_NOT_EMPTY'])
  })

  test('a payment that was seen but not credited keeps production realms', async ({ assert }) => {
    const realm = await TestRealm.open({ asset: 'live', lifecycle: 'temporary' })
    await realm.object('/till')
    const terms = { realmId: realm.id, objectPath: '/till', amount: '1.00' }
    const { operation } = accepted(await realm.client.post('/api/v1/fund-account', terms))
    const arrived = await app.container.make(ArrivedDeposits)
    await arrived.detected(realm.id, operation.id, parseUsd('1.00'))
    const { status, error } = await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`)
    assert.deepEqual([status, error.code], [409, 'REALM_NOT_EMPTY'])
  })
})
