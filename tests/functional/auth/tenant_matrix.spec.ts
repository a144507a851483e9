import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import {
  allow,
  makeKey,
  notBuilder,
  notOrganization,
  refusal,
  scoped,
} from '#tests/functional/auth/support/credentials'
import { waitingApproval } from '#tests/functional/approvals/support/approving'
import { attest } from '#tests/functional/custody/support/attested'
import { CredentialHunt, textsOf } from '#tests/functional/auth/support/credential_hunt'
import {
  guardedRoutes,
  nameOf,
  namesRealm,
  namesTenants,
  nowhere,
  openPages,
  sampleRequest,
  type Target,
} from '#tests/functional/auth/support/route_samples'
import { newEmail } from '#tests/functional/auth/support/people'
import { upload } from '#tests/functional/reconciliation/support/comparing'
import {
  Client,
  TestRealm,
  accepted,
  bodyWithout,
  until,
  pluck,
  type Reply,
} from '#tests/support/client'
import {
  DocumentedExamples,
  type SampleRequest,
  type SampleRoute,
} from '#tests/support/documented_examples'

/**
 * Every route of the running service against every kind of caller that must not get through. Routes
 * of a module that is added are covered as soon as they are mounted; one that cannot be sampled
 * fails here, and says what to add.
 */

/** Bound to the very credential that caused it: for everybody else, colleagues too, it is not there. */
const OF_ONE_CREDENTIAL = new Set(['GET /api/v1/auth/step-up/:id'])

/** GET routes that our own builder cannot read either with what the matrix has made. */
const NOT_READABLE_HERE = new Set([
  'GET /api/v1/auth/step-up/:id',
  // For platform admins, and a builder is none.
  'GET /api/v1/admin/realms/:realmId/boundary-balance-sheet',
  'GET /api/v1/admin/realms/:realmId/halt',
  'GET /api/v1/admin/realms/:realmId/proposals',
  'GET /api/v1/admin/realms/:realmId/rescues',
])

/** What a credential of less than the organization is told, by the access a route declares. */
const UNSCOPED: Record<string, object> = {
  organization: notOrganization,
  builder_session: notBuilder,
}

/** Answers that are credentials, and no wider than the caller's own (scoped_tokens.spec.ts). */
const MINTS = new Set(['POST /api/v1/auth/token'])

const HOW = 'see the example of its operation, and tests/functional/auth/support/route_samples.ts'

const REALM_NAME = 'Matrix realm 7c1f'

let examples: DocumentedExamples
let realm: TestRealm
let ours: Target
/** What of ours nobody else may be shown. */
let secrets: string[]
/** Another organization, with a realm of its own. */
let stranger: Client
let strangersRealm: TestRealm
/** A key of our organization, locked to another realm. */
let lockedElsewhere: Client
/** A token of our realm that may read one far path. */
let farAway: Client
/** Who may read everything of the realm, and do nothing. */
let readers: Client[]
const hunt = new CredentialHunt()

