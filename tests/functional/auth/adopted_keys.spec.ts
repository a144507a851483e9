import { test } from '@japa/runner'
import {
  KEYS,
  allow,
  makeKey,
  mint,
  notBuilder,
  refusal,
  type MadeKey,
} from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted } from '#tests/support/client'

const revoke = (by: Client, { id }: MadeKey) => by.send('DELETE', `${KEYS}/${id}`)
const adopt = (by: Client, { id }: MadeKey) => by.post(`${KEYS}/${id}/adopt`)

test.group('auth | keys made by keys', (group) => {
  let realm: TestRealm
  let builder: Client

  group.setup(async () => {
    realm = await TestRealm.open()
    builder = realm.client
  })

  const read = async (client: Client) =>
    (await client.get('/api/v1/objects', { realmId: realm.id })).status

  test('a key names the key that made it; the builder stays the creator', async ({ assert }) => {
    const maker = await makeKey(builder)
    const made = await makeKey(maker.client)
    assert.notProperty(maker.view, 'createdByKeyId')
    assert.equal(made.view.createdByKeyId, maker.id)
    assert.notProperty(made.view, 'adoptedBy')
    assert.equal(made.view.createdBy, maker.view.createdBy)
  })

  test('what a revoked key made ends with it, whoever made it in between', async ({ assert }) => {
    const maker = await makeKey(builder)
    const made = await makeKey(maker.client)
    const grandchild = await makeKey(made.client)
    const token = accepted(await mint(grandchild.client, realm.id, allow('svc:Read', '*')))
    const user = Client.withToken(token.token)
    const sibling = await makeKey(builder)
    const all = [made.client, grandchild.client, user]
    assert.deepEqual(await Promise.all(all.map(read)), [200, 200, 200])
    accepted(await revoke(builder, maker))
    assert.deepEqual(await Promise.all(all.map(read)), [401, 401, 401])
    assert.equal(await read(sibling.client), 200)
    const query = { eventType: 'api_key_revoked' }
    const { entries } = accepted(await builder.get('/api/v1/auth/audit', query))
    assert.deepEqual(entries[0].details.withIt, [made.id, grandchild.id])
  })

  test('an adopted key outlives its maker, with what it made', async ({ assert }) => {
    const maker = await makeKey(builder)
    const made = await makeKey(maker.client)
    const child = await makeKey(made.client)
    const { apiKey } = accepted(await adopt(builder, made))
    assert.equal(apiKey.adoptedBy, apiKey.createdBy)
    // Again it changes nothing, and the log says it once.
    assert.deepEqual(accepted(await adopt(builder, made)).apiKey, apiKey)
    const query = { eventType: 'api_key_adopted' }
    const { total, entries } = accepted(await builder.get('/api/v1/auth/audit', query))
    assert.deepEqual([total, entries[0].details.keyId], [1, made.id])
    accepted(await revoke(builder, maker))
    assert.deepEqual(await Promise.all([made.client, child.client].map(read)), [200, 200])
    const revoked = await adopt(builder, maker)
    assert.deepEqual([revoked.status, revoked.error.code], [409, 'CONFLICT'])
  })

  test('a key adopts nothing, not even itself; a stranger finds nothing', async ({ assert }) => {
    const maker = await makeKey(builder)
    const made = await makeKey(maker.client)
    for (const { client } of [maker, made]) {
      assert.deepEqual(refusal(await adopt(client, made)), notBuilder)
    }
    assert.equal((await adopt(await Client.signIn(), made)).status, 404)
    accepted(await revoke(builder, maker))
    assert.equal(await read(made.client), 401)
  })

  test('a key made at the moment its maker is revoked does not stay', async ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const maker = await makeKey(builder)
      const making = [1, 2, 3].map(() => maker.client.post(KEYS, { name: 'Late' }))
      const [replies] = await Promise.all([Promise.all(making), revoke(builder, maker)])
      for (const { status, data } of replies) {
        if (status === 201) assert.equal(await read(Client.withToken(data.rawKey)), 401)
        else assert.equal(status, 401)
      }
    }
  })
})
