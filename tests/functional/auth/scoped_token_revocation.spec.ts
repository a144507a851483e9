import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { PurgeExpired } from '#modules/auth/services/purge_expired'
import { EndedCredentialStore } from '#modules/auth/storage/ended_credential_store'
import { ScopedTokenStore } from '#modules/auth/storage/scoped_token_store'
import { SessionStore } from '#modules/auth/storage/session_store'
import {
  allow,
  makeKey,
  mint,
  notOrganization,
  refusal,
  scoped,
} from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, type AnyData } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'

const TOKENS = '/api/v1/auth/tokens'
const READ = allow('svc:Read', '*')

const tokensOf = async (client: Client, query = {}) => accepted(await client.get(TOKENS, query))
const revoke = (client: Client, id: string) => client.send('DELETE', `${TOKENS}/${id}`)
const read = async (client: Client, { id: realmId }: TestRealm) =>
  (await client.get('/api/v1/objects', { realmId })).status

test.group('auth | revoking scoped tokens', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  test('a minted token is listed without its text, by realm and by page', async ({ assert }) => {
    const { client } = realm
    const other = await client.realm()
    const key = await makeKey(client)
    const minted = accepted(await mint(key.client, other.id, allow('svc:ReadObject', '/a/*')))
    const { tokens, total } = await tokensOf(client, { realmId: other.id })
    assert.equal(total, 1)
    const { id, createdAt, ...shown } = tokens[0]
    assert.deepEqual(shown, {
      sub: 'user-1',
      realmId: other.id,
      scope: {
        statements: [{ effect: 'Allow', actions: ['svc:ReadObject'], resources: ['/a/*'] }],
      },
      mintedBy: key.id,
      expiresAt: minted.expiresAt,
      revokedAt: null,
    })
    assert.isOk(id && createdAt)
    assert.notInclude(JSON.stringify(tokens), minted.token)
    accepted(await mint(client, realm.id, READ))
    const first = await tokensOf(client, { limit: 1 })
    const second = await tokensOf(client, { limit: 1, cursor: first.nextCursor })
    assert.isAtLeast(first.total, 2)
    assert.notEqual(first.tokens[0].id, second.tokens[0].id)
  })

  test('a revoked token ends at once, with all it minted and its socket', async ({ assert }) => {
    const own = await TestRealm.open()
    const parent = await scoped(own, READ)
    const child = Client.withToken(accepted(await mint(parent, own.id, READ)).token)
    const grandchild = Client.withToken(accepted(await mint(child, own.id, READ)).token)
    const sibling = await scoped(own, READ)
    const socket = await TestSocket.open(own.id, grandchild.token!)
    const { tokens } = await tokensOf(own.client)
    // Newest first: sibling, grandchild, child, parent.
    const id = tokens.at(-1).id
    accepted(await revoke(own.client, id))
    for (const ended of [parent, child, grandchild]) assert.equal(await read(ended, own), 401)
    const refused = await parent.get('/api/v1/objects', { realmId: own.id })
    assert.include(refused.error.message, 'has been revoked')
    assert.equal(await read(sibling, own), 200)
    assert.equal((await socket.ended).code, 4401)
    const after = await tokensOf(own.client)
    const ended = after.tokens.map(({ revokedAt }: AnyData) => revokedAt !== null)
    assert.deepEqual(ended, [false, true, true, true])
    accepted(await revoke(own.client, id))
    const query = { eventType: 'token_revoked' }
    const { entries } = accepted(await own.client.get('/api/v1/auth/audit', query))
    assert.lengthOf(entries, 1)
    assert.lengthOf(entries[0].details.withIt, 2)
  })

  test('what a token mints at the moment of its revocation is revoked too', async ({ assert }) => {
    const own = await TestRealm.open()
    for (let round = 0; round < 5; round++) {
      const parent = await scoped(own, READ)
      const [{ id }] = (await tokensOf(own.client)).tokens
      const mints = [1, 2, 3].map(() => mint(parent, own.id, READ))
      const [replies] = await Promise.all([Promise.all(mints), revoke(own.client, id)])
      for (const { status, data } of replies) {
        if (status === 201) assert.equal(await read(Client.withToken(data.token), own), 401)
        else assert.equal(status, 401)
      }
    }
  })

  test('only unscoped credentials of an organization see and revoke tokens', async ({ assert }) => {
    const token = await scoped(realm, allow('svc:*', '*'))
    const [{ id }] = (await tokensOf(realm.client)).tokens
    const readKey = await makeKey(realm.client, { permissions: 'read' })
    const locked = await makeKey(realm.client, { realmId: realm.id })
    for (const client of [token, readKey.client, locked.client]) {
      assert.deepEqual(refusal(await revoke(client, id)), notOrganization)
      assert.deepEqual(refusal(await client.get(TOKENS)), notOrganization)
    }
    const stranger = await TestRealm.open()
    assert.equal((await revoke(stranger.client, id)).status, 404)
    assert.equal((await stranger.client.get(TOKENS, { realmId: realm.id })).status, 404)
    assert.equal(await read(token, realm), 200)
    accepted(await revoke((await makeKey(realm.client)).client, id))
    assert.equal(await read(token, realm), 401)
  })

  test('what has expired is forgotten, and only that', async ({ assert }) => {
    const own = await TestRealm.open()
    await scoped(own, READ)
    const clock = new ManualClock(Date.UTC(2021, 0, 1) * 1000)
    const database = await app.container.make(Database)
    const [sessions, tokens, ended] = await Promise.all([
      app.container.make(SessionStore),
      app.container.make(ScopedTokenStore),
      app.container.make(EndedCredentialStore),
    ])
    const idOf = (year: number) => `rtf_${year}_${own.id.slice(-12)}`
    for (const year of [2020, 2022]) {
      const id = idOf(year)
      const createdAt = 0
      const expiresAt = Date.UTC(year, 0, 1) * 1000
      const person = { issuer: 'i', subject: own.id }
      const seen = { address: null, userAgent: null, lastUsedAt: 0 }
      await sessions.add(database, { ...person, ...seen, id, kind: 'api', createdAt, expiresAt })
      const who = { orgId: 'org_x', realmId: own.id, sub: 'u', mintedBy: 'bld_x' }
      const token = { ...who, id, statements: [], createdAt, expiresAt, revokedAt: null }
      await tokens.add(database, token)
      await ended.add(database, [{ id, expiresAt }])
    }
    const tables = ['sessions', 'scoped_tokens', 'ended_credentials'] as const
    await new PurgeExpired(database, clock).run(...tables)
    for (const table of tables) {
      const ids = [idOf(2020), idOf(2022)]
      const left = await database.read(`SELECT id FROM ${table} WHERE id IN (?)`, [ids])
      assert.deepEqual(left, [{ id: idOf(2022) }], table)
    }
    assert.equal((await tokensOf(own.client)).total, 1)
  })
})
