import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { AccessControl } from '#app/extension/access_control'
import { newId } from '#app/ids/ids'
import { OpenWithdrawal, RealmDirectory, defaultBoundaryId } from '#modules/ledger/index'
import FeesController from '#modules/ledger/http/controllers/fees_controller'
import { WithdrawFees } from '#modules/ledger/services/withdraw_fees'
import {
  allow,
  deny,
  makeKey,
  mint,
  refusal,
  scoped,
} from '#tests/functional/auth/support/credentials'
import {
  Client,
  TestRealm,
  accepted,
  eventually,
  type AnyData,
  type OperationView,
} from '#tests/support/client'
import { rebuilt } from '#tests/support/rebuilt'
import { platformAdmin } from '#tests/support/platform_admin'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { booksAreSound } from '#tests/support/sound_books'

const ADDRESS = `0x${'ab'.repeat(20)}`
const FEES = '/_system/fees'
const ACTION = 'svc:WithdrawFrom'

interface Opened {
  operation: OperationView
  txHash: string | null
}

/** A realm whose fee object holds five cents of each transfer. */
async function feeRealm(transfers: number): Promise<TestRealm> {
  const realm = await TestRealm.with({ '/a': '100', '/b': '0' })
  for (let done = 0; done < transfers; done += 1) await realm.transfer('/a', '/b', '1')
  return realm
}

const send = (realm: TestRealm, more: Record<string, unknown> = {}, client = realm.client) =>
  client.post<Opened>('/api/v1/fees/withdraw', {
    realmId: realm.id,
    amount: '0.05',
    path: `/op/fees/${randomUUID()}`,
    ...more,
  })

async function shown({ client, id: realmId }: TestRealm, path = FEES): Promise<AnyData> {
  return accepted(await client.get('/api/v1/objects/by-path', { realmId, path }))
}

const collected = async (realm: TestRealm, path = FEES): Promise<string> =>
  (await shown(realm, path)).balances[0]?.settled ?? '0.00'

async function operationsOf({ client, id: realmId }: TestRealm): Promise<AnyData[]> {
  const query = { realmId, type: 'withdrawal' }
  return accepted(await client.get('/api/v1/operations', query)).operations
}

async function isSound(realm: TestRealm) {
  await booksAreSound(realm)
  const { ok } = accepted(await realm.get('/reconciliation'))
  if (ok !== true) throw new Error('the reconciliation shows a drift')
}

/**
 * The use case is built once, with the operators of that moment.
 *
 * @returns puts everything back
 */
async function whoeverIsAdmin(): Promise<() => void> {
  const { container } = app
  const [access, realms, defund] = [
    await container.make(AccessControl),
    await container.make(RealmDirectory),
    await container.make(OpenWithdrawal),
  ]
  container.swap(WithdrawFees, () => new WithdrawFees(access, realms, defund))
  const restore = rebuilt(FeesController)
  return () => {
    restore()
    container.restore(WithdrawFees)
  }
}

