import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { DeleteObjectRequest } from '#modules/ledger/core/decide_delete_object'
import { objectWorkflowJob } from '#modules/ledger/core/job_rows'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { DeletionInspector } from '#modules/ledger/services/deletion_inspector'
import { postGroup } from '#modules/ledger/services/poster/post_group'
import { Poster } from '#modules/ledger/services/poster/poster'
import { TestRealm, accepted, type ObjectView, atOnce } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { creationOf, draftOf } from './support/drafts.ts'

const MANY = 100

function deletion(realmId: string, object: ObjectView): DeleteObjectRequest {
  return {
    kind: 'delete_object',
    realmId,
    operation: draftOf('delete'),
    object,
    sweepTo: null,
    seenSettled: 0n,
    ids: { event: newId('evt'), delta: newId('dlt') },
    jobs: [],
  }
}

test.group('ledger | deleting an object | races', () => {
  test('of deletes and transfers at once one delete wins, no cent is lost', async ({ assert }) => {
    const realm = await TestRealm.open()
    const alice = await realm.account('/alice', '1000.00')
    await realm.account('/bob', '1000.00')
    await realm.object('/sink')
    const transfer = (sourceObjectPath: string, targetObjectPath: string) =>
      realm.move(sourceObjectPath, targetObjectPath, '1.00', { feeOverride: '0' })
    const calls = Array.from({ length: MANY }, async (_, index) => {
      const byId = index % 2 === 0 ? { objectId: alice.id } : { path: '/alice' }
      const [deleted, there, back] = await Promise.all([
        realm.post('/objects/delete', { ...byId, sweepToPath: '/sink' }),
        transfer('/alice', '/bob'),
        transfer('/bob', '/alice'),
      ])
      return { deleted, transfers: [there, back] }
    })
    const answers = await Promise.all(calls)
    const fresh = answers.filter(
      ({ deleted }) =>
        deleted.status === 200 && deleted.headers.get('idempotent-replayed') !== 'true'
    )
    assert.isAtMost(fresh.length, 1)
    for (const { deleted, transfers } of answers) {
      assert.include([200, 404, 409], deleted.status, JSON.stringify(deleted.error))
      if (deleted.status === 409) assert.equal(deleted.error.code, 'DELETE_NOT_EMPTY')
      for (const moved of transfers) assert.include([201, 404], moved.status)
    }
    // Under constant arrivals every delete may have been refused; in the quiet one goes through.
    if (fresh.length === 0) {
      accepted(await realm.remove(alice.id, { sweepToPath: '/sink' }))
    }
    assert.equal(await realm.settled(alice.id), '0.00')
    const kept = [await realm.settled('/bob'), await realm.settled('/sink')].map(Number)
    assert.equal(kept[0]! + kept[1]!, 2000)

    const deletions =
      await readRows`SELECT id FROM operations WHERE realm_id = ${realm.id} AND type = 'delete'`
    assert.lengthOf(deletions, 1)
    assert.deepEqual(await (await app.container.make(CheckBooks)).run({ realmId: realm.id }), [])
  })

  test('a path deleted and made again in one group is the new object’s', async ({ assert }) => {
    const realm = await TestRealm.open()
    const old = await realm.object('/reused')
    const [database, clock] = [await app.container.make(Database), await app.container.make(Clock)]
    const operation = draftOf('create')
    const jobs = [objectWorkflowJob(operation.id)]
    const creation = creationOf(realm.id, '/reused', { operation, jobs })
    const { decided } = await postGroup(database, clock, [
      { request: deletion(realm.id, old) },
      { request: creation },
      { request: deletion(realm.id, old) },
    ])
    const kinds = decided.map(({ decision }) => decision.kind)
    assert.deepEqual(kinds, ['accepted', 'accepted', 'refused'])
    const rows = await database.read<{ id: string; status: string }>(
      `SELECT id, status FROM objects WHERE realm_id = ? AND path = '/reused' ORDER BY id`,
      [realm.id]
    )
    assert.sameDeepMembers(rows, [
      { id: old.id, status: 'deleted' },
      { id: creation.object.id, status: 'active' },
    ])
    assert.deepEqual(await (await app.container.make(CheckBooks)).run({ realmId: realm.id }), [])
  })

  test('a path deleted and made again elsewhere is found at the first try', async ({ assert }) => {
    const realm = await TestRealm.open()
    const { client, id: realmId } = realm
    const old = await realm.account('/elsewhere', '1.00')
    await realm.object('/sink')
    // This process remembers the object; the poster alone is what another process would use.
    await realm.transfer('/elsewhere', '/sink', '1.00')
    const poster = await app.container.make(Poster)
    await poster.post(deletion(realmId, old))
    await realm.object('/elsewhere')
    await realm.fund('/elsewhere', '5.00')
    assert.equal((await realm.transfer('/elsewhere', '/sink', '1.00')).state, 'completed')
    const body = { realmId, path: '/sink', sweepToPath: '/elsewhere' }
    accepted(await client.post('/api/v1/objects/delete', body))
  })

  test('deletes and creates at once leave at most one living object', async ({ assert }) => {
    const realm = await TestRealm.open()
    const { id: realmId } = realm
    await realm.object('/reborn')
    await atOnce(MANY, (index) =>
      index % 2 === 0
        ? realm.post('/objects/delete', { path: '/reborn' })
        : realm.post('/objects', { path: '/reborn' })
    )
    const rows = await readRows`SELECT status, active_key FROM objects WHERE realm_id = ${realmId}
          AND path = '/reborn'`
    assert.isAtMost(rows.filter(({ status }) => status !== 'deleted').length, 1)
    assert.isTrue(
      rows.every(({ status, active_key: key }) => (status === 'deleted') === (key !== ''))
    )
    assert.deepEqual(await (await app.container.make(CheckBooks)).run({ realmId }), [])
  })

  test('a deletion whose object never stands as it was found ends, undone', async ({
    assert,
    cleanup,
  }) => {
    const realm = await TestRealm.open()
    const object = await realm.account('/unsteady', '2.00')
    await realm.object('/sink')
    const inspector = await app.container.make(DeletionInspector)
    let looks = 0
    // As when others begin and abandon deletions of it all the time.
    inspector.run = async (found) => {
      if (++looks > 50) throw new Error('It looks for ever')
      const facts = await DeletionInspector.prototype.run.call(inspector, found)
      return { ...facts, status: 'deleting' }
    }
    const steady = () => void Reflect.deleteProperty(inspector, 'run')
    cleanup(steady)
    const remove = () => realm.remove(object.id, { sweepToPath: '/sink' })
    const refused = await remove()
    assert.equal(`${refused.status} ${refused.error?.code}`, '409 CONFLICT')
    assert.include(refused.error.message, object.id)
    assert.equal(
      (await readRows`SELECT status FROM objects WHERE id = ${object.id}`)[0].status,
      'active'
    )
    assert.lengthOf(
      await readRows`SELECT id FROM operations WHERE realm_id = ${realm.id} AND type = 'delete'`,
      0
    )
    steady()
    accepted(await remove())
  })
})
