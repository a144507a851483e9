import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { allow, makeKey, mint, scoped } from '#tests/functional/auth/support/credentials'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { readRows } from '#tests/support/rows'
import { Client, type Reply, type TestRealm } from '#tests/support/client'

type Conditions = Record<string, unknown>

const HOT = '0x00000000000000000000000000000000000000aa'
const COLD = '0x00000000000000000000000000000000000000bb'

let builder: Client
let realm: TestRealm

const under = (conditions: Conditions) => ({ ...allow('svc:*', '*'), conditions })
const told = ({ status, error }: Reply<unknown>) =>
  status < 300 ? status : `${status} ${String(error?.details?.condition ?? error?.code)}`

const transfer = (amount: string, targetObjectPath: string) => ({
  path: `/op/${randomUUID()}`,
  sourceObjectPath: '/a',
  targetObjectPath,
  amount,
})
const one = (amount: string, destinationAddress?: string) => ({
  realmId: realm.id,
  path: `/op/${randomUUID()}`,
  objectPath: '/a',
  amount,
  destinationAddress,
})

/** Requests that move value, and what an Allow under amount and destination makes of them. */
const ASKED: Record<
  string,
  [found: number | string, ask: (by: Client) => Promise<Reply<unknown>>]
> = {
  'a transfer within': [201, (by) => sendTransfer(by, transfer('1.00', '/b'))],
  'a larger transfer': ['403 amountLte', (by) => sendTransfer(by, transfer('1.000001', '/b'))],
  'a transfer elsewhere': ['403 destinationIn', (by) => sendTransfer(by, transfer('1', '/c'))],
  'a bulk within': [201, (by) => sendBulk(by, ['0.5', '/b'], ['1.00', '/b'])],
  'a bulk with a larger one': ['403 amountLte', (by) => sendBulk(by, ['0.5', '/b'], ['2', '/b'])],
  'a bulk with one elsewhere': [
    '403 destinationIn',
    (by) => sendBulk(by, ['0.5', '/b'], ['1', '/c']),
  ],
  'a withdrawal within': [
    201,
    (by) => by.post('/api/v1/defund-account', one('1', HOT.replace('aa', 'AA'))),
  ],
  'a larger withdrawal': [
    '403 amountLte',
    (by) => by.post('/api/v1/defund-account', one('2', HOT)),
  ],
  'a withdrawal elsewhere': [
    '403 destinationIn',
    (by) => by.post('/api/v1/defund-account', one('1', COLD)),
  ],
  'a withdrawal to nobody named': [
    '403 destinationIn',
    (by) => by.post('/api/v1/defund-account', one('1')),
  ],
  'a payout link whose payee names the address': [
    '403 destinationIn',
    (by) => by.post('/api/v1/payment-links', { ...one('1'), type: 'withdrawal' }),
  ],
  'a co-signed withdrawal elsewhere': [
    '403 destinationIn',
    (by) => by.post('/api/v1/custody/withdrawals/propose', one('1', COLD)),
  ],
  'a deletion, which sweeps what there is': [
    '403 amountLte',
    async (by) => {
      const { id } = await realm.account(`/swept/${randomUUID()}`, '5')
      return by.post('/api/v1/objects/delete', {
        realmId: realm.id,
        objectId: id,
        sweepToPath: '/b',
      })
    },
  ],
  'a read': [200, (by) => by.get('/api/v1/objects', { realmId: realm.id })],
}
const sendTransfer = (by: Client, body: object) =>
  by.post('/api/v1/transfer', { realmId: realm.id, ...body })
const sendBulk = (by: Client, ...moves: [amount: string, target: string][]) =>
  by.post('/api/v1/transfers/bulk', {
    realmId: realm.id,
    mode: 'atomic',
    transfers: moves.map(([amount, target]) => transfer(amount, target)),
  })

/** The token's id, which its spends carry. */
const idOf = (by: Client) =>
  (JSON.parse(Buffer.from(by.token!.split('.')[1]!, 'base64url').toString()) as { jti: string }).jti

const spentBy = (by: Client) =>
  readRows`SELECT SUM(amount) AS spent, COUNT(*) AS movements FROM window_spends
      WHERE credential_id = ${idOf(by)}`

/** Lets what a token has spent lie further back. */
async function age(by: Client, seconds: number) {
  const database = await app.container.make(Database)
  await database.write(
    'UPDATE window_spends SET committed_at = committed_at - INTERVAL ? SECOND WHERE credential_id = ?',
    [seconds, idOf(by)]
  )
}

/** Hours that hold now, or do not. */
function hoursAround(inside: boolean) {
  const now = new Date()
  const at = (shift: number) =>
    new Date(now.getTime() + shift * 3_600_000).toISOString().slice(11, 16)
  return inside ? { from: at(-2), to: at(2) } : { from: at(2), to: at(4) }
}

