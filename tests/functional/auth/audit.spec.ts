import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock, ManualClock } from '#app/clock/clock'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { systemAuditEntry } from '#modules/auth/core/audit_entry'
import { AuditLog } from '#modules/auth/services/audit_log'
import { CheckAudit } from '#modules/auth/services/check_audit'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { PurgeAudit } from '#modules/auth/services/purge_audit'
import { AuditStore } from '#modules/auth/storage/audit_store'
import { dataOf, signIn, type SignedIn } from '#tests/functional/auth/support/people'
import { Client, accepted, bodyWithout, pluck, type AnyData } from '#tests/support/client'
import { refusesFields } from '#tests/support/refusals'
import { newSigningPair } from '#tests/support/signing_pair'

const AUDIT = '/api/v1/auth/audit'

interface Entry {
  id: string
  eventType: string
  success: boolean
  realmId: string | null
  actorType: string
  actorId: string
  credential: string
  credentialId: string
  details: AnyData
  requestId: string
  createdAt: string
}

interface Page {
  entries: Entry[]
  total: number
  nextCursor: string | null
}

async function pageOf(client: Client, query: Record<string, string | number> = {}): Promise<Page> {
  return accepted(await client.get<Page>(AUDIT, query))
}

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
  test('a sign-in names the person and the request, and nothing secret', async ({
    client,
    assert,
  }) => {
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

  test('a refresh is recorded, and a used token that comes back as a failure, once', async ({
    client,
    assert,
  }) => {
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

  test('keys and tokens are recorded with their ids and never with their text', async ({
    assert,
  }) => {
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
    assert.notInclude(text, rawKey.split('_')[2]!)
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

test.group('auth | audit log | reading', () => {
  test('pages hold every entry once, newest first, and none made after the walk began', async ({
    client,
    assert,
  }) => {
    const { token, builder } = await signIn(client)
    for (let again = 0; again < 4; again++) await signIn(client, builder.email)
    const reader = Client.withToken(token)
    const first = await pageOf(reader, { limit: 2 })
    assert.equal(first.total, 5)
    await signIn(client, builder.email)
    const second = await pageOf(reader, { limit: 2, cursor: first.nextCursor! })
    const third = await pageOf(reader, { limit: 2, cursor: second.nextCursor! })
    assert.containSubset(third, { nextCursor: null, total: 5 })
    const walked = [...first.entries, ...second.entries, ...third.entries]
    const times = pluck(walked, 'createdAt')
    assert.lengthOf(new Set(pluck(walked, 'id')), 5)
    assert.deepEqual(times, times.toSorted().reverse())
  })

  test('filters by type, success and time, with both ends included', async ({ client, assert }) => {
    const { token, refreshToken } = await signIn(client)
    for (let again = 0; again < 2; again++) {
      await client.post('/api/v1/auth/refresh').json({ refreshToken })
    }
    const reader = Client.withToken(token)
    const [failed, refreshed, signedIn] = (await pageOf(reader)).entries
    const idsOf = async (query: Record<string, string>) => {
      const { entries, total } = await pageOf(reader, query)
      assert.equal(total, entries.length)
      return pluck(entries, 'id')
    }
    assert.deepEqual(await idsOf({ eventType: 'sign_in' }), [signedIn!.id])
    assert.deepEqual(await idsOf({ success: 'false' }), [failed!.id])
    assert.deepEqual(await idsOf({ success: 'true' }), [refreshed!.id, signedIn!.id])
    assert.deepEqual(await idsOf({ since: refreshed!.createdAt }), [failed!.id, refreshed!.id])
    assert.deepEqual(await idsOf({ until: refreshed!.createdAt }), [refreshed!.id, signedIn!.id])
    assert.deepEqual(await idsOf({ since: failed!.createdAt, until: signedIn!.createdAt }), [])
    const offset = refreshed!.createdAt.replace('Z', '+00:00')
    assert.deepEqual(await idsOf({ since: offset, until: offset }), [refreshed!.id])
  })

  test('a query that is not understood is refused, naming the field', async ({ assert }) => {
    const builder = await Client.signIn()
    const send = (query: AnyData) => builder.get(AUDIT, query as Record<string, string>)
    const times = [
      'yesterday',
      '2026-01-01',
      '2026-13-01T00:00:00Z',
      '2026-01-01T00:00:00',
      '1969-12-31T23:59:59Z',
      '0000-01-01T00:00:00+10:00',
      '9999-12-31T23:59:59-10:00',
      '',
    ]
    await refusesFields(
      assert,
      send,
      {},
      {
        eventType: ['sign_out', 'SIGN_IN', ''],
        realmId: ['x', ''],
        success: ['yes', '1', 'TRUE', ''],
        since: times,
        until: times,
        limit: ['0', '1001', '1.5', 'x', '-1'],
        cursor: ['x', 'e30', ''],
      }
    )
  })

  test('needs svc:ReadAuditLog at the root', async ({ assert }) => {
    const builder = await Client.signIn()
    const realm = await builder.realm()
    const allow = (actions: string[], resources: string[]) =>
      withKey(builder, {
        realmId: realm.id,
        scope: { statements: [{ effect: 'Allow', actions, resources }] },
      })
    const elsewhere = await allow(['svc:ReadAuditLog'], ['/users/*'])
    const { status, error } = await elsewhere.get(AUDIT)
    assert.equal(status, 403)
    assert.containSubset(error.details, { action: 'svc:ReadAuditLog', resource: '/' })
    const trader = await allow(['svc:Transfer'], ['*'])
    assert.equal((await trader.get(AUDIT)).status, 403)
    const auditor = await allow(['svc:ReadAuditLog'], ['/'])
    assert.equal((await auditor.get(AUDIT)).status, 200)
    assert.equal((await Client.anonymous().get(AUDIT)).status, 401)
  })

  test('a credential that is locked to a realm sees the entries of that realm only', async ({
    assert,
  }) => {
    const builder = await Client.signIn()
    const [realm, other] = [await builder.realm(), await builder.realm()]
    const locked = await withKey(builder, { realmId: realm.id, permissions: 'read' })
    await withKey(builder, { realmId: other.id, permissions: 'read' })
    await withKey(builder, { permissions: 'read' })
    const queries: Record<string, string>[] = [{}, { realmId: realm.id }]
    for (const query of queries) {
      const { entries, total } = await pageOf(locked, query)
      assert.deepEqual(
        entries.map((entry) => [entry.eventType, entry.realmId]),
        [
          ['api_key_created', realm.id],
          ['realm_created', realm.id],
        ]
      )
      assert.equal(total, 2)
    }
    const { status, error } = await locked.get(AUDIT, { realmId: other.id })
    assert.equal(status, 403)
    assert.equal(error.code, 'REALM_SCOPE_MISMATCH')
  })

  test('another organization sees nothing of ours, and its realms do not exist for us', async ({
    assert,
  }) => {
    const [builder, stranger] = [await Client.signIn(), await Client.signIn()]
    const realm = await builder.realm()
    assert.equal((await pageOf(stranger)).total, 1)
    const foreign = await stranger.get(AUDIT, { realmId: realm.id })
    const nowhere = randomUUID()
    const unknown = await stranger.get(AUDIT, { realmId: nowhere })
    assert.equal(foreign.status, 404)
    assert.equal(bodyWithout(foreign, realm.id), bodyWithout(unknown, nowhere))
  })
})

test.group('auth | audit log | retention', () => {
  test('entries older than a year are forgotten, and the chain of the rest still holds', async ({
    assert,
  }) => {
    const [chains, database] = await Promise.all([
      app.container.make(AuditStore),
      app.container.make(Database),
    ])
    const orgId = newId('org')
    const nowMicros = (await app.container.make(Clock)).nowMicros()
    for (const age of [367, 366, 364, 0]) {
      const clock = new ManualClock(nowMicros - age * 86_400_000_000)
      const entry = systemAuditEntry(`${age}`, orgId, { eventType: 'sign_in' })
      await new AuditLog(chains, clock).record(database, entry)
    }
    await (await app.container.make(PurgeAudit)).run()
    const rows = await database.read<{ actor_id: string }>(
      'SELECT actor_id FROM credential_audit WHERE org_id = ? ORDER BY seq',
      [orgId]
    )
    assert.deepEqual(
      rows.map((row) => row.actor_id),
      ['364', '0']
    )
    const { findings } = await (await app.container.make(CheckAudit)).run()
    assert.isEmpty(findings.filter((finding) => finding.orgId === orgId))
  })
})