test.group('ledger | POST /fees/withdraw', () => {
  test('all collected fees leave; the fee object stays and collects on', async ({ assert }) => {
    const realm = await feeRealm(2)
    const reply = await send(realm, { amount: '0.10', destinationAddress: ADDRESS })
    assert.equal(reply.status, 201)
    const { operation } = reply.data
    assert.containSubset(operation, {
      type: 'withdrawal',
      state: 'pending',
      sourceObjectPath: FEES,
      targetObjectPath: null,
    })
    await realm.completed(operation.id)
    assert.equal(await collected(realm), '0.00')
    assert.equal((await shown(realm)).object.status, 'active')
    await isSound(realm)

    await realm.transfer('/a', '/b', '1')
    assert.equal(await collected(realm), '0.05')
    await realm.completed(accepted(await send(realm)).operation.id)
    await isSound(realm)
  })

  test('the evidence shows what left, with its proof and its event', async ({ assert }) => {
    const realm = await feeRealm(1)
    const { operation } = accepted(await send(realm, { destinationAddress: ADDRESS }))
    await realm.completed(operation.id)
    const query = { includeEvidence: true }
    const { data } = await realm.client.get(`/api/v1/operations/${operation.id}`, query)
    assert.containSubset(data.operation.parsedOutcome, {
      status: 'completed',
      amount: '0.05',
      sourceNewBalance: '0.00',
      destinationAddress: ADDRESS,
    })
    const events = data.events.map(({ type, objectPath }: AnyData) => [type, objectPath])
    assert.deepEqual(events, [['withdrawal.completed', FEES]])
    assert.containSubset(data.deltas, [
      { deltaType: 'balance_change', objectPath: FEES, beforeValue: '0.05', afterValue: '0.00' },
    ])
    assert.isNotEmpty(data.evidence.journal.proofs)
  })

  test('fees of a zone go by its boundaryId, the realm’s own by none too', async ({ assert }) => {
    const realm = await feeRealm(2)
    const zone = { realmId: realm.id, path: '/vault' }
    const { boundaryId } = accepted(await realm.client.post('/api/v1/isolation-zones', zone))
    await realm.account('/vault/a', '10')
    await realm.object('/vault/b')
    await realm.transfer('/vault/a', '/vault/b', '1')
    const home = defaultBoundaryId(realm.id)
    for (const more of [{ boundaryId }, { boundaryId: home }, {}]) {
      await realm.completed(accepted(await send(realm, more)).operation.id)
    }
    assert.equal(await collected(realm), '0.00')
    assert.equal(await collected(realm, `${FEES}/${boundaryId}`), '0.00')
    await realm.transfer('/vault/a', '/vault/b', '1')
    assert.equal(await collected(realm, `${FEES}/${boundaryId}`), '0.05')
    await isSound(realm)
  })

  test('of 20 withdrawals of everything at once exactly one succeeds', async ({ assert }) => {
    const realm = await feeRealm(1)
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(realm)))
    const opened = replies.filter(({ status }) => status === 201)
    assert.lengthOf(opened, 1)
    const refused = replies.filter(({ status }) => status !== 201)
    const codes = [...new Set(refused.map(({ status, error }) => `${status} ${error.code}`))]
    assert.deepEqual(codes, ['400 INSUFFICIENT_BALANCE'])
    await realm.completed(opened[0]!.data.operation.id)
    assert.lengthOf(await operationsOf(realm), 1)
    await isSound(realm)
  })

  test('one path or one Idempotency-Key withdraws once; other inputs fail', async ({ assert }) => {
    const realm = await feeRealm(3)
    const path = `/op/fees/${randomUUID()}`
    const first = accepted(await send(realm, { path }))
    await realm.completed(first.operation.id)
    const again = await send(realm, { path })
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(accepted(again).operation.id, first.operation.id)
    for (const other of [{ amount: '0.06' }, { destinationAddress: ADDRESS }]) {
      const { status, error } = await send(realm, { path, ...other })
      assert.deepEqual([status, error.code], [409, 'IDEMPOTENCY_VIOLATION'])
    }
    const keyed = () =>
      realm.client.send<Opened>(
        ...(['POST', '/api/v1/fees/withdraw', { realmId: realm.id, amount: '0.05' }] as const),
        { 'idempotency-key': `fees-${realm.id}` }
      )
    const [one, other] = [accepted(await keyed()), accepted(await keyed())]
    assert.equal(one.operation.id, other.operation.id)
    await realm.completed(one.operation.id)
    assert.equal(await collected(realm), '0.05')
  })

  test('nobody but a platform admin withdraws the fees of others', async ({ assert }) => {
    const realm = await feeRealm(1)
    const { admin, restore } = await platformAdmin()
    const forget = await whoeverIsAdmin()
    try {
      const key = await makeKey(admin)
      const byKey = await send(realm, {}, key.client)
      assert.deepEqual([byKey.status, byKey.error.code], [404, 'NOT_FOUND'])
      const nowhere = await send(realm, { realmId: randomUUID() }, admin)
      assert.deepEqual([nowhere.status, nowhere.error.code], [404, 'NOT_FOUND'])
      const { operation } = accepted(await send(realm, {}, admin))
      await realm.completed(operation.id)
    } finally {
      restore()
      forget()
    }
    assert.equal((await send(realm, {}, admin)).status, 404)
    assert.equal(await collected(realm), '0.00')
    await isSound(realm)
  })
})

