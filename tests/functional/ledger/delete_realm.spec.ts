import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#app/ids/ids'
import { Poster } from '#modules/ledger/services/poster/poster'
import { Client, TestRealm, accepted, until, pluck, atOnce } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { creationOf } from './support/drafts.ts'

const remove = (client: Client, id: string) => client.send('DELETE', `/api/v1/realms/${id}`)

test.group('ledger | deleting a realm', () => {
  test('a paper realm goes with what it holds and is in no answer', async ({ assert }) => {
    const realm = await TestRealm.open()
    const object = await realm.account('/wallet', '10.00')
    const operation = await realm.fund('/wallet', '1.00')
    const { status, data } = await remove(realm.client, realm.id)
    assert.equal(status, 200)
    assert.deepEqual(data, { deleted: true })

    const { client, id: realmId } = realm
    const answers = await Promise.all([
      client.get(`/api/v1/realms/${realmId}`),
      realm.get('/objects'),
      realm.get('/operations'),
      client.get(`/api/v1/objects/${object.id}`),
      client.get(`/api/v1/operations/${operation.id}`),
      realm.post('/objects', { path: '/other' }),
      realm.post('/nonce', { prefix: '/op' }),
      realm.deposit('/wallet', '1.00'),
      realm.move('/wallet', '/other', '1.00', { path: '/op/1' }),
      remove(client, realmId),
    ])
    assert.deepEqual(
      answers.map((answer) => answer.status),
      answers.map(() => 404)
    )
    const listed = accepted(await client.get('/api/v1/realms'))
    assert.deepEqual([listed.realms, listed.total], [[], 0])
  })

  test('its journal stays, with the end of the realm as the last entry', async ({ assert }) => {
    const realm = await TestRealm.with({ '/wallet': '10.00' })
    accepted(await remove(realm.client, realm.id))
    const entries =
      await readRows`SELECT op_type, authority FROM journal_entries WHERE realm_id = ${realm.id}
          ORDER BY seq`
    assert.isAbove(entries.length, 3)
    assert.equal(entries.at(-1)!.op_type, 'delete')
    assert.match(entries.at(-1)!.authority, /^builder:bld_/)
    const events =
      await readRows`SELECT type FROM events WHERE realm_id = ${realm.id} ORDER BY seq DESC LIMIT 1`
    assert.deepEqual(events, [{ type: 'realm.deleted' }])
  })

  test('a posting that was already on its way is refused', async ({ assert }) => {
    const realm = await TestRealm.open()
    accepted(await remove(realm.client, realm.id))
    // The poster alone decides here: whoever resolved the realm before it ended gets this far.
    const poster = await app.container.make(Poster)
    const late = poster.post(creationOf(realm.id, '/late', { boundaryId: newId('bnd') }))
    const code = await late.then(
      () => 'accepted',
      (error: { code: string }) => error.code
    )
    assert.equal(code, 'NOT_FOUND')
  })

  test('gives its slug back', async ({ assert }) => {
    const client = await Client.signIn()
    const first = accepted(await client.post('/api/v1/realms', { name: 'Shop' }))
    accepted(await remove(client, first.id))
    const second = accepted(await client.post('/api/v1/realms', { name: 'Shop' }))
    assert.deepEqual([first.slug, second.slug], ['shop', 'shop'])
    accepted(await remove(client, second.id))
    const third = accepted(await client.post('/api/v1/realms', { name: 'Shop' }))
    assert.equal(third.slug, 'shop')
  })

  test('of many deletes at once exactly one deletes', async ({ assert }) => {
    const realm = await TestRealm.open()
    const answers = await atOnce(20, () => remove(realm.client, realm.id))
    const statuses = pluck(answers, 'status').sort()
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 404)])
  })

  test('a wrong id is refused', async ({ assert }) => {
    assert.equal((await remove(await Client.signIn(), 'no-uuid')).status, 400)
  })

  test('a permanent realm needs a person; nothing is deleted before', async ({ assert }) => {
    const realm = await TestRealm.open({ lifecycle: 'permanent' })
    await realm.account('/wallet', '10.00')
    const { status, error } = await remove(realm.client, realm.id)
    assert.equal(status, 412)
    assert.equal(error.code, 'STEP_UP_REQUIRED')
    assert.equal((await realm.client.get(`/api/v1/realms/${realm.id}`)).status, 200)
  })

  test('a production realm may end during a create, whose jobs end quietly', async ({ assert }) => {
    const realm = await TestRealm.open({ asset: 'live', lifecycle: 'temporary' })
    const made = accepted(await realm.post('/objects', { path: '/wallet' }))
    accepted(await remove(realm.client, realm.id))
    await until('the jobs of the realm to end', async () => {
      const owed =
        await readRows`SELECT id FROM outbox WHERE payload LIKE ${`%${made.operation.id}%`}`
      return owed.length === 0
    })
    assert.equal((await realm.client.get(`/api/v1/realms/${realm.id}`)).status, 404)
  })
})
