import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { allow, makeKey, scoped } from '#tests/functional/auth/support/credentials'
import { requireSignatures } from '#tests/support/auth_settings'
import { registered, type RegisteredKey } from '#tests/functional/auth/support/signing'
import { Client, accepted, type Reply, type TestRealm } from '#tests/support/client'

const reasonOf = ({ status, error }: Reply<unknown>) => ({
  status,
  code: error?.code,
  reason: error?.details?.reason,
})

const REQUIRED = { status: 401, code: 'INVALID_SIGNATURE', reason: 'signature_required' }

let builder: Client
let key: RegisteredKey
let live: TestRealm

/** Requests that change something in a realm; none of them gets as far as its objects. */
function changes(by: Client, { id: realmId }: TestRealm) {
  const path = `/op/required/${randomUUID()}`
  const sides = { sourceObjectPath: '/a', targetObjectPath: '/b' }
  return {
    object: () => by.post('/api/v1/objects', { realmId, path: `/o/${randomUUID()}` }),
    transfer: () => by.post('/api/v1/transfer', { realmId, path, ...sides, amount: '1.00' }),
    fund: () =>
      by.post('/api/v1/fund-account', { realmId, path, objectPath: '/a', amount: '1.00' }),
    nonce: () => by.post('/api/v1/nonce', { realmId, prefix: '/n/' }),
  }
}

test.group('auth | required signatures', (group) => {
  group.setup(async () => {
    builder = await Client.signIn()
    key = await registered(builder)
    live = await builder.realm({ asset: 'live' })
  })
  group.each.setup(requireSignatures)

  test('a production realm refuses unsigned changes of every credential', async ({ assert }) => {
    const apiKey = (await makeKey(builder, { realmId: live.id })).client
    const token = await scoped(live, allow('svc:*', '*'))
    for (const client of [builder, apiKey, token]) {
      for (const [name, change] of Object.entries(changes(client, live))) {
        assert.deepEqual(reasonOf(await change()), REQUIRED, name)
      }
    }
  })

  test('a signed change goes through', async ({ assert }) => {
    for (const [name, change] of Object.entries(changes(builder.signed(key.pair), live))) {
      assert.notEqual((await change()).status, 401, name)
    }
    assert.equal((await changes(builder.signed(key.pair), live).object()).status, 201)
  })

  test('a production realm is opened with a signature only', async ({ assert }) => {
    const body = { name: 'Live', asset: 'live' }
    assert.deepEqual(reasonOf(await builder.post('/api/v1/realms', body)), REQUIRED)
    assert.equal((await builder.signed(key.pair).post('/api/v1/realms', body)).status, 201)
  })

  test('a production realm closes by signature, which confirms nothing', async ({ assert }) => {
    const address = `/api/v1/realms/${live.id}`
    assert.deepEqual(reasonOf(await builder.send('DELETE', address)), REQUIRED)
    const signed = await builder.signed(key.pair).send('DELETE', address)
    assert.equal(signed.error.code, 'STEP_UP_REQUIRED')
  })

  test('reads, and realms that are not production, need none', async ({ assert }) => {
    assert.equal((await builder.get('/api/v1/realms')).status, 200)
    assert.equal((await builder.get(`/api/v1/realms/${live.id}`)).status, 200)
    assert.equal((await builder.get('/api/v1/objects', { realmId: live.id })).status, 200)
    const paper = await builder.realm()
    accepted(await changes(builder, paper).object())
  })

  test("another organization's production realm stays unknown", async ({ assert }) => {
    const stranger = await Client.signIn()
    for (const [name, change] of Object.entries(changes(stranger, live))) {
      assert.equal((await change()).status, 404, name)
    }
  })
})
