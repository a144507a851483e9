import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { DeniedRequests } from '#modules/auth/services/denied_requests'
import { allow, makeKey, scoped } from '#tests/functional/auth/support/credentials'
import {
  GRACE_MS,
  HOUR_MS,
  eventsOf,
  registered,
  registeredBefore,
  revoke,
  type RegisteredKey,
} from '#tests/functional/auth/support/signing'
import { Client, accepted, pluck, type Reply, type TestRealm } from '#tests/support/client'
import {
  headersOf,
  newSigningPair,
  signText,
  signatureHeaders,
  unixSeconds,
} from '#tests/support/signing_pair'

type Headers = Record<string, string>

let builder: Client
let realm: TestRealm
let key: RegisteredKey

const transferOf = (path = `/op/signed/${randomUUID()}`) => ({
  realmId: realm.id,
  path,
  sourceObjectPath: '/a',
  targetObjectPath: '/b',
  amount: '1.00',
})

const send = (body: unknown, headers: Headers, by = builder) =>
  by.send('POST', '/api/v1/transfer', body, headers)

const reasonOf = ({ status, error }: Reply<unknown>) => ({
  status,
  code: error?.code,
  reason: error?.details?.reason,
})

const invalid = (reason: string) => ({ status: 401, code: 'INVALID_SIGNATURE', reason })

async function operationsAt(path: string): Promise<number> {
  const query = { realmId: realm.id, path }
  return accepted(await builder.get('/api/v1/operations', query)).total
}

