import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { RealmDirectory } from '#modules/ledger/index'
import {
  Member,
  askedBy,
  confirmedClient,
  progressOf,
} from '#tests/functional/auth/support/confirmations'
import { Client, accepted, type TestRealm } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

const WALLET = '/users/u1/wallet'
const SINK = '/users/u1/sink'

/** Simulated money that counts as real from now on. */
async function makeProduction({ id }: TestRealm) {
  await writeRows`UPDATE realms SET asset = 'live' WHERE id = ${id}`
  const directory = await app.container.make(RealmDirectory)
  directory.forget(id)
}

test.group('auth | step-up | funded delete by an end user', (group) => {
  let member: Member
  let realm: TestRealm
  let walletId: string
  let keyId: string
  let mintToken: (body?: Record<string, unknown>) => Promise<{ client: Client; expiresAt: string }>

  group.each.setup(async () => {
    member = await Member.join()
    realm = await member.client.realm()
    walletId = (await realm.account(WALLET, '25')).id
    await realm.object(SINK)
    await realm.object('/users/u1/other')
    await makeProduction(realm)
    const made = accepted(
      await member.client.post('/api/v1/api-keys', { name: 'Minter', permissions: 'full' })
    )
    keyId = made.apiKey.id
    const actions = ['svc:DeleteObject', 'svc:ReceiveTo']
    const scope = { statements: [{ actions, resources: ['/users/u1/*'] }] }
    mintToken = async (body = {}) => {
      const { token, expiresAt } = accepted(
        await Client.withToken(made.rawKey).post('/api/v1/auth/token', {
          realmId: realm.id,
          sub: 'u1',
          scope,
          ...body,
        })
      )
      return { client: Client.withToken(token), expiresAt }
    }
  })

  const deletion = (body: Record<string, unknown> = {}) => ({
    realmId: realm.id,
    path: WALLET,
    sweepToPath: SINK,
    ...body,
  })
  const remove = (client: Client, body = deletion()) => client.post('/api/v1/objects/delete', body)

  test('a member approves, and exactly that body is permitted', async ({ assert }) => {
    const { client } = await mintToken()
    const asked = askedBy(await remove(client))
    assert.equal(asked.action, 'svc:DeleteObject')
    assert.deepEqual(asked.resources, [WALLET, SINK])
    const { html } = await member.open(asked.confirmUrl)
    for (const text of [WALLET, SINK, '25.00 USD', 'a token made for the end user u1']) {
      assert.include(html, text)
    }
    await member.approve(asked.confirmUrl)

    const confirmed = await confirmedClient(client, asked)
    for (const changed of [
      { sweepToPath: '/users/u1/other' },
      { sweepToPath: null },
      { liquidatePositions: false },
    ]) {
      const reply = await remove(confirmed, deletion(changed))
      assert.equal(reply.status, 401)
      assert.match(reply.error.message, /another request/)
    }
    // The same body in another layout.
    const spelt = `{ "sweepToPath": "\\u002fusers/u1/sink", "path": "${WALLET}","realmId":"${realm.id}" }`
    const done = await confirmed.send('POST', '/api/v1/objects/delete', spelt)
    assert.equal(done.status, 200)
    const actors = await readRows`SELECT actor_type, actor_id FROM operations
          WHERE id = ${done.data.operation.id}`
    assert.deepEqual(actors, [{ actor_type: 'end_user', actor_id: 'u1' }])
    assert.equal((await progressOf(client, asked)).status, 'used')
    assert.equal((await remove(confirmed)).status, 401)
  })

  test('a token of the same end user is another credential', async ({ assert }) => {
    const { client } = await mintToken()
    const asked = askedBy(await remove(client))
    const { client: other } = await mintToken()
    assert.equal((await other.get(`/api/v1/auth/step-up/${asked.requestId}`)).status, 404)
    assert.notEqual(askedBy(await remove(other)).requestId, asked.requestId)
  })

  test('a confirmation ends with the token that asked', async ({ assert }) => {
    const { client, expiresAt } = await mintToken({ expirationMinutes: 1 })
    const asked = askedBy(await remove(client))
    assert.isAtMost(Date.parse(asked.expiresAt), Date.parse(expiresAt))
  })

  test('a confirmation falls with the key its scoped token was minted with', async ({ assert }) => {
    const { client } = await mintToken()
    const asked = askedBy(await remove(client))
    await member.approve(asked.confirmUrl)
    const confirmed = await confirmedClient(client, asked)
    accepted(await member.client.send('DELETE', `/api/v1/api-keys/${keyId}`))
    assert.equal((await remove(confirmed)).status, 401)
    const { object } = accepted(await member.client.get(`/api/v1/objects/${walletId}`))
    assert.equal(object.status, 'active')
  })

  test('a confirmation permits nothing its credential may not do', async ({ assert }) => {
    const { client } = await mintToken({
      scope: { statements: [{ actions: ['svc:DeleteObject'], resources: ['/users/u2/*'] }] },
    })
    assert.equal((await remove(client)).status, 403)
  })

  test('ten simultaneous uses delete once and sweep once', async ({ assert }) => {
    const { client } = await mintToken()
    const asked = askedBy(await remove(client))
    await member.approve(asked.confirmUrl)
    const confirmed = await confirmedClient(client, asked)
    const replies = await Promise.all(Array.from({ length: 10 }, () => remove(confirmed)))
    const done = replies.filter(({ status }) => status === 200)
    assert.isAtLeast(done.length, 1)
    const operations = new Set(done.map(({ data }) => data.operation.id))
    assert.equal(operations.size, 1)
    for (const { status, body } of replies) {
      assert.include([200, 401, 404, 409], status, JSON.stringify(body))
    }
  })
})