test.group('auth | policy conditions', (group) => {
  group.setup(async () => {
    builder = await Client.signIn()
    realm = await builder.realm()
    await realm.account('/a', '2000.00')
    await realm.object('/b')
    await realm.object('/c')
  })

  test('amount and destination hold for everything that moves value', async ({ assert }) => {
    const statement = under({ amountLte: '1.00', destinationIn: ['/b', HOT] })
    const key = await makeKey(builder, { scope: { statements: [statement] } })
    const found: Record<string, unknown> = {}
    for (const by of [await scoped(realm, statement), key.client]) {
      for (const [name, [, ask]] of Object.entries(ASKED)) found[name] = told(await ask(by))
      const expected = Object.entries(ASKED).map(([name, [answer]]) => [name, answer])
      assert.deepEqual(found, Object.fromEntries(expected))
    }
  })

  test('the refusal names action, resource and condition, and what to do', async ({ assert }) => {
    const by = await scoped(realm, under({ amountLte: '1.00' }))
    const { error } = await sendTransfer(by, transfer('2.00', '/b'))
    assert.deepEqual(error.details, {
      action: 'svc:TransferFrom',
      resource: '/a',
      condition: 'amountLte',
    })
    assert.include(error.message, 'name an amount within the amountLte')
  })

  test('one Allow without the condition is enough', async ({ assert }) => {
    const free = allow('svc:TransferFrom', '/a')
    const by = await scoped(realm, under({ amountLte: '1.00' }), free, allow('svc:ReceiveTo', '*'))
    assert.equal(told(await sendTransfer(by, transfer('2.00', '/b'))), 201)
  })

  test('hours hold for reads too', async ({ assert }) => {
    for (const inside of [true, false]) {
      const by = await scoped(realm, under({ hours: hoursAround(inside) }))
      const read = await by.get('/api/v1/objects/by-path', { realmId: realm.id, path: '/a' })
      const answers = [told(await sendTransfer(by, transfer('1', '/b'))), told(read)]
      assert.equal(answers[0], inside ? 201 : '403 hours')
      assert.equal(answers[1] === 200, inside, String(answers[1]))
    }
  })

  test('requests at the same time never exceed a window, and fill it', async ({ assert }) => {
    const statement = under({ windowLte: { amount: '10.00', seconds: 3600 } })
    const by = await scoped(realm, statement)
    const ways = [
      () => sendTransfer(by, transfer('1.00', '/b')),
      () => sendBulk(by, ['0.50', '/b'], ['0.50', '/c']),
      () => by.post('/api/v1/defund-account', one('1.00', HOT)),
    ]
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => ways[at % 3]!()))
    const found = answers.map(told)
    const within = found.filter((answer) => answer === 201)
    assert.lengthOf(within, 10)
    const beyond = found.filter((answer) => answer === '403 windowLte')
    assert.lengthOf(beyond, 40)
    const [spent] = await spentBy(by)
    assert.deepEqual(spent, { spent: '10.000000', movements: spent!.movements })
    const { error } = await sendTransfer(by, transfer('0.50', '/b'))
    assert.deepInclude(error.details, { resource: '/a', remaining: '0.00' })
  })

  test('a window is of one credential and one object, and moves on', async ({ assert }) => {
    const statement = under({ windowLte: { amount: '1.00', seconds: 3600 } })
    const [by, other] = [await scoped(realm, statement), await scoped(realm, statement)]
    const ask = async (client: Client, amount = '1.00', from = '/a') =>
      told(await sendTransfer(client, { ...transfer(amount, '/b'), sourceObjectPath: from }))
    await realm.account('/a2', '5.00')
    const first = transfer('1.00', '/b')
    assert.equal(told(await sendTransfer(by, first)), 201)
    assert.equal(told(await sendTransfer(by, first)), 201, 'a replay spends nothing')
    assert.equal(await ask(by, '0.50'), '403 windowLte')
    assert.equal(await ask(by, '1.00', '/a2'), 201)
    assert.equal(await ask(other), 201)
    assert.equal(
      told(await builder.post('/api/v1/transfer', { realmId: realm.id, ...transfer('5', '/b') })),
      201
    )
    await age(by, 3590)
    assert.equal(await ask(by, '0.50'), '403 windowLte')
    await age(by, 20)
    assert.equal(await ask(by), 201)
    assert.equal(await ask(by, '0.50'), '403 windowLte')
  })

  test('what names no amount is not counted, and nobody hands a window on', async ({ assert }) => {
    const statement = under({ windowLte: { amount: '1.00', seconds: 60 } })
    const key = await makeKey(builder, { realmId: realm.id, scope: { statements: [statement] } })
    const { id } = await realm.account(`/swept/${randomUUID()}`, '5')
    const body = { realmId: realm.id, objectId: id, sweepToPath: '/b' }
    assert.equal(told(await key.client.post('/api/v1/objects/delete', body)), '403 windowLte')
    assert.equal(told(await mint(key.client, realm.id, statement)), '403 windowLte')
  })

  test('an Idempotency-Key chooses no way around a window', async ({ assert }) => {
    const windowed = under({ windowLte: { amount: '1.00', seconds: 60 } })
    const elsewhere = under({ operationPaths: ['/op/mine/*'] })
    const by = await scoped(realm, windowed, elsewhere)
    const unnamed = { ...one('2.00', HOT), path: undefined }
    const headers = { 'idempotency-key': randomUUID() }
    const reply = await by.send('POST', '/api/v1/defund-account', unnamed, headers)
    assert.equal(told(reply), '403 windowLte')
  })

  test('nobody hands out a looser condition than its own', async ({ assert }) => {
    const own = {
      amountLte: '10.00',
      destinationIn: ['/u/*', HOT],
      hours: { from: '08:00', to: '18:00' },
    }
    const key = await makeKey(builder, { realmId: realm.id, scope: { statements: [under(own)] } })
    const asking = async (changes: Conditions) => {
      const conditions = JSON.parse(JSON.stringify({ ...own, ...changes })) as Conditions
      const reply = await mint(key.client, realm.id, under(conditions))
      return reply.status < 300 ? 'minted' : reply.error.details?.condition
    }
    assert.equal(await asking({}), 'minted')
    assert.equal(await asking({ amountLte: '9.99', destinationIn: ['/u/1'] }), 'minted')
    assert.equal(await asking({ hours: { from: '09:00', to: '18:00' } }), 'minted')
    assert.equal(await asking({ amountLte: '10.01' }), 'amountLte')
    assert.equal(await asking({ amountLte: undefined }), 'amountLte')
    assert.equal(await asking({ destinationIn: [COLD] }), 'destinationIn')
    assert.equal(await asking({ hours: { from: '07:59', to: '09:00' } }), 'hours')
  })

  test('wrong types, unknown names and empty conditions are refused: {0} at {1}')
    .with([
      [{ amountLT: '1.00' }, 'conditions.amountLT'],
      [{ amountLte: 1 }, 'conditions.amountLte'],
      [{ amountLte: '0' }, 'conditions.amountLte'],
      [{ amountLte: '1e3' }, 'conditions.amountLte'],
      [{ amountLte: null, hours: { from: '08:00', to: '09:00' } }, 'conditions.amountLte'],
      [{ destinationIn: [] }, 'conditions.destinationIn'],
      [{ destinationIn: HOT }, 'conditions.destinationIn'],
      [{ destinationIn: ['*'] }, 'conditions.destinationIn.0'],
      [{ destinationIn: ['0x12'] }, 'conditions.destinationIn.0'],
      [{ windowLte: { amount: '1.00' } }, 'conditions.windowLte.seconds'],
      [{ windowLte: { amount: '1.00', seconds: '60' } }, 'conditions.windowLte.seconds'],
      [{ windowLte: { amount: '1.00', seconds: 0 } }, 'conditions.windowLte.seconds'],
      [{ windowLte: { amount: 1, seconds: 60 } }, 'conditions.windowLte.amount'],
      [{ windowLte: { amount: '1', seconds: 2_678_401 } }, 'conditions.windowLte.seconds'],
      [{ hours: { from: '08:00' } }, 'conditions.hours.to'],
      [{ hours: { from: '08:00', to: '24:00' } }, 'conditions.hours.to'],
      [{ hours: { from: '08:00', to: '08:00' } }, 'conditions.hours.to'],
      [{ hours: { from: '08:00', to: '09:00', zone: 'CET' } }, 'conditions.hours.zone'],
      [{}, 'conditions'],
      [null, 'conditions'],
    ] as [Conditions | null, string][])
    .run(async ({ assert }, [conditions, place]) => {
      const scope = { statements: [{ ...allow('svc:*', '*'), conditions }] }
      const replies = [
        await builder.post('/api/v1/auth/token', { realmId: realm.id, sub: 'u', scope }),
        await builder.post('/api/v1/api-keys', { name: 'x', scope: JSON.stringify(scope) }),
      ]
      for (const { error } of replies) {
        const fields = error?.details?.fields as { field: string; message: string }[] | undefined
        const named = fields?.map(({ field }) => field)
        assert.deepEqual(named, [`scope.statements.0.${place}`])
        if (place.endsWith('LT')) assert.include(fields![0]!.message, 'Did you mean amountLte?')
      }
    })

  test('a Deny takes operation paths alone', async ({ assert }) => {
    const statement = { ...under({ amountLte: '1.00' }), effect: 'Deny' as const }
    const reply = await mint(builder, realm.id, allow('svc:*', '*'), statement)
    const [field] = reply.error.details?.fields as { field: string; rule: string }[]
    assert.deepInclude(field, {
      field: 'scope.statements.1.conditions.amountLte',
      rule: 'deny_condition',
    })
  })
})
