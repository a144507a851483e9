import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import {
  allow,
  deny,
  makeKey,
  mint,
  scoped,
  type Statement,
} from '#tests/functional/auth/support/credentials'
import { Client, accepted, until, type Reply, type TestRealm } from '#tests/support/client'

type Conditioned = Statement & { conditions?: Record<string, unknown> }
type Ask = (by: Client, path: string) => Promise<Reply<unknown>>

let builder: Client
let realm: TestRealm
let exchangeId: string

const at = (statement: Statement, ...operationPaths: string[]): Conditioned => ({
  ...statement,
  conditions: { operationPaths },
})
const everything = allow('svc:*', '*')
const refusal = ({ status, error }: Reply<unknown>) => [
  status,
  error?.code,
  error?.details?.condition,
]
const OUTSIDE = [403, 'FORBIDDEN', 'operationPaths']

const reserve = async (reservedOperationPaths: string[] | null, of = realm) =>
  accepted(
    await builder.send('PATCH', `/api/v1/realms/${of.id}/settings`, { reservedOperationPaths })
  ).settings.reservedOperationPaths

/** Everything that takes an operation path, or makes them. */
const TAKING: Record<string, Ask> = {
  'transfer': (by, path) => by.post('/api/v1/transfer', { ...own(), path, ...sides() }),
  'bulk': (by, path) =>
    by.post('/api/v1/transfers/bulk', {
      ...own(),
      mode: 'atomic',
      transfers: [
        { path: `/op/free/${randomUUID()}`, ...sides() },
        { path, ...sides() },
      ],
    }),
  'fund': (by, path) => by.post('/api/v1/fund-account', { ...own(), path, ...one() }),
  'defund': (by, path) => by.post('/api/v1/defund-account', { ...own(), path, ...one() }),
  'create': (by, path) =>
    by.post('/api/v1/objects', { ...own(), path: `/o/${randomUUID()}`, operationPath: path }),
  'payment link': (by, path) =>
    by.post('/api/v1/payment-links', { ...own(), path, type: 'deposit', ...one() }),
  'payout link': (by, path) =>
    by.post('/api/v1/payment-links', { ...own(), path, type: 'withdrawal', ...one() }),
  'nonce': (by, path) => by.post('/api/v1/nonce', { ...own(), prefix: `${path}/` }),
  'order': (by, path) =>
    by.post(`/api/v1/objects/${exchangeId}/exchange/orders`, {
      ...own(),
      path,
      market: 'vn:0:XRP',
      side: 'buy',
      orderType: 'LIMIT',
      size: '20',
      price: '1',
    }),
  'cancel all': (by, path) =>
    by.send(
      'DELETE',
      `/api/v1/objects/${exchangeId}/exchange/orders?realmId=${realm.id}&path=${encodeURIComponent(path)}`
    ),
  'twap': (by, path) =>
    by.post(`/api/v1/objects/${exchangeId}/exchange/twap`, {
      ...own(),
      path,
      market: 'vn:0:XRP',
      side: 'buy',
      totalSize: '100',
      durationMinutes: 60,
    }),
  'propose': (by, path) =>
    by.post('/api/v1/custody/withdrawals/propose', { ...own(), path, ...one(), ...paidTo() }),
  'submit': (by, path) =>
    by.post('/api/v1/custody/withdrawals', {
      ...own(),
      path,
      ...one(),
      ...paidTo(),
      deadline: 4_000_000_000,
      nonce: 'op_01k00000000000000000000000',
      signature: '0x00',
    }),
}
const own = () => ({ realmId: realm.id })
const one = () => ({ objectPath: '/a', amount: '1.00' })
const sides = () => ({ sourceObjectPath: '/a', targetObjectPath: '/b', amount: '1.00' })
const paidTo = () => ({ destinationAddress: '0x00000000000000000000000000000000000000aa' })

