import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock, ManualClock } from '#app/clock/clock'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { systemAuditEntry } from '#modules/auth/core/audit_entry'
import { AuditLog } from '#modules/auth/services/audit_log'
import { CheckAudit } from '#modules/auth/services/check_audit'
import { PurgeAudit } from '#modules/auth/services/purge_audit'
import { AuditStore } from '#modules/auth/storage/audit_store'
import { signIn } from '#tests/functional/auth/support/people'
import { AUDIT, pageOf } from '#tests/functional/auth/support/audit_pages'
import { Client, accepted, bodyWithout, pluck, type AnyData } from '#tests/support/client'
import { refusesFields } from '#tests/support/refusals'

/** A client with a key of this builder. */
async function withKey(builder: Client, body: Record<string, unknown>): Promise<Client> {
  const created = await builder.post<{ rawKey: string }>('/api/v1/api-keys', {
    name: 'Audited',
    ...body,
  })
  return Client.withToken(accepted(created).rawKey)
}

/** What an organization's denied requests left, once all of it is written. */
test.group('auth | audit log | reading', () => {
  test('pages hold each entry once, newest first, and none since', async ({ client, assert }) => {
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

  test('a credential locked to a realm sees that realm’s entries only', async ({ assert }) => {
    const builder = await Client.signIn()
    const [realm, other] = [await builder.realm(), await builder.realm()]
    const locked = await withKey(builder, { realmId: realm.id, permissions: 'read' })
    await withKey(builder, { realmId: other.id, permissions: 'read' })
    await withKey(builder, { permissions: 'read' })
    const queries: Record<string, string>[] = [{}, { realmId: realm.id }]
    for (const query of queries) {
      const { entries, total } = await pageOf(locked, query)
      const seen = entries.map((entry) => [entry.eventType, entry.realmId])
      assert.deepEqual(seen, [
        ['api_key_created', realm.id],
        ['realm_created', realm.id],
      ])
      assert.equal(total, 2)
    }
    const { status, error } = await locked.get(AUDIT, { realmId: other.id })
    assert.equal(status, 403)
    assert.equal(error.code, 'REALM_SCOPE_MISMATCH')
  })

  test('another organization sees nothing of ours, nor we its realms', async ({ assert }) => {
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
  test('entries older than a year are forgotten, and the chain still holds', async ({ assert }) => {
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
    const actors = rows.map((row) => row.actor_id)
    assert.deepEqual(actors, ['364', '0'])
    const { findings } = await (await app.container.make(CheckAudit)).run()
    assert.isEmpty(findings.filter((finding) => finding.orgId === orgId))
  })
})