/** One of everything a route may name. Add the collections of new routes here. */
async function idsOf({ client, id: realmId }: TestRealm): Promise<Record<string, string>> {
  const object = await realm.account('/users/u1/wallet', '5')
  await realm.account('/users/u2/wallet', '5')
  const { operations } = accepted(await client.get('/api/v1/operations', { realmId }))
  const events = await client.get('/api/v1/events', { realmId })
  const { paymentLink } = accepted(
    await client.post('/api/v1/payment-links', {
      realmId,
      type: 'deposit',
      objectPath: '/users/u1/wallet',
      amount: '1',
    })
  )
  const payout = { realmId, type: 'withdrawal', objectPath: '/users/u1/wallet', amount: '1' }
  accepted(await client.post('/api/v1/payment-links', payout))
  const held = await client.post('/api/v1/holds', {
    realmId,
    path: '/op/matrix-hold',
    sourceObjectPath: '/users/u1/wallet',
    targetObjectPath: '/users/u2/wallet',
    amount: '1',
  })
  const [attestation] = await attest(realm)
  const custody = await client.get('/api/v1/custody/boundaries', { realmId })
  const signingKeys = await client.post('/api/v1/signing-keys', {
    name: 'Matrix',
    publicKey: 'O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik=',
  })
  const { invitation } = accepted(
    await client.post('/api/v1/auth/invitations', { email: newEmail(), role: 'viewer' })
  )
  const { members } = accepted(await client.get('/api/v1/auth/members'))
  const { sessions } = accepted(await client.get('/api/v1/auth/sessions'))
  await scoped(realm, allow('svc:ReadObject', '/users/u1/wallet'))
  const { tokens } = accepted(await client.get('/api/v1/auth/tokens', { realmId }))
  const { exchange, orders, twap } = await tradingIds(realm)
  const watched = await client.post('/api/v1/aggregations/watch', {
    realmId,
    sources: [{ type: 'prefix', value: '/users/' }],
  })
  const hook = await client.post('/api/v1/webhooks', { realmId, url: 'https://receiver.invalid/' })
  const webhookId: string = accepted(hook).webhook.id
  const tried = await client.post(`/api/v1/webhooks/${webhookId}/test`)
  const watching = await client.post('/api/v1/monitors', {
    realmId,
    objectPath: '/users/u1/wallet',
    measure: 'settled',
    direction: 'below',
    threshold: '1',
  })
  const compared = await upload(realm, { objectPath: '/users/u1/wallet' })
  const planned = await client.post('/api/v1/schedules', {
    realmId,
    path: '/op/matrix-schedule',
    name: 'Matrix',
    runAt: '2099-01-01T00:00:00Z',
    action: 'transfer',
    template: {
      sourceObjectPath: '/users/u1/wallet',
      targetObjectPath: '/users/u2/wallet',
      amount: '1',
    },
  })
  return {
    'webhooks': webhookId,
    'deliveries': accepted(tried).delivery.id,
    'schedules': accepted(planned).schedule.id,
    'monitors': accepted(watching).monitor.id,
    'reconciliations': accepted(compared).reconciliation.id,
    'approvals': await waitingApproval(realm),
    'watch': accepted(watched).watchId,
    'realms': realmId,
    'objects': object.id,
    'operations': operations[0].id,
    'attestations': attestation!,
    exchange,
    orders,
    twap,
    'holds': accepted(held).operation.id,
    'events': events.status === 200 ? events.data.events[0].id : 'evt_0',
    'payment-links': paymentLink.id,
    'api-keys': (await makeKey(client, { name: 'Matrix' })).id,
    'signing-keys': signingKeys.data?.id ?? 'sgk_0',
    'members': members[0].id,
    'invitations': invitation.id,
    'sessions': sessions[0].id,
    'tokens': tokens[0].id,
    'step-up': 'stp_01k00000000000000000000000',
    'boundaries':
      (custody.body as { boundaries?: { id: string }[] }).boundaries?.[0]?.id ?? 'bnd_0',
  }
}

/** An exchange object with something of everything it can have. */
async function tradingIds(owner: TestRealm) {
  const { client, id: realmId } = owner
  await until('the first prices', async () => {
    const { status } = await client.get('/api/v1/exchange/market/mids')
    return status === 200
  })
  const { id: exchange } = await owner.object('/users/u1/trading', { type: 'exchange' })
  await owner.account('/users/u3/wallet', '1000')
  await owner.completed((await owner.transfer('/users/u3/wallet', '/users/u1/trading', '900')).id)
  const base = `/api/v1/objects/${exchange}/exchange`
  const terms = { realmId, market: 'vn:0:XRP', side: 'buy' }
  const limit = { ...terms, orderType: 'LIMIT', size: '20', price: '1', path: '/op/matrix/order' }
  const twap = { ...terms, totalSize: '100', durationMinutes: 60, path: '/op/matrix/twap' }
  const { order } = accepted(await client.post(`${base}/orders`, limit))
  const { operation } = accepted(await client.post(`${base}/twap`, twap))
  return { exchange, orders: order.id as string, twap: operation.id as string }
}

