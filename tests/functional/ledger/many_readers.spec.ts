import { test } from '@japa/runner'
import { TestRealm, accepted, pluck } from '#tests/support/client'

/** Many more than there are connections to the database: each then holds one and needs another. */
const READERS = 500

test.group('ledger | many readers at once', () => {
  test('readers in a closed realm do not wait for each other’s connections', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '1' })
    const { client, id: realmId } = realm
    const { events } = accepted(await realm.get('/events'))
    const address = `/api/v1/events/${events[0].id}`
    assert.equal(accepted(await client.get(address)).event.id, events[0].id)
    accepted(await client.send('DELETE', `/api/v1/realms/${realmId}`))
    const replies = await Promise.all(Array.from({ length: READERS }, () => client.get(address)))
    assert.deepEqual([...new Set(pluck(replies, 'status'))], [404])
  })
})
