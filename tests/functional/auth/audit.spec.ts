import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { dataOf, signIn, type SignedIn } from '#tests/functional/auth/support/people'
import { pageOf, type Entry } from '#tests/functional/auth/support/audit_pages'
import { Client, accepted, pluck } from '#tests/support/client'
import { newSigningPair } from '#tests/support/signing_pair'

async function typesOf(client: Client): Promise<string[]> {
  const { entries } = await pageOf(client)
  return pluck(entries, 'eventType')
}

/** A client with a key of this builder. */
async function withKey(builder: Client, body: Record<string, unknown>): Promise<Client> {
  const created = await builder.post<{ rawKey: string }>('/api/v1/api-keys', {
    name: 'Audited',
    ...body,
  })
  return Client.withToken(accepted(created).rawKey)
}

/** What an organization's denied requests left, once all of it is written. */
async function denialsOf(builder: Client): Promise<Entry[]> {
  await (await app.container.make(DeniedRequests)).settled()
  return (await pageOf(builder, { eventType: 'permission_denied' })).entries
}

test.group('auth | audit log | what is recorded', () => {
  test('a sign-in names person and request, and nothing secret', async ({ client, assert }) => {
    const session = await signIn(client)
    const [entry] = (await pageOf(Client.withToken(session.token))).entries
    assert.containSubset(entry, {
      eventType: 'sign_in',
      success: true,
      realmId: null,
      actorType: 'builder',
      actorId: session.builder.id,
      credential: 'builder',
      credentialId: session.builder.id,
    })
    assert.deepEqual(Object.keys(entry!).sort(), [
      'actorId',
      'actorType',
      'address',
      'createdAt',
      'credential',
      'credentialId',
      'details',
      'eventType',
      'id',
      'realmId',
      'requestId',
      'success',
    ])
    assert.match(entry!.id, /^aud_/)
    assert.match(entry!.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    assert.notInclude(JSON.stringify(entry), session.refreshToken)
  })

  test('a refresh is recorded, and a used token’s failure, once', async ({ client, assert }) => {
    const { token, refreshToken } = await signIn(client)
    const refresh = () => client.post('/api/v1/auth/refresh').json({ refreshToken })
    dataOf<SignedIn>(await refresh())
    for (let again = 0; again < 3; again++) await refresh()
    const { entries } = await pageOf(Client.withToken(token), { eventType: 'token_refreshed' })
    assert.containSubset(entries, [
      { success: false, credential: 'refresh_token' },
      { success: true, credential: 'refresh_token', details: {} },
    ])
    assert.lengthOf(entries, 2)
    assert.match(entries[0]!.details.reason as string, /reused/)
    assert.match(entries[0]!.credentialId, /^rtf_/)
  })

  test('keys and tokens are recorded with their ids, never with their text', async ({ assert }) => {
    const builder = await Client.signIn()
    const realm = await builder.realm()
    const { apiKey, rawKey } = accepted(
      await builder.post<{ apiKey: { id: string }; rawKey: string }>('/api/v1/api-keys', {
        name: 'Backend',
        realmId: realm.id,
        permissions: 'read',
      })
    )
    const minted = accepted(
      await builder.post<{ token: string }>('/api/v1/auth/token', {
        realmId: realm.id,
        sub: 'user-1',
        scope: { statements: [{ actions: ['svc:Read'], resources: ['/users/u1/*'] }] },
      })
    )
    accepted(await builder.send('DELETE', `/api/v1/api-keys/${apiKey.id}`))
    accepted(await builder.send('DELETE', `/api/v1/api-keys/${apiKey.id}`))
    assert.deepEqual(await typesOf(builder), [
      'api_key_revoked',
      'token_minted',
      'api_key_created',
      'realm_created',
      'sign_in',
    ])
    const { entries } = await pageOf(builder, { realmId: realm.id })
    assert.lengthOf(entries, 4)
    assert.containSubset(entries, [
      { eventType: 'api_key_created', details: { keyId: apiKey.id, name: 'Backend' } },
      { eventType: 'token_minted', details: { sub: 'user-1' }, actorType: 'builder' },
      { eventType: 'api_key_revoked', details: { keyId: apiKey.id } },
    ])
    const text = JSON.stringify(await pageOf(builder))
    // The secret itself may begin with an underscore.
    assert.notInclude(text, rawKey.split('_').slice(2).join('_'))
    assert.notInclude(text, minted.token.split('.')[2]!)
  })

  test('signing keys are recorded when they come and when they go', async ({ assert }) => {
    const builder = await Client.signIn()
    const { publicKey, fingerprint } = await newSigningPair()
    const { id } = accepted(
      await builder.post<{ id: string }>('/api/v1/signing-keys', { name: 'Laptop', publicKey })
    )
    accepted(await builder.send('DELETE', `/api/v1/signing-keys/${id}`))
    const { entries } = await pageOf(builder)
    assert.deepEqual(pluck(entries, 'eventType'), [
      'signing_key_revoked',
      'signing_key_registered',
      'sign_in',
    ])
    for (const { details } of entries.slice(0, 2)) {
      assert.containSubset(details, { keyId: id, fingerprint })
    }
  })

  test('a key that failed to be made leaves no entry', async ({ assert }) => {
    const builder = await Client.signIn()
    const { status } = await builder.post('/api/v1/api-keys', { name: 'x', realmId: randomUUID() })
    assert.equal(status, 404)
    assert.deepEqual(await typesOf(builder), ['sign_in'])
  })
})

test.group('auth | audit log | denied requests', () => {
  test('a denied request names code, action, resource and route', async ({ assert }) => {
    const builder = await Client.signIn()
    const realm = await builder.realm()
    const reader = await withKey(builder, { realmId: realm.id, permissions: 'read' })
    const { status } = await reader.post('/api/v1/objects', { realmId: realm.id, path: '/a' })
    assert.equal(status, 403)
    const [entry] = await denialsOf(builder)
    assert.containSubset(entry, {
      success: false,
      realmId: realm.id,
      actorType: 'api_key',
      credential: 'api_key',
      details: {
        code: 'FORBIDDEN',
        action: 'svc:CreateObject',
        resource: '/a',
        method: 'POST',
        route: '/api/v1/objects',
      },
    })
  })

  test('a credential on a realm it is not locked to is recorded', async ({ assert }) => {
    const builder = await Client.signIn()
    const [realm, other] = [await builder.realm(), await builder.realm()]
    const reader = await withKey(builder, { realmId: realm.id, permissions: 'read' })
    assert.equal((await reader.get(`/api/v1/realms/${other.id}`)).status, 403)
    const [entry] = await denialsOf(builder)
    assert.containSubset(entry!, { details: { code: 'REALM_SCOPE_MISMATCH' }, realmId: realm.id })
  })

  test('another organization knocking leaves nothing in ours', async ({ assert }) => {
    const builder = await Client.signIn()
    const realm = await builder.realm()
    const stranger = await Client.signIn()
    assert.equal((await stranger.get(`/api/v1/realms/${realm.id}`)).status, 404)
    assert.lengthOf(await denialsOf(builder), 0)
    assert.lengthOf(await denialsOf(stranger), 0)
  })

  test('a flood of 500 denials leaves a bounded number of rows', async ({ assert }) => {
    const builder = await Client.signIn()
    const realm = await builder.realm()
    const reader = await withKey(builder, { realmId: realm.id, permissions: 'read' })
    const knock = async (n: number) => {
      const path = `/flood/${n}`
      const { status } = await reader.post('/api/v1/objects', { realmId: realm.id, path })
      return status
    }
    const statuses = new Set<number>()
    for (let batch = 0; batch < 20; batch++) {
      const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => knock(batch * 25 + n)))
      for (const status of answers) statuses.add(status)
    }
    assert.deepEqual([...statuses], [403])
    // A slow machine may begin a second minute, never a tenth.
    assert.isAtMost((await denialsOf(builder)).length, 200)
    const denied = await app.container.make(DeniedRequests)
    denied.closeWindows(true)
    const rows = await denialsOf(builder)
    const counted = rows.reduce(
      (sum, { details }) => sum + ((details.suppressed as number | undefined) ?? 1),
      0
    )
    assert.equal(counted, 500)
  })
})
