import { test } from '@japa/runner'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import {
  Client,
  TestRealm,
  accepted,
  pluck,
  type AnyData,
  type ObjectView,
  type OperationView,
} from '#tests/support/client'

type Query = Record<string, string | number>

/** What stands in the table for what is known only once the realm is there. */
const [TILL, ALICE, FROM, TO] = ['the till', 'alice', 'the first transfer', 'the last transfer']
type Fits = (row: AnyData) => boolean

const LISTS = ['operations', 'events', 'deltas', 'objects', 'payment-links'] as const
type List = (typeof LISTS)[number]
const FIELD: Record<List, string> = {
  'operations': 'operations',
  'events': 'events',
  'deltas': 'deltas',
  'objects': 'objects',
  'payment-links': 'paymentLinks',
}

let realm: TestRealm
let till: ObjectView
let alice: ObjectView
/** Paths of operations by id. */
let pathOf: Map<string, string>
let [from, to] = ['', '']

const under = (prefix: string) => (path: string | null | undefined) =>
  path === prefix || (path?.startsWith(`${prefix}/`) ?? false)
const starting = (text: string) => (path: string | null | undefined) =>
  path?.startsWith(text) ?? false
const between: Fits = ({ createdAt }) => createdAt >= from && createdAt <= to
const operationPath = (row: AnyData): string | undefined => pathOf.get(row.operationId ?? row.id)

async function page(list: List, query: Query, client: Client = realm.client) {
  const reply = await client.get(`/api/v1/${list}`, { realmId: realm.id, ...query })
  const { [FIELD[list]]: rows, ...rest } = accepted<AnyData>(reply)
  return { rows: rows as AnyData[], ...rest }
}

/** All rows of a list, a page of two at a time. */
async function walk(list: List, query: Query) {
  const rows: AnyData[] = []
  let cursor: string | null = null
  do {
    const next = await page(list, { ...query, limit: 2, ...(cursor !== null && { cursor }) })
    rows.push(...next.rows)
    cursor = next.nextCursor as string | null
  } while (cursor !== null)
  return rows
}

async function move(path: string, sourceObjectPath: string, targetObjectPath: string) {
  const body = { realmId: realm.id, path, sourceObjectPath, targetObjectPath, amount: '1.00' }
  return accepted(await realm.client.post<{ operation: OperationView }>('/api/v1/transfer', body))
    .operation
}

async function link(path: string, objectPath: string) {
  const body = { realmId: realm.id, type: 'deposit', objectPath, amount: '1.00', path }
  accepted(await realm.client.post('/api/v1/payment-links', body))
}

function known(query: Query): Query {
  const values = { [TILL!]: till.id, [ALICE!]: alice.id, [FROM!]: from, [TO!]: to }
  const entries = Object.entries(query)
  return Object.fromEntries(entries.map(([name, value]) => [name, values[value] ?? value]))
}

