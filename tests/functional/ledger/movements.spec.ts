import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { TestRealm, accepted, atOnce, pluck } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { readRows } from '#tests/support/rows'

type Body = Record<string, unknown>

interface Movement {
  address: string
  body: Body
  /** What the source of `body` has afterwards, or its target where there is no source. */
  cents: number
  /** Other inputs for the same path. */
  others: Body[]
  /** Values that each field refuses by its name. */
  wrong: Record<string, readonly unknown[]>
}

const SIGNED_OR_ZERO = ['-1', '+1', '0', '0.00', '0.000000']
const NO_DECIMAL = [
  '1e3',
  '1E3',
  'NaN',
  'Infinity',
  '0x1',
  '0x10',
  '1_000',
  '1,000',
  '1,5',
  '1.1.1',
]
const NOT_WHOLE = [' 1', '1 ', '1\n', '.5', '1.']
const NOT_STORED = ['0.0000001', '1'.repeat(25), '１', '١']
const BAD_AMOUNTS = [...SIGNED_OR_ZERO, ...NO_DECIMAL, ...NOT_WHOLE, ...NOT_STORED]

const NO_PATH = ['x', '/', '//', '/a//b', '/a/', '/a/../b', '/../x', '/a/..', '/./a', '/a*', '/a,b']
const WITH_SPACE = ['/a b', '/a\tb', '/a\u00a0b', '/a\u2028b', '/a\u3000b']
const NO_TEXT = ['/a\u0000b', '/a\ud800b']
const SEGMENTS = `/${'x'.repeat(127)}`.repeat(4)
const TOO_LONG = [`/${'x'.repeat(129)}`, `/${'x'.repeat(512)}`, `${SEGMENTS}/y`]
const RESERVED = ['/_system/fees', '/_builder']
const BAD_PATHS = [...NO_PATH, ...WITH_SPACE, ...NO_TEXT, ...TOO_LONG, ...RESERVED]

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const CUT = ADDRESS.slice(0, -1)
const BAD_ADDRESSES = ['0x', ADDRESS.slice(2), `${ADDRESS}0`, CUT, `${CUT}g`, ` ${ADDRESS}`]

const realmId = [MISSING, ...NOT_TEXT, 'x']
const amount = [MISSING, ...NOT_TEXT, ...BAD_AMOUNTS]
const objectPath = [MISSING, ...NOT_TEXT, ...BAD_PATHS]
const optional = [1, true, {}, ['/a']]

const MOVEMENTS: Movement[] = [
  {
    address: '/transfer',
    body: { sourceObjectPath: '/a', targetObjectPath: '/b', amount: '1.00' },
    cents: -100,
    others: [{ amount: '2.00' }, { targetObjectPath: '/c' }, { feeOverride: '0' }],
    wrong: {
      realmId,
      amount: [...amount, '0.05'],
      feeOverride: [0, true, {}, ...BAD_AMOUNTS.filter((text) => !/^0(\.0+)?$/.test(text))],
      path: objectPath,
      sourceObjectPath: objectPath,
      targetObjectPath: [...objectPath, '/a'],
    },
  },
  {
    address: '/fund-account',
    body: { objectPath: '/a', amount: '1.00' },
    cents: 100,
    others: [{ amount: '2.00' }, { objectPath: '/b' }],
    wrong: { realmId, amount, objectPath, path: [...optional, ...BAD_PATHS] },
  },
  {
    address: '/defund-account',
    body: { objectPath: '/a', amount: '1.00' },
    cents: -100,
    others: [{ amount: '1.01' }, { destinationAddress: ADDRESS }],
    wrong: {
      realmId,
      amount,
      objectPath,
      path: [...optional, ...BAD_PATHS],
      destinationAddress: [1, true, {}, [ADDRESS], ...BAD_ADDRESSES, `${ADDRESS}\n`],
    },
  },
]