const sampleOf = (route: SampleRoute, target: Target) => sampleRequest(route, target, examples)

const ask = (client: Client, { method, address, body, headers }: SampleRequest) =>
  client.send<unknown>(method, address, body, headers)

const isTenantBound = (route: SampleRoute) => namesRealm(route) || namesTenants(route)

/** What an answer gives away that the question did not hold. */
function revealed(reply: Reply<unknown>, request: SampleRequest): string[] {
  const asked = JSON.stringify(request)
  const told = JSON.stringify(reply.body)
  return secrets.filter((secret) => told.includes(secret) && !asked.includes(secret))
}

const withoutIds = (reply: Reply<unknown>, { realmId, ids }: Target) =>
  bodyWithout(reply, realmId, ...Object.values(ids))

const shown = ({ body }: Reply<unknown>) => JSON.stringify(body)

/** Lists in a payload; the payload of the custody endpoints is bare. */
function listsIn({ body, data }: Reply<unknown>): unknown[][] {
  return Object.values((data ?? body) as Record<string, unknown>).filter(Array.isArray)
}

test.group('auth | tenant matrix', (group) => {
  group.setup(async () => {
    examples = await DocumentedExamples.read()
    realm = await TestRealm.open({ name: REALM_NAME })
    ours = { realmId: realm.id, ids: await idsOf(realm) }
    const { id, orgId } = accepted(await realm.client.get('/api/v1/auth/me'))
    secrets = [...Object.values(ours.ids), id, orgId, REALM_NAME]
    strangersRealm = await TestRealm.open()
    stranger = strangersRealm.client
    const second = await realm.client.realm()
    lockedElsewhere = (await makeKey(realm.client, { realmId: second.id })).client
    farAway = await scoped(realm, allow('svc:ReadObject', '/nothing/is/here'))
    readers = [
      (await makeKey(realm.client, { permissions: 'read' })).client,
      await scoped(realm, allow('svc:Read', '*')),
    ]
  })

  test('the hunt finds a credential where there is one', async ({ assert }) => {
    const { rawKey } = await makeKey(realm.client)
    const session = await realm.client.get('/api/v1/payment-links', { realmId: ours.realmId })
    const texts = textsOf({
      body: { note: JSON.stringify({ deep: [rawKey] }) },
      headers: new Headers(),
    })
    assert.deepEqual(await hunt.run(texts), [{ text: rawKey, use: 'bearer credential' }])
    const found = await hunt.run(textsOf(session))
    assert.deepEqual(new Set(pluck(found, 'use')), new Set(['payment link']))
    assert.lengthOf(found, 2)
  })

  test('our own builder can read what the matrix asks for: {method} {pattern}')
    .with(() => guardedRoutes().filter((route) => route.method === 'GET'))
    .run(async ({ assert }, route) => {
      if (NOT_READABLE_HERE.has(nameOf(route))) return
      const reply = await ask(realm.client, sampleOf(route, ours))
      // A dependency that is away proves as well that the way there is free.
      assert.isTrue(
        [200, 409, 502, 503].includes(reply.status),
        `The sample points at nothing, so the matrix would prove nothing; ${HOW}: ${shown(reply)}`
      )
    })

  test('nobody without a credential: {method} {pattern}')
    .with(guardedRoutes)
    .run(async ({ assert }, route) => {
      const { status, error } = await ask(Client.anonymous(), sampleOf(route, ours))
      assert.deepEqual([status, error.code], [401, 'UNAUTHORIZED'])
    })

  test('not by another method: {method} {pattern}')
    .with(guardedRoutes)
    .run(async ({ assert }, route) => {
      const { address } = sampleOf(route, ours)
      const router = await app.container.make('router')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (router.match(address.split('?')[0]!, method, true)) continue
        const { status, error, headers } = await realm.client.send(method, address)
        assert.deepEqual([status, error.code], [405, 'METHOD_NOT_ALLOWED'], method)
        assert.include(headers.get('allow')!.split(', '), route.method)
      }
    })

  test('not another organization: {method} {pattern}')
    .with(guardedRoutes)
    .run(async ({ assert }, route) => {
      const request = sampleOf(route, ours)
      const reply = await ask(stranger, request)
      assert.deepEqual(revealed(reply, request), [])
      assert.notEqual(reply.status, 400, `Not a valid request, ${HOW}: ${shown(reply)}`)
      assert.isBelow(reply.status, 500)
      if (!isTenantBound(route)) return
      assert.equal(reply.status, 404, shown(reply))
      const empty = nowhere(ours)
      const unknown = await ask(stranger, sampleOf(route, empty))
      const told = withoutIds(reply, ours)
      assert.equal(told, withoutIds(unknown, empty), 'it differs from what does not exist')
    })

  test('not our ids through a realm of theirs: {method} {pattern}')
    .with(() => guardedRoutes().filter(namesTenants))
    .run(async ({ assert }, route) => {
      if (!namesRealm(route)) return
      const mixed = { ...ours, realmId: strangersRealm.id }
      const request = sampleOf(route, mixed)
      const reply = await ask(stranger, request)
      assert.deepEqual(revealed(reply, request), [])
      assert.equal(reply.status, 404, shown(reply))
      const empty = { ...nowhere(ours), realmId: strangersRealm.id }
      const unknown = await ask(stranger, sampleOf(route, empty))
      const told = withoutIds(reply, mixed)
      assert.equal(told, withoutIds(unknown, empty), 'it differs from what does not exist')
    })

  test('not a key of another realm: {method} {pattern}')
    .with(guardedRoutes)
    .run(async ({ assert }, route) => {
      const request = sampleOf(route, ours)
      const reply = await ask(lockedElsewhere, request)
      const unscoped = UNSCOPED[route.declaration.access?.kind ?? '']
      if (unscoped) {
        assert.deepEqual(refusal(reply), unscoped)
      } else if (OF_ONE_CREDENTIAL.has(nameOf(route))) {
        assert.equal(reply.status, 404)
      } else if (isTenantBound(route)) {
        const refused = [reply.status, reply.error?.code]
        assert.deepEqual(refused, [403, 'REALM_SCOPE_MISMATCH'], shown(reply))
      } else {
        assert.isBelow(reply.status, 500)
      }
      assert.notInclude(JSON.stringify(reply.body), REALM_NAME)
    })

  test('not without the permission: {method} {pattern}')
    .with(guardedRoutes)
    .run(async ({ assert }, route) => {
      const { access } = route.declaration
      const request = sampleOf(route, ours)
      const reply = await ask(farAway, request)
      const unscoped = UNSCOPED[access?.kind ?? '']
      if (unscoped) {
        assert.deepEqual(refusal(reply), unscoped)
        return
      }
      if (access?.kind !== 'actions') {
        assert.isBelow(reply.status, 500)
        return
      }
      if (reply.status === 200) {
        const lists = listsIn(reply)
        assert.isNotEmpty(lists, `It answers: ${shown(reply)}`)
        const isEmpty = lists.every((list) => list.length === 0)
        assert.isTrue(isEmpty, shown(reply))
        // A number of what is hidden tells of it too.
        const { total = 0 } = (reply.data ?? {}) as { total?: number }
        assert.equal(total, 0, shown(reply))
        return
      }
      assert.notEqual(reply.status, 400, `Not a valid request, ${HOW}: ${shown(reply)}`)
      const { status, code, action, resource } = refusal(reply)
      assert.deepEqual([status, code], [403, 'FORBIDDEN'], shown(reply))
      assert.isString(resource)
      assert.match(String(action), /^svc:[A-Z]/)
    })

  // Last: it sends what changes and ends things, too.
  test('a reader is told nothing that works as a credential: {method} {pattern}')
    .with(() => [...guardedRoutes(), ...openPages()])
    .run(async ({ assert }, route) => {
      if (MINTS.has(nameOf(route))) return
      for (const reader of readers) {
        const reply = await ask(reader, sampleOf(route, ours))
        assert.deepEqual(await hunt.run(textsOf(reply)), [])
      }
    })
})