test.group('ledger | POST /fees/withdraw | refusals', (group) => {
  let realm: TestRealm
  group.setup(async () => {
    realm = await feeRealm(1)
  })
  group.teardown(async () => {
    // Whatever was refused has stored nothing.
    if ((await operationsOf(realm)).length > 0) throw new Error('a refusal has left an operation')
    await isSound(realm)
  })

  type Attempt = () => Promise<unknown>
  const by = async (client: Client, more: Record<string, unknown> = {}) =>
    refusal(await send(realm, more, client))
  const denied = (resource: string) => ({
    status: 403,
    code: 'FORBIDDEN',
    action: ACTION,
    resource,
  })
  const plain = (status: number, code: string) => ({
    status,
    code,
    action: undefined,
    resource: undefined,
  })
  const unknown = newId('bnd')
  const attempts: Record<string, [ask: Attempt, expected: unknown]> = {
    'nobody': [() => by(Client.anonymous()), plain(401, 'UNAUTHORIZED')],
    'another organization': [async () => by(await Client.signIn()), plain(404, 'NOT_FOUND')],
    'a token without the action': [
      async () => by(await scoped(realm, allow(['svc:Transfer', 'svc:Read'], '*'))),
      denied(FEES),
    ],
    'a token that may withdraw elsewhere': [
      async () => by(await scoped(realm, allow(ACTION, '/a', `${FEES}/*`))),
      denied(FEES),
    ],
    'a token of the fees of another boundary': [
      async () => by(await scoped(realm, allow(ACTION, FEES)), { boundaryId: unknown }),
      denied(`${FEES}/${unknown}`),
    ],
    "a token that is denied the service's objects": [
      async () => by(await scoped(realm, allow(ACTION, '*'), deny(ACTION, '/_system/*'))),
      denied(FEES),
    ],
    'a key that reads': [
      async () => by((await makeKey(realm.client, { permissions: 'read' })).client),
      denied(FEES),
    ],
    'a key of another realm': [
      async () => {
        const { id: realmId } = await realm.client.realm()
        return by((await makeKey(realm.client, { realmId })).client)
      },
      plain(403, 'REALM_SCOPE_MISMATCH'),
    ],
    'an unknown boundary': [
      () => by(realm.client, { boundaryId: unknown }),
      plain(404, 'OBJECT_NOT_FOUND'),
    ],
    'the boundary of another realm': [
      () => by(realm.client, { boundaryId: defaultBoundaryId(randomUUID()) }),
      plain(404, 'OBJECT_NOT_FOUND'),
    ],
    'more than was collected': [
      () => by(realm.client, { amount: '0.050001' }),
      plain(400, 'INSUFFICIENT_BALANCE'),
    ],
  }

  test('refuses {$self}')
    .with(Object.keys(attempts))
    .run(async ({ assert }, what) => {
      const [ask, expected] = attempts[what]!
      assert.deepEqual(await ask(), expected)
    })

  test('each wrong field is refused by its name', async ({ assert }) => {
    const address = [1, true, {}, [ADDRESS], '0x', ADDRESS.slice(2), `${ADDRESS}0`, ` ${ADDRESS}`]
    await refusesFields(
      assert,
      (body) => realm.client.post('/api/v1/fees/withdraw', body),
      { realmId: realm.id, amount: '0.05', path: '/op/valid' },
      {
        realmId: [MISSING, ...NOT_TEXT, 'x'],
        amount: [MISSING, ...NOT_TEXT, '0', '-1', '1e3', '0.0000001', ' 1', '1'.repeat(25)],
        path: [MISSING, ...NOT_TEXT, 'x', '/a/', '/a b', FEES, `/${'x'.repeat(512)}`],
        boundaryId: [1, true, {}, ['x'], '', 'a b', 'x'.repeat(65), 'bnd\u0000'],
        destinationAddress: address,
        objectPath: ['/a', FEES],
      }
    )
  })

  test('no request names the fee object where objects of callers are named', async ({ assert }) => {
    const at = { realmId: realm.id, objectPath: FEES, amount: '0.05' }
    const { status, error } = await realm.client.post('/api/v1/defund-account', at)
    assert.deepEqual([status, error.code], [400, 'VALIDATION_ERROR'])
  })

  test('a token whose policy covers the fee object withdraws', async ({ assert }) => {
    const own = await feeRealm(1)
    const { token } = accepted(await mint(own.client, own.id, allow(ACTION, FEES)))
    const { operation } = accepted(await send(own, {}, Client.withToken(token)))
    await own.completed(operation.id)
    assert.equal(await eventually('the fees', () => collected(own)), '0.00')
  })
})
