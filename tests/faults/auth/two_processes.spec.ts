import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { Client, TestRealm, accepted } from '#tests/support/client'

const NOTICED_MS = 1000
const KEYS = '/api/v1/api-keys'

let realm: TestRealm
let second: ChildService

/** The same credential at the other process. */
const elsewhere = ({ token }: Client) => Client.withToken(token!, second.url)
const status = async (client: Client) =>
  (await client.get('/api/v1/objects', { realmId: realm.id })).status

test.group('auth | two processes', (group) => {
  group.setup(async () => {
    second = await ChildService.server()
    realm = await TestRealm.open()
    return () => second.stop()
  })

  test('a key revoked at one is refused by the other within a second', async ({ assert }) => {
    const { apiKey, rawKey } = accepted(await realm.client.post(KEYS, { name: 'Shared' }))
    const here = Client.withToken(rawKey)
    const minted = await here.post('/api/v1/auth/token', {
      realmId: realm.id,
      sub: 'user-1',
      scope: { statements: [{ actions: ['svc:Read'], resources: ['*'] }] },
    })
    const user = Client.withToken(accepted(minted).token)
    const credentials = [here, user, elsewhere(here), elsewhere(user)]
    assert.deepEqual(await Promise.all(credentials.map(status)), [200, 200, 200, 200])

    accepted(await realm.client.send('DELETE', `${KEYS}/${apiKey.id}`))
    const revokedAt = performance.now()
    assert.deepEqual(await Promise.all([here, user].map(status)), [401, 401])
    // Asked all the while, as a busy client does: what is remembered must not be kept alive by use.
    while (performance.now() - revokedAt < NOTICED_MS) {
      await Promise.all([elsewhere(here), elsewhere(user)].map(status))
      await delay(20)
    }
    assert.deepEqual(await Promise.all([elsewhere(here), elsewhere(user)].map(status)), [401, 401])
  })

  test('an ended session and a revoked token end elsewhere in a second', async ({ assert }) => {
    const email = `${randomUUID()}@example.com`
    const [here, other] = [await Client.signIn(email), await Client.signIn(email)]
    const { id: realmId } = await here.realm()
    const ofUser = async (by: Client) => {
      const scope = { statements: [{ actions: ['svc:Read'], resources: ['*'] }] }
      const minted = await by.post('/api/v1/auth/token', { realmId, sub: 'user-1', scope })
      return Client.withToken(accepted(minted).token)
    }
    const parent = await ofUser(here)
    const child = await ofUser(parent)
    const ask = async (client: Client) =>
      (await elsewhere(client).get('/api/v1/objects', { realmId })).status
    const all = [other, parent, child]
    assert.deepEqual(await Promise.all(all.map(ask)), [200, 200, 200])

    const { sessions } = accepted(await here.get('/api/v1/auth/sessions'))
    const ended = sessions.find(({ current }: { current: boolean }) => !current)
    accepted(await here.send('DELETE', `/api/v1/auth/sessions/${ended.id}`))
    const { tokens } = accepted(await here.get('/api/v1/auth/tokens', { realmId }))
    accepted(await here.send('DELETE', `/api/v1/auth/tokens/${tokens.at(-1).id}`))
    const endedAt = performance.now()
    // Asked all the while: what is remembered must not be kept alive by use.
    while (performance.now() - endedAt < NOTICED_MS) {
      await Promise.all(all.map(ask))
      await delay(20)
    }
    assert.deepEqual(await Promise.all(all.map(ask)), [401, 401, 401])
    assert.equal(await ask(here), 200)
  })

  test('a key works at the other process as soon as it is made', async ({ assert }) => {
    const { rawKey } = accepted(await realm.client.post(KEYS, { name: 'New' }))
    assert.equal(await status(elsewhere(Client.withToken(rawKey))), 200)
  })
})