test.group('ledger | every movement', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.with({ '/a': '100', '/b': '10', '/c': '0' })
  })

  const centsOf = async (path: string) => {
    const [row] =
      await readRows`SELECT b.settled FROM objects o JOIN balances b ON b.object_id = o.id
          WHERE o.realm_id = ${realm.id} AND o.path = ${path}`
    return Math.round(Number(row!.settled) * 100)
  }

  const operations = async () => {
    const sql = 'SELECT COUNT(*) AS count FROM operations WHERE realm_id = ?'
    return Number((await readRows<{ count: string }>(sql, [realm.id]))[0]!.count)
  }

  test('{address}: of 50 with one path one moves, and all get its operation')
    .with(MOVEMENTS)
    .run(async ({ assert }, { address, body, cents, others }) => {
      const path = `/op/${randomUUID()}`
      const before = await centsOf('/a')
      const replies = await atOnce(50, () => realm.post(address, { ...body, path }))
      const [{ id }, ...same] = replies.map((reply) => accepted(reply).operation)
      assert.deepEqual(new Set(pluck(same, 'id')), new Set([id]))
      const first = replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)
      assert.lengthOf(first, 1, 'expected exactly one answer that is not a replay')
      await realm.completed(id)
      // The same amount, spelled in another way.
      const again = await realm.post(address, { ...body, path, amount: '1' })
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(accepted(again).operation.id, id)
      for (const other of others) {
        const reply = await realm.post(address, { ...body, path, ...other })
        const details = { operationId: id }
        assert.containSubset(reply.error, { code: 'IDEMPOTENCY_VIOLATION', details })
        assert.equal(reply.status, 409)
      }
      assert.equal(await centsOf('/a'), before + cents)
    })

  test('{address}: without a path each request is a movement of its own')
    .with(MOVEMENTS.filter(({ address }) => address !== '/transfer'))
    .run(async ({ assert }, { address, body }) => {
      const paths = [await realm.post(address, body), await realm.post(address, body)].map(
        (reply) => accepted(reply).operation.path
      )
      assert.lengthOf(new Set(paths), 2)
    })

  test('{address}: more than there is is refused by both figures, and its path stays free')
    .with(MOVEMENTS.filter(({ cents }) => cents < 0))
    .run(async ({ assert }, { address, body }) => {
      const asked = { ...body, path: `/op/${randomUUID()}` }
      await realm.fund('/c', '1')
      const from = address === '/transfer' ? { sourceObjectPath: '/c' } : { objectPath: '/c' }
      const available = (await centsOf('/c')) / 100
      const before = await operations()
      const { status, error } = await realm.post(address, { ...asked, ...from, amount: '100.01' })
      assert.deepEqual([status, error.code], [400, 'INSUFFICIENT_BALANCE'])
      assert.containSubset(error.details, { available: available.toFixed(2), required: '100.01' })
      assert.equal(await operations(), before)
      const reply = await realm.post(address, asked)
      assert.equal(reply.status, 201)
      assert.isNull(reply.headers.get('idempotent-replayed'))
    })

  test('{address}: each wrong field is refused by its name, and all are named at once')
    .with(MOVEMENTS)
    .run(async ({ assert }, { address, body, wrong }) => {
      const before = await operations()
      const send = (input: Body) => realm.client.post(`/api/v1${address}`, input)
      await refusesFields(assert, send, { realmId: realm.id, path: '/op/valid', ...body }, wrong)
      for (const place of [0, 1, 2, 3]) {
        const values = Object.entries(wrong).map(([field, bad]) => [
          field,
          bad.filter((value) => value !== MISSING)[place],
        ])
        const { status, error } = await send(Object.fromEntries(values))
        assert.deepEqual([status, error.code], [400, 'VALIDATION_ERROR'])
        assert.sameMembers([...new Set(pluck(error.details!.fields!, 'field'))], Object.keys(wrong))
      }
      assert.equal(await operations(), before)
    })
})