test.group('auth | request signatures', (group) => {
  group.setup(async () => {
    builder = await Client.signIn()
    realm = await builder.realm()
    key = await registered(builder)
    await realm.account('/a', '1000.00')
    await realm.object('/b')
  })

  test('a signed request is executed, with every kind of credential', async ({ assert }) => {
    const { client: apiKey } = await makeKey(builder, { realmId: realm.id })
    const token = await scoped(realm, allow('svc:Transfer', '*'))
    for (const client of [builder, apiKey, token]) {
      const reply = await client.signed(key.pair).post('/api/v1/transfer', transferOf())
      assert.equal(reply.status, 201)
    }
  })

  test('a request without a body is signed as {}', async ({ assert }) => {
    const signed = builder.signed(key.pair)
    assert.equal((await signed.get('/api/v1/realms')).status, 200)
    const { view } = await registered(builder)
    assert.equal((await signed.post(`/api/v1/signing-keys/${view.id}/cancel`)).status, 200)
    assert.equal((await revoke(signed, view.id)).status, 200)
    const other = await signatureHeaders(key.pair, { body: { x: 1 } })
    const reply = await builder.send('GET', '/api/v1/realms', undefined, other)
    assert.deepEqual(reasonOf(reply), invalid('signature_mismatch'))
  })

  test('a body may be spelled in any way that canonicalises as signed', async ({ assert }) => {
    const body = transferOf()
    const backwards = Object.fromEntries(Object.entries(body).reverse())
    const spelled = JSON.stringify(backwards, null, 3).replace('/a', '\\u002fa')
    assert.equal((await send(spelled, await signatureHeaders(key.pair, { body }))).status, 201)
  })

  test('some but not all headers are refused, and nothing is executed', async ({ assert }) => {
    for (const left of ['x-service-key-id', 'x-service-signature', 'x-service-timestamp']) {
      const body = transferOf()
      const headers: Headers = await signatureHeaders(key.pair, { body })
      delete headers[left]
      assert.deepEqual(reasonOf(await send(body, headers)), invalid('incomplete_headers'), left)
      assert.equal(await operationsAt(body.path), 0)
    }
  })

  test('a timestamp is accepted within 300 seconds either way, not beyond', async ({ assert }) => {
    // A second of room inside: the clock moves between signing and reading.
    for (const offset of [-298, 0, 300]) {
      const body = transferOf()
      const timestamp = unixSeconds(offset)
      const reply = await send(body, await signatureHeaders(key.pair, { body, timestamp }))
      assert.equal(reply.status, 201, String(offset))
    }
    for (const offset of [-301, 305]) {
      const body = transferOf()
      const timestamp = unixSeconds(offset)
      const reply = await send(body, await signatureHeaders(key.pair, { body, timestamp }))
      assert.deepEqual(reasonOf(reply), invalid('timestamp_out_of_range'), String(offset))
      assert.equal(await operationsAt(body.path), 0)
    }
  })

  test('malformed headers are refused with their reason', async ({ assert }) => {
    const body = transferOf()
    const good = await signatureHeaders(key.pair, { body })
    const wrong: [Headers, string][] = [
      [{ 'x-service-timestamp': 'now' }, 'timestamp_malformed'],
      [{ 'x-service-timestamp': `${good['x-service-timestamp']}.0` }, 'timestamp_malformed'],
      [{ 'x-service-signature': 'x' }, 'signature_malformed'],
      [{ 'x-service-signature': Buffer.alloc(63).toString('base64') }, 'signature_malformed'],
      [{ 'x-service-key-id': key.view.id }, 'unknown_key'],
      [{ 'x-service-key-id': 'f'.repeat(16) }, 'unknown_key'],
      [{ 'x-service-signature': Buffer.alloc(64).toString('base64') }, 'signature_mismatch'],
    ]
    for (const [headers, reason] of wrong) {
      const reply = await send(body, { ...good, ...headers })
      assert.deepEqual(reasonOf(reply), invalid(reason), JSON.stringify(headers))
    }
    assert.equal(await operationsAt(body.path), 0)
  })

  test('a foreign, a pending and a revoked key are refused', async ({ assert }) => {
    const stranger = await registered(await Client.signIn())
    const pending = await registered(builder)
    const revoked = await registeredBefore(builder, GRACE_MS + HOUR_MS)
    accepted(await builder.signed(revoked.pair).get('/api/v1/realms'))
    accepted(await revoke(builder, revoked.view.id))
    const cases: [RegisteredKey, string][] = [
      [stranger, 'unknown_key'],
      [pending, 'key_pending'],
      [revoked, 'key_revoked'],
    ]
    for (const [{ pair }, reason] of cases) {
      const body = transferOf()
      const reply = await send(body, await signatureHeaders(pair, { body }))
      assert.deepEqual(reasonOf(reply), invalid(reason))
      assert.equal(await operationsAt(body.path), 0)
    }
  })

  test('a key whose 72 hours are over signs at once; its history says so', async ({ assert }) => {
    const grown = await registeredBefore(builder, GRACE_MS + 1000)
    accepted(await builder.signed(grown.pair).post('/api/v1/transfer', transferOf()))
    const types = pluck(await eventsOf(builder, grown.view.id), 'eventType')
    assert.deepEqual(types, ['activated', 'registered'])
  })

  test('a signature of another key under this key id is refused', async ({ assert }) => {
    const body = transferOf()
    const headers = await signatureHeaders(await newSigningPair(), { body })
    const reply = await send(body, { ...headers, 'x-service-key-id': key.pair.fingerprint })
    assert.deepEqual(reasonOf(reply), invalid('signature_mismatch'))
  })

  test('a body that names a key twice is refused, whichever was signed', async ({ assert }) => {
    const body = transferOf()
    const twice = JSON.stringify(body).replace('{', '{"amount":"500.00",')
    for (const amount of ['500.00', '1.00']) {
      const headers = await signatureHeaders(key.pair, { body: { ...body, amount } })
      assert.deepEqual(reasonOf(await send(twice, headers)), invalid('duplicate_json_keys'))
    }
    assert.equal(await operationsAt(body.path), 0)
  })

  test('a body with half a character of UTF-16 cannot be signed', async ({ assert }) => {
    const body = transferOf()
    const broken = JSON.stringify(body).replace('}', ',"note":"\\ud800"}')
    const headers = await signatureHeaders(key.pair, { body })
    assert.deepEqual(reasonOf(await send(broken, headers)), invalid('body_not_canonicalisable'))
    assert.equal(await operationsAt(body.path), 0)
  })

  test('a text signed without the protocol name does not count', async ({ assert }) => {
    const at = unixSeconds()
    const signature = await signText(key.pair, `{}\n${at}`)
    const headers = headersOf(key.pair.fingerprint, signature, at)
    const reply = await builder.send('GET', '/api/v1/realms', undefined, headers)
    assert.deepEqual(reasonOf(reply), invalid('signature_mismatch'))
  })

  test('an invalid credential is refused before its signature is read', async ({ assert }) => {
    const body = transferOf()
    const headers = await signatureHeaders(key.pair, { body })
    const reply = await send(body, headers, Client.withToken('svc_xxxxxxxx_nothing'))
    assert.equal(reply.error.code, 'UNAUTHORIZED')
  })

  test('a bad signature is an entry of the audit log', async ({ assert }) => {
    const owner = await Client.signIn()
    const { pair } = await registered(owner)
    const headers = await signatureHeaders(pair, { body: { x: 1 } })
    await owner.send('GET', '/api/v1/realms', undefined, headers)
    await (await app.container.make(DeniedRequests)).settled()
    const query = { eventType: 'permission_denied' }
    const { entries } = accepted(await owner.get('/api/v1/auth/audit', query))
    assert.containSubset(entries[0].details, {
      code: 'INVALID_SIGNATURE',
      reason: 'signature_mismatch',
    })
  })
})