/** Each list, what it is asked for, and what a row must be to be told. */
const CASES: [List, Query, Fits][] = [
  ['operations', { path: '/pay/inv' }, (row) => under('/pay/inv')(row.path)],
  ['operations', { pathPrefix: '/pay/inv' }, (row) => starting('/pay/inv')(row.path)],
  [
    'operations',
    { path: '/pay', pathPrefix: '/pay/inv-' },
    (row) => starting('/pay/inv-')(row.path),
  ],
  ['operations', { from: FROM, to: TO }, between],
  [
    'operations',
    { from: FROM, to: TO, type: 'transfer', objectId: ALICE, pathPrefix: '/pay/' },
    (row) =>
      between(row) &&
      row.type === 'transfer' &&
      starting('/pay/')(row.path) &&
      [row.sourceObjectPath, row.targetObjectPath].includes('/users/alice'),
  ],
  ['events', { objectId: TILL }, (row) => row.objectPath === '/shop/till'],
  ['events', { objectPath: '/shop/till' }, (row) => under('/shop/till')(row.objectPath)],
  ['events', { path: '/op/create' }, (row) => under('/op/create')(operationPath(row))],
  [
    'events',
    { pathPrefix: '/op/create/sh', type: 'object.created' },
    (row) => row.type === 'object.created' && starting('/op/create/sh')(operationPath(row)),
  ],
  ['events', { from: FROM, to: TO }, between],
  [
    'events',
    { from: FROM, type: 'object.created' },
    (row) => row.createdAt >= from && row.type === 'object.created',
  ],
  ['deltas', { objectId: TILL }, (row) => row.objectPath === '/shop/till'],
  ['deltas', { path: '/pay/inv' }, (row) => under('/pay/inv')(operationPath(row))],
  ['deltas', { pathPrefix: '/pay/inv' }, (row) => starting('/pay/inv')(operationPath(row))],
  [
    'deltas',
    { pathPrefix: '/pay/inv', objectPath: '/users' },
    (row) => starting('/pay/inv')(operationPath(row)) && under('/users')(row.objectPath),
  ],
  ['deltas', { type: 'balance_change' }, (row) => row.deltaType === 'balance_change'],
  ['deltas', { from: FROM, to: TO }, between],
  [
    'deltas',
    { to: TO, objectId: ALICE },
    (row) => row.createdAt <= to && row.objectPath === '/users/alice',
  ],
  ['objects', { path: '/shop/till' }, (row) => under('/shop/till')(row.path)],
  ['objects', { pathPrefix: '/shop/till' }, (row) => starting('/shop/till')(row.path)],
  ['objects', { objectId: TILL }, (row) => row.id === till.id],
  ['objects', { type: 'escrow' }, (row) => row.type === 'escrow'],
  ['objects', { from: FROM, to: TO }, between],
  ['payment-links', { objectPath: '/shop' }, (row) => under('/shop')(row.objectPath)],
  ['payment-links', { objectId: ALICE }, (row) => row.objectPath === '/users/alice'],
  ['payment-links', { path: '/pay/link' }, (row) => under('/pay/link')(operationPath(row))],
  ['payment-links', { pathPrefix: '/pay/li' }, (row) => starting('/pay/li')(operationPath(row))],
  ['payment-links', { from: FROM }, (row) => row.createdAt >= from],
]