test.group('auth | operation paths', (group) => {
  group.setup(async () => {
    builder = await Client.signIn()
    realm = await builder.realm()
    await until('the first prices', async () => {
      const { status } = await builder.get('/api/v1/exchange/market/mids')
      return status === 200
    })
    await realm.account('/a', '2000.00')
    await realm.object('/b')
    exchangeId = (await realm.object('/x', { type: 'exchange' })).id
    await realm.completed((await realm.transfer('/a', '/x', '500')).id)
  })
  group.each.teardown(() => reserve(null))

  test('a reserved prefix is shown, kept, merged and cleared', async ({ assert }) => {
    assert.deepEqual(await reserve(['/op/payroll', '/op/payroll', '/op/tax/']), [
      '/op/payroll',
      '/op/tax/',
    ])
    accepted(await builder.send('PATCH', `/api/v1/realms/${realm.id}/settings`, { branding: null }))
    const shown = accepted(await builder.get(`/api/v1/realms/${realm.id}`))
    assert.deepEqual(shown.settings.reservedOperationPaths, ['/op/payroll', '/op/tax/'])
    assert.isNull(await reserve([]))
    assert.isNull(await reserve(null))
    const wrong = [['op'], ['/a b'], '/op', [1], Array.from({ length: 51 }, (_, n) => `/op/${n}`)]
    for (const value of wrong) {
      const reply = await builder.send('PATCH', `/api/v1/realms/${realm.id}/settings`, {
        reservedOperationPaths: value,
      })
      assert.equal(reply.error?.code, 'VALIDATION_ERROR', JSON.stringify(value))
    }
  })

  test('nobody but the builder books at a reserved path: {$self}')
    .with(Object.keys(TAKING))
    .run(async ({ assert }, name) => {
      const ask = TAKING[name]!
      await reserve(['/op/payroll'])
      const path = `/op/payroll/${randomUUID()}`
      const limited = {
        'scoped token': await scoped(realm, everything),
        'restricted key': (await makeKey(builder, { scope: { statements: [everything] } })).client,
        'realm-locked key': (await makeKey(builder, { realmId: realm.id })).client,
      }
      for (const [kind, client] of Object.entries(limited)) {
        const reply = await ask(client, path)
        assert.deepEqual(refusal(reply), OUTSIDE, `${kind} ${JSON.stringify(reply.body)}`)
        assert.notEqual((await ask(client, `/op/free/${randomUUID()}`)).status, 403, kind)
      }
      for (const client of [builder, (await makeKey(builder)).client]) {
        assert.notEqual((await ask(client, `/op/payroll/${randomUUID()}`)).status, 403)
      }
      const { total } = accepted(await builder.get('/api/v1/operations', { ...own(), path }))
      assert.equal(total, 0)
    })

  test('a credential with a condition books only where it holds: {$self}')
    .with(Object.keys(TAKING))
    .run(async ({ assert }, name) => {
      const ask = TAKING[name]!
      const statements = [at(everything, '/op/free/*', '/op/u1/*')]
      const key = await makeKey(builder, { realmId: realm.id, scope: { statements } })
      for (const client of [await scoped(realm, ...statements), key.client]) {
        assert.deepEqual(refusal(await ask(client, `/op/u2/${randomUUID()}`)), OUTSIDE)
        assert.notEqual((await ask(client, `/op/u1/${randomUUID()}`)).status, 403)
      }
    })

  test('a Deny with a condition denies only there', async ({ assert }) => {
    const token = await scoped(
      realm,
      everything,
      at(deny('svc:TransferFrom', '*'), '/op/payroll/*')
    )
    const denied = await TAKING.transfer!(token, `/op/payroll/${randomUUID()}`)
    assert.deepEqual(refusal(denied), OUTSIDE)
    accepted(await TAKING.transfer!(token, `/op/other/${randomUUID()}`))
    accepted(await TAKING.fund!(token, `/op/payroll/${randomUUID()}`))
    assert.deepEqual(refusal(await TAKING.nonce!(token, '/op/payroll')), OUTSIDE)
  })

  test('paths that the service makes, and reads, are outside of conditions', async ({ assert }) => {
    await reserve(['/op'])
    const token = await scoped(realm, at(everything, '/op/u1/*'))
    const created = await token.post('/api/v1/objects', { ...own(), path: `/o/${randomUUID()}` })
    assert.equal(created.status, 201)
    accepted(await token.post('/api/v1/fund-account', { ...own(), ...one() }))
    accepted(await token.get('/api/v1/objects', own()))
  })

  test('no separator draws the numbers of a reserved prefix', async ({ assert }) => {
    await reserve(['/op/payroll/', '/op/tax-2'])
    const token = await scoped(realm, everything)
    const draw = (prefix: string, separator?: string) =>
      token.post('/api/v1/nonce', { ...own(), prefix, separator })
    for (const [prefix, separator] of [
      ['/op/payroll/', undefined],
      ['/op/payroll', '-'],
      ['/op/payroll', '/'],
      ['/op/payroll/2026', ':'],
      ['/op/tax', '-'],
    ] as const) {
      assert.deepEqual(refusal(await draw(prefix, separator)), OUTSIDE, `${prefix}${separator}`)
    }
    accepted(await draw('/op/other/'))
    accepted(await builder.post('/api/v1/nonce', { ...own(), prefix: '/op/payroll/' }))
  })

  test('nobody hands out more operation paths than it has', async ({ assert }) => {
    const key = await makeKey(builder, {
      realmId: realm.id,
      scope: { statements: [at(everything, '/op/u1/*')] },
    })
    assert.equal((await mint(key.client, realm.id, everything)).error.code, 'FORBIDDEN')
    const other = await mint(key.client, realm.id, at(everything, '/op/*'))
    assert.deepEqual(refusal(other), OUTSIDE)
    const inside = await mint(key.client, realm.id, at(everything, '/op/u1/today/*'))
    const client = Client.withToken(accepted(inside).token)
    accepted(await TAKING.transfer!(client, `/op/u1/today/${randomUUID()}`))
    assert.deepEqual(refusal(await TAKING.transfer!(client, `/op/u1/${randomUUID()}`)), OUTSIDE)
  })

  test('unknown or malformed conditions are refused where they are minted', async ({ assert }) => {
    const wrong = [
      { amountLTE: '1.00' },
      { operationPaths: ['/op/*'], approved: 2 },
      { operationPaths: ['/op/*'], approvals: 0 },
      { operationPaths: [] },
      { operationPaths: ['op'] },
      { operationPaths: ['/op/a*'] },
      { operationPaths: '/op/*' },
      {},
      'operationPaths',
    ]
    for (const conditions of wrong) {
      const scope = { statements: [{ ...everything, conditions }] }
      const body = { realmId: realm.id, sub: 'u', scope }
      const minted = await builder.post('/api/v1/auth/token', body)
      const made = await builder.post('/api/v1/api-keys', { name: 'x', scope })
      for (const reply of [minted, made]) {
        assert.equal(reply.error?.code, 'VALIDATION_ERROR', JSON.stringify(conditions))
      }
    }
  })

  test('a realm of another organization tells nothing of what it reserves', async ({ assert }) => {
    const stranger = await Client.signIn()
    const theirs = await stranger.realm()
    await reserve(['/op/payroll'])
    const key = await makeKey(stranger, { scope: { statements: [everything] } })
    const reply = await TAKING.transfer!(key.client, '/op/payroll/1')
    assert.deepEqual([reply.status, reply.error.code], [404, 'NOT_FOUND'])
    assert.isNotNull(theirs)
  })
})
