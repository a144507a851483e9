import { test } from '@japa/runner'
import db from '@adonisjs/lucid/services/db'
import FillParties from '#modules/ledger/storage/migrations/0058_fill_operation_parties'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, type AnyData, type Reply } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { booksAreSound } from '#tests/support/sound_books'

type Body = Record<string, unknown>

const codeOf = ({ status, error }: Reply<AnyData>) => (status < 300 ? status : error.code)
const move = (from: string, to: string, amount: string) => ({
  sourceObjectPath: from,
  targetObjectPath: to,
  amount,
})

const open = () => TestRealm.with({ '/a': '100', '/b': '10', '/c': '0', '/d': '0' })

function post(realm: TestRealm, body: Body, client = realm.client): Promise<Reply<AnyData>> {
  const path = `/op/${crypto.randomUUID()}`
  return client.post('/api/v1/postings', { realmId: realm.id, path, ...body })
}

async function totals(realm: TestRealm, ...paths: string[]): Promise<string[]> {
  return Promise.all(
    paths.map(async (path) => {
      const { balances } = accepted(await realm.find(path))
      return (balances as { total: string }[])[0]?.total ?? '0.00'
    })
  )
}

test.group('ledger | postings over HTTP', () => {
  test('moves happen together, and the outcome lists what they came to', async ({ assert }) => {
    const realm = await open()
    const asked = [move('/a', '/c', '20'), move('/b', '/d', '10'), move('/c', '/d', '1')]
    const { operation, fee } = accepted(await post(realm, { moves: asked }))
    assert.deepInclude(operation, { type: 'posting', state: 'completed' })
    assert.deepEqual(fee, { amount: '0.15', denomination: 'USD' })
    const { moves } = JSON.parse(operation.outcome as string) as { moves: Body[] }
    assert.deepInclude(moves[0], move('/a', '/c', '20.00'))
    assert.deepEqual(await totals(realm, '/a', '/b', '/c', '/d'), [
      '80.00',
      '0.00',
      '18.95',
      '10.90',
    ])
    await booksAreSound(realm)
  })

  test('a statement tells each side what its own moves have paid', async ({ assert }) => {
    const realm = await open()
    const moves = [move('/a', '/c', '20'), move('/b', '/d', '4'), move('/b', '/c', '2')]
    accepted(await post(realm, { moves }))
    const told = async (path: string) => {
      const { object } = accepted(await realm.find(path))
      const found = await realm.client.get<AnyData>(`/api/v1/objects/${object.id}/statement`)
      const { amount, fee, counterpartyPath } = accepted(found).lines.at(-1)
      return [path, amount, fee, counterpartyPath]
    }
    assert.deepEqual(await Promise.all(['/a', '/b', '/c', '/d'].map(told)), [
      ['/a', '-20.00', '0.05', null],
      ['/b', '-6.00', '0.10', null],
      ['/c', '21.90', '0.00', null],
      ['/d', '3.95', '0.00', null],
    ])
  })

  test('who may read one side of a posting sees that side’s moves alone', async ({ assert }) => {
    const realm = await open()
    const path = `/payroll/${crypto.randomUUID()}`
    const moves = [move('/a', '/c', '1'), move('/b', '/d', '2'), move('/b', '/a', '3')]
    const { operation } = accepted(await post(realm, { path, moves }))
    const seen = async (...resources: string[]) => {
      const client = await scoped(realm, allow('svc:ReadOperation', ...resources))
      const found = accepted(await client.get<AnyData>(`/api/v1/operations/${operation.id}`))
      const shown = JSON.parse(found.operation.outcome as string) as { moves: Body[] }
      const asked = JSON.parse(found.operation.input as string) as { moves: Body[] }
      assert.equal(asked.moves.length, shown.moves.length, 'moves of the request')
      return shown.moves.map(({ sourceObjectPath, targetObjectPath }) =>
        [sourceObjectPath, targetObjectPath].join(' ')
      )
    }
    assert.deepEqual(await seen('/a'), ['/a /c', '/b /a'])
    assert.deepEqual(await seen('/c'), ['/a /c'])
    assert.deepEqual(await seen('/payroll/*'), ['/a /c', '/b /d', '/b /a'])
  })

  test('each party finds a posting and its reversal, and no other’s moves', async ({ assert }) => {
    const realm = await open()
    const path = `/payroll/${crypto.randomUUID()}`
    const moves = [move('/a', '/c', '1'), move('/b', '/d', '2')]
    const { operation } = accepted(await post(realm, { path, moves }))
    const back = await realm.post(`/operations/${operation.id}/reverse`, { path: `${path}/back` })
    const reversal = accepted(back).operation
    const find = async (query: Body, client = realm.client) => {
      const asked = { realmId: realm.id, ...query }
      const { operations } = accepted(await client.get<AnyData>('/api/v1/operations', asked))
      return operations as Body[]
    }
    const reader = await scoped(realm, allow('svc:ReadOperation', '/d'))
    const found = async () => {
      const { object } = accepted(await realm.find('/d'))
      const ids = (rows: Body[]) => rows.flatMap(({ id, type }) => (type === 'create' ? [] : id))
      return [
        ids(await find({ objectId: object.id })),
        ids(await find({ objectPath: '/d' })),
        ids(await find({ objectPath: '/d', type: 'posting' })),
        ids(await find({}, reader)),
      ]
    }
    const both = [reversal.id, operation.id]
    assert.deepEqual(await found(), [both, both, [operation.id], both])
    const [row] = (await find({ type: 'posting' }, reader)) as [Body]
    const shown = JSON.parse(row.outcome as string) as { moves: Body[] }
    assert.deepEqual(shown.moves, [move('/b', '/d', '2.00')])
    assert.notMatch(JSON.stringify(row), /"\/[ac]"/, 'the sides of the first move')
    accepted(await reader.get(`/api/v1/operations/${reversal.id}`))
    const stranger = await scoped(realm, allow('svc:ReadOperation', '/e'))
    assert.isEmpty(await find({}, stranger))

    await writeRows`DELETE FROM operation_parties WHERE operation_id IN (${both})`
    assert.deepEqual((await found())[0], [])
    await new FillParties(db.connection(), 'fill', false).execUp()
    assert.deepEqual(await found(), [both, both, [operation.id], both])
  })

  test('a waterfall pays shares, to the last unit', async ({ assert }) => {
    const realm = await open()
    const body = {
      amount: '30',
      sources: [{ objectPath: '/b' }, { objectPath: '/a', max: '50' }],
      targets: [
        { objectPath: '/c', share: '1/3' },
        { objectPath: '/d', remainder: true },
      ],
      feeOverride: '0',
    }
    const { operation } = accepted(await post(realm, body))
    const { moves } = JSON.parse(operation.outcome as string) as { moves: Body[] }
    assert.lengthOf(moves, 2)
    assert.containSubset(moves, [move('/b', '/c', '10.00'), move('/a', '/d', '20.00')])
    assert.deepEqual(await totals(realm, '/a', '/b', '/c', '/d'), [
      '80.00',
      '0.00',
      '10.00',
      '20.00',
    ])
    const refused = await post(realm, { ...body, amount: '50.01' })
    assert.deepInclude(refused.error, { code: 'INSUFFICIENT_BALANCE' })
    assert.deepInclude(refused.error.details, { available: '50.00', required: '50.01' })
    await booksAreSound(realm)
  })

  test('postings at the same time spend nothing twice', async ({ assert }) => {
    const realm = await open()
    const moves = [move('/a', '/b', '10'), move('/b', '/c', '5')]
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post(realm, { moves, feeOverride: '0' }))
    )
    const codes = replies.map(codeOf)
    const posted = codes.filter((code) => code === 201)
    assert.lengthOf(posted, 10)
    assert.deepEqual(new Set(codes), new Set([201, 'INSUFFICIENT_BALANCE']))
    assert.deepEqual(await totals(realm, '/a', '/b', '/c'), ['0.00', '60.00', '50.00'])
    await booksAreSound(realm)
  })

  test('a policy bounds each move, and the sum of a window', async ({ assert }) => {
    const realm = await open()
    const from = (conditions: object) =>
      scoped(realm, { ...allow(['svc:Transfer'], '*'), conditions })
    const small = await from({ amountLte: '5' })
    assert.equal(codeOf(await post(realm, { moves: [move('/a', '/c', '5')] }, small)), 201)
    const hidden = [move('/a', '/c', '1'), move('/a', '/d', '5.01')]
    assert.equal(codeOf(await post(realm, { moves: hidden }, small)), 'FORBIDDEN')
    const split = { amount: '6', sources: [{ objectPath: '/a' }] }
    const halves = [
      { objectPath: '/c', share: '1/2' },
      { objectPath: '/d', share: '1/2' },
    ]
    assert.equal(codeOf(await post(realm, { ...split, targets: halves }, small)), 'FORBIDDEN')
    const bound = await from({ destinationIn: ['/c'] })
    assert.equal(codeOf(await post(realm, { moves: hidden }, bound)), 'FORBIDDEN')
    assert.equal(codeOf(await post(realm, { ...split, targets: halves }, bound)), 'FORBIDDEN')
    const windowed = await from({ windowLte: { amount: '10', seconds: 3600 } })
    const twice = [move('/a', '/c', '3'), move('/a', '/d', '3')]
    assert.equal(codeOf(await post(realm, { moves: twice }, windowed)), 201)
    assert.equal(codeOf(await post(realm, { moves: twice }, windowed)), 'FORBIDDEN')
    assert.equal(codeOf(await post(realm, { ...split, targets: halves }, windowed)), 'FORBIDDEN')
    assert.equal(codeOf(await post(realm, { moves: [move('/a', '/c', '4')] }, windowed)), 201)
    const lacking = await scoped(realm, allow(['svc:Transfer'], '/a', '/c'))
    assert.equal(codeOf(await post(realm, { moves: hidden }, lacking)), 'FORBIDDEN')
  })

  test('of several moves each is held to its own statement’s window', async ({ assert }) => {
    const realm = await open()
    const from = (conditions: object) => ({ ...allow('svc:TransferFrom', '*'), conditions })
    const sum = (amount: string) => ({ windowLte: { amount, seconds: 3600 } })
    const into = allow('svc:ReceiveTo', '*')
    const small = await scoped(realm, into, from({ amountLte: '5' }), from(sum('10')))
    const hidden = [move('/a', '/c', '1'), move('/a', '/c', '50')]
    for (const moves of [hidden, hidden.toReversed()])
      assert.equal(codeOf(await post(realm, { moves }, small)), 'FORBIDDEN', 'behind a small one')

    const to = (path: string) => ({ destinationIn: [path] })
    const wide = from({ ...sum('90'), ...to('/c') })
    const paths = await scoped(realm, into, wide, from({ ...sum('10'), ...to('/d') }))
    const beside = [move('/a', '/d', '50'), move('/a', '/c', '1')]
    for (const moves of [beside, beside.toReversed()])
      assert.equal(codeOf(await post(realm, { moves }, paths)), 'FORBIDDEN', 'beside a wider one')
    assert.deepEqual(await totals(realm, '/a', '/c', '/d'), ['100.00', '0.00', '0.00'])

    const kept = [move('/a', '/d', '5'), move('/a', '/c', '1')]
    assert.equal(codeOf(await post(realm, { moves: kept }, paths)), 201)
    const spent = codeOf(await post(realm, { moves: kept }, paths))
    assert.equal(spent, 'FORBIDDEN', 'of 10, 6 are spent')
  })

  test('what cannot happen as a whole is refused, and nothing happens', async ({ assert }) => {
    const realm = await open()
    await realm.object('/account', { type: 'exchange' })
    accepted(await realm.declareZone('/vault'))
    await realm.object('/vault/a')
    const one = { objectPath: '/c', remainder: true }
    const split = { amount: '5', sources: [{ objectPath: '/a' }], targets: [one] }
    const asked: [what: string, body: Body, code: string][] = [
      ['neither form', {}, 'VALIDATION_ERROR'],
      ['both forms', { ...split, moves: [move('/a', '/c', '1')] }, 'VALIDATION_ERROR'],
      ['half a form', { moves: [move('/a', '/c', '1')], amount: '1' }, 'VALIDATION_ERROR'],
      ['itself', { moves: [move('/a', '/a', '1')] }, 'VALIDATION_ERROR'],
      [
        'twice',
        { ...split, targets: [one, { objectPath: '/a', amount: '1' }] },
        'VALIDATION_ERROR',
      ],
      ['two ways', { ...split, targets: [{ ...one, amount: '1' }] }, 'VALIDATION_ERROR'],
      ['two rests', { ...split, targets: [one, { ...one, objectPath: '/d' }] }, 'VALIDATION_ERROR'],
      ['no share', { ...split, targets: [{ objectPath: '/c', share: '2/1' }] }, 'VALIDATION_ERROR'],
      [
        'not the whole',
        { ...split, targets: [{ objectPath: '/c', share: '9%' }] },
        'VALIDATION_ERROR',
      ],
      ['nothing', { moves: [] }, 'VALIDATION_ERROR'],
      ['nobody', { moves: [move('/a', '/c', '1'), move('/a', '/nobody', '1')] }, 'NOT_FOUND'],
      ['own books', { moves: [move('/a', '/account', '1')] }, 'VALIDATION_ERROR'],
      [
        'another boundary',
        { moves: [move('/a', '/c', '1'), move('/a', '/vault/a', '1')] },
        'CROSSES_BOUNDARY',
      ],
      [
        'a condition',
        {
          moves: [move('/a', '/c', '1')],
          ifTargetBalanceAtMost: '0',
          ifSourceBalanceAtLeast: '101',
        },
        'CONDITION_FAILED',
      ],
      [
        'too many',
        { moves: Array.from({ length: 101 }, () => move('/a', '/c', '1')) },
        'VALIDATION_ERROR',
      ],
    ]
    for (const [what, body, code] of asked)
      assert.equal(codeOf(await post(realm, body)), code, what)
    const twice = await post(realm, { ...split, sources: [...split.sources, ...split.sources] })
    assert.equal(twice.error.details!.fields![0]!.field, 'sources')
    assert.deepEqual(await totals(realm, '/a', '/b', '/c', '/d'), [
      '100.00',
      '10.00',
      '0.00',
      '0.00',
    ])
    const stranger = await Client.signIn()
    assert.equal(codeOf(await post(realm, split, stranger)), 'NOT_FOUND')
  })

  test('the same path posts once, however often it is sent', async ({ assert }) => {
    const realm = await open()
    const body = { path: '/op/once', moves: [move('/a', '/c', '1'), move('/a', '/d', '1')] }
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(realm, body)))
    assert.lengthOf(new Set(replies.map((reply) => accepted(reply).operation.id)), 1)
    const other = { ...body, moves: body.moves.toReversed() }
    assert.equal(codeOf(await post(realm, other)), 'IDEMPOTENCY_VIOLATION')
    assert.deepEqual(await totals(realm, '/c', '/d'), ['0.95', '0.95'])
  })
})