test.group('ledger | list filters', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    till = await realm.account('/shop/till', '10')
    await realm.object('/shop/till-2', { type: 'escrow' })
    await realm.object('/shop/till/drawer')
    alice = await realm.account('/users/alice', '10')
    await link('/pay/early', '/users/alice')
    const first = await move('/pay/inv', '/users/alice', '/shop/till')
    await move('/pay/inv-1', '/users/alice', '/shop/till')
    await realm.object('/shop/between', { type: 'escrow' })
    const last = await move('/pay/inv/2', '/shop/till', '/users/alice')
    await move('/other/3', '/shop/till', '/shop/till-2')
    await link('/pay/link', '/shop/till')
    await link('/pay/link-1', '/users/alice')
    const { operations } = accepted(await realm.get('/operations', { limit: 500 }))
    pathOf = new Map(operations.map(({ id, path }: AnyData) => [id, path]))
    const timeOf = (id: string) => operations.find((row: AnyData) => row.id === id).createdAt
    ;[from, to] = [timeOf(first.id), timeOf(last.id)]
  })

  for (const [list, query, fits] of CASES) {
    const shown = JSON.stringify(query)
    const asked = () => known(query)

    test(`${list} by ${shown} are those that fit, from page to page`, async ({ assert }) => {
      const every = await page(list, { limit: 500 })
      const wanted = every.rows.filter(fits).map(({ id }: AnyData) => id as string)
      assert.isAbove(wanted.length, 0)
      assert.isBelow(wanted.length, every.rows.length)
      const found = await page(list, { ...asked(), limit: 500 })
      assert.deepEqual(pluck(found.rows, 'id'), wanted)
      assert.equal(found.total, wanted.length)
      assert.deepEqual(pluck(await walk(list, asked()), 'id'), wanted)
    })

    test(`${list} by ${shown} are the same where unmerged`, async ({ assert, cleanup }) => {
      const limits = LEDGER_LIMITS as { listMergedEntries: number; listMergedObjects: number }
      const { listMergedEntries, listMergedObjects } = limits
      cleanup(() => void Object.assign(limits, { listMergedEntries, listMergedObjects }))
      Object.assign(limits, { listMergedEntries: 0, listMergedObjects: 0 })
      const every = await page(list, { limit: 500 })
      const wanted = every.rows.filter(fits).map(({ id }: AnyData) => id as string)
      assert.deepEqual(pluck(await walk(list, asked()), 'id'), wanted)
    })
  }

  test('an export takes the prefix of a text too', async ({ assert }) => {
    const { operations } = accepted(
      await realm.get('/operations/export', {
        from: '2020-01-01T00:00:00Z',
        to: '2100-01-01T00:00:00Z',
        pathPrefix: '/pay/inv',
      })
    )
    const paths = operations.map(({ operation }: AnyData) => operation.path)
    assert.deepEqual(paths, ['/pay/inv', '/pay/inv-1', '/pay/inv/2'])
  })

  test('a filter by what a credential may not read tells nothing', async ({ assert }) => {
    const actions = ['svc:ReadDelta', 'svc:ReadEvent', 'svc:ReadObject']
    const scope = {
      statements: [
        { actions, resources: ['/shop/*'] },
        { actions: ['svc:ReadOperation'], resources: ['/pay/link'] },
      ],
    }
    const { token } = accepted(await realm.post('/auth/token', { sub: 'u1', scope }))
    const reader = Client.withToken(token)
    const asked: [List, Query][] = [
      ['operations', { objectId: alice.id }],
      ['operations', { pathPrefix: '/pay/inv' }],
      ['events', { objectId: alice.id }],
      ['deltas', { objectPath: '/users/alice' }],
      // What the object holds may be read, but not which operation changed it.
      ['deltas', { path: '/pay/inv' }],
      ['objects', { objectId: alice.id }],
      ['objects', { pathPrefix: '/users/ali' }],
      ['payment-links', { objectId: alice.id }],
    ]
    for (const [list, query] of asked) {
      const { rows, total, nextCursor } = await page(list, query, reader)
      assert.deepEqual([rows, total, nextCursor], [[], 0, null], `${list} ${JSON.stringify(query)}`)
    }
    assert.isAbove((await page('deltas', { objectId: till.id }, reader)).rows.length, 0)
  })

  test('what no object is called finds nothing and counts nothing', async ({ assert }) => {
    const unknown = 'obj_00000000000000000000000000'
    for (const list of LISTS.filter((each) => each !== 'objects')) {
      for (const query of [{ objectPath: '/nobody' }, { objectId: unknown }] as Query[]) {
        const { rows, total } = await page(list, query)
        assert.deepEqual([rows, total], [[], 0], `${list} ${JSON.stringify(query)}`)
      }
    }
  })

  test('a range that ends before it begins is refused', async ({ assert }) => {
    for (const list of LISTS) {
      const query = { realmId: realm.id, from: to, to: from }
      const { status, error } = await realm.client.get(`/api/v1/${list}`, query)
      assert.deepEqual([status, error.details!.fields![0]!.field], [400, 'to'], list)
    }
  })

  test('two names of one filter must not contradict each other', async ({ assert }) => {
    const query = { realmId: realm.id, type: 'balance_change', deltaType: 'creation' }
    const { error } = await realm.client.get('/api/v1/deltas', query)
    assert.equal(error.details!.fields![0]!.rule, 'exclusive')
  })
})
