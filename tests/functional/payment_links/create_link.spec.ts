import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { TestRealm, accepted, pluck, type OperationView } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { writeRows } from '#tests/support/rows'
import { paymentOf } from './support/links.ts'

const URL = '/api/v1/payment-links'
const OBJECT = '/shop/till'

interface LinkView {
  id: string
  url: string
  token: string
  status: string
  operationId: string
  createdAt: string
  expiresAt: string
}

let realm: TestRealm
let objectId: string

const create = (body: Record<string, unknown> = {}, client = realm.client) =>
  client.post<{ paymentLink: LinkView; operation: OperationView }>(URL, {
    realmId: realm.id,
    type: 'deposit',
    objectPath: OBJECT,
    amount: '12.5',
    ...body,
  })

const minutes = ({ createdAt, expiresAt }: LinkView) =>
  (Date.parse(expiresAt) - Date.parse(createdAt)) / 60_000

test.group('payment_links | POST /payment-links', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    objectId = (await realm.object(OBJECT)).id
  })

  test('opens a pending deposit and answers with its link', async ({ assert }) => {
    const reply = await create({
      returnUrl: 'https://shop.example/thanks',
      metadata: { order: '17' },
    })
    assert.equal(reply.status, 201)
    const { paymentLink, operation } = reply.data
    assert.containSubset(paymentLink, {
      type: 'deposit',
      status: 'pending',
      amount: '12.50',
      denomination: 'USD',
      objectPath: OBJECT,
      operationId: operation.id,
      returnUrl: 'https://shop.example/thanks',
      returnStrategy: 'redirect',
      metadata: { order: '17' },
    })
    assert.match(paymentLink.id, /^pl_[0-9a-z]{26}$/)
    assert.match(paymentLink.token, /^[\w-]{43}$/)
    assert.equal(paymentLink.url, `${process.env.APP_URL}/pay/${paymentLink.token}`)
    assert.equal(minutes(paymentLink), 60)
    assert.containSubset(operation, { type: 'deposit', state: 'pending', targetObjectPath: OBJECT })
  })

  test('the object may be named by id or path, and nothing moves yet', async ({ assert }) => {
    for (const named of [
      { objectRef: objectId },
      { objectRef: OBJECT },
      { objectRef: null, objectPath: OBJECT },
      { objectRef: OBJECT, objectPath: null },
    ]) {
      const { status, data } = await create({ objectPath: undefined, ...named })
      assert.equal(status, 201)
      assert.equal(data.operation.state, 'pending')
    }
    const { data } = await realm.client.get(`/api/v1/objects/${objectId}/balances`)
    assert.containSubset(data.balances[0], { settled: '0.00', arriving: '0.00' })
  })

  test('both ends of the allowed lifetime are kept', async ({ assert }) => {
    for (const expiresInMinutes of [1, 10_080]) {
      const { data } = await create({ expiresInMinutes })
      assert.equal(minutes(data.paymentLink), expiresInMinutes)
    }
  })

  test('a repeat answers with the stored link and opens nothing', async ({ assert }) => {
    const body = { path: `/op/link/${randomUUID()}`, metadata: { a: '1', b: '2' } }
    const first = await create(body)
    const second = await create({ ...body, metadata: { b: '2', a: '1' } })
    assert.isNull(first.headers.get('idempotent-replayed'))
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal(second.status, 201)
    assert.deepEqual(second.body, first.body)
  })

  test('the same path with other inputs is refused and names the operation', async ({ assert }) => {
    const path = `/op/link/${randomUUID()}`
    const { operation } = accepted(await create({ path }))
    for (const other of [
      { amount: '13' },
      { expiresInMinutes: 5 },
      { returnUrl: 'https://shop.example' },
      { returnStrategy: 'close' },
      { metadata: { a: '1' } },
      { description: 'Two tickets' },
      { reference: 'INV-17' },
    ]) {
      const { status, error } = await create({ path, ...other })
      assert.equal(status, 409)
      assert.equal(error.code, 'IDEMPOTENCY_VIOLATION')
      assert.equal(error.details!.operationId, operation.id)
    }
  })

  test('the path of another operation is never taken over', async ({ assert }) => {
    const path = `/op/link/${randomUUID()}`
    const fund = { realmId: realm.id, objectPath: OBJECT, amount: '12.5', path }
    accepted(await realm.client.post('/api/v1/fund-account', fund))
    assert.equal((await create({ path })).error.code, 'IDEMPOTENCY_VIOLATION')
  })

  test('of many equal requests at once exactly one opens the link', async ({ assert }) => {
    const path = `/op/link/${randomUUID()}`
    const replies = await Promise.all(Array.from({ length: 12 }, () => create({ path })))
    assert.isTrue(replies.every(({ status }) => status === 201))
    const links = new Set(replies.map(({ data }) => JSON.stringify(data.paymentLink)))
    assert.equal(links.size, 1)
    const fresh = replies.filter(({ headers }) => !headers.has('idempotent-replayed'))
    assert.lengthOf(fresh, 1)
  })

  test('what it is for is kept, shown to the payer, and one line', async ({ assert }) => {
    const purpose = { description: 'Two tickets, شكراً', reference: 'INV-2026-17' }
    const path = `/op/link/${randomUUID()}`
    const { paymentLink } = accepted(await create({ ...purpose, path }))
    assert.containSubset(paymentLink, purpose)
    assert.containSubset(await paymentOf(paymentLink), purpose)
    assert.containSubset(accepted(await create({ ...purpose, path })).paymentLink, purpose)
    for (const [field, text] of [
      ['description', 'a\nb'],
      ['description', 'x'.repeat(201)],
      ['reference', 'x'.repeat(65)],
      ['reference', ' '],
    ] as const) {
      const { status, error } = await create({ [field]: text })
      assert.equal(status, 400, text)
      assert.containSubset(error.details!.fields, [{ field }])
    }
  })

  test('a link lost between operation and row is made again by the repeat', async ({ assert }) => {
    const terms = { metadata: { order: '9' }, expiresInMinutes: 7, reference: 'INV-9' }
    const body = { path: `/op/link/${randomUUID()}`, ...terms }
    const before = accepted(await create(body))
    await writeRows`DELETE FROM payment_links WHERE id = ${before.paymentLink.id}`
    const after = accepted(await create(body))
    const { token, url, ...rest } = after.paymentLink
    assert.containSubset(before.paymentLink, rest)
    assert.notEqual(token, before.paymentLink.token)
    assert.include(url, token)
    assert.equal(after.operation.id, before.operation.id)
  })

  test('an object that is missing or lives in another realm is not found', async ({ assert }) => {
    const elsewhere = await realm.client.realm()
    const other = await elsewhere.object(OBJECT)
    for (const named of [
      { objectPath: '/shop/none' },
      { objectPath: undefined, objectRef: `obj_${'0'.repeat(26)}` },
      { objectPath: undefined, objectRef: other.id },
    ]) {
      const { status, error } = await create(named)
      assert.equal(status, 404)
      assert.equal(error.code, 'OBJECT_NOT_FOUND')
    }
  })

  test('every wrong field is named', async ({ assert }) => {
    const valid = { realmId: realm.id, type: 'deposit', objectPath: OBJECT, amount: '1' }
    const send = (body: object) => realm.client.post(URL, body)
    await refusesFields(assert, send, valid, {
      realmId: [MISSING, ...NOT_TEXT, 'x', realm.id.toUpperCase()],
      type: [MISSING, ...NOT_TEXT, 'Deposit', 'refund'],
      objectPath: [
        1,
        true,
        {},
        ['x'],
        '',
        '/',
        'shop',
        '/shop/',
        '/_system/fees',
        '/abcdefghi'.repeat(52),
      ],
      amount: [
        MISSING,
        ...NOT_TEXT,
        '0',
        '0.00',
        '-1',
        '+1',
        '1e3',
        '1.0000001',
        'NaN',
        '1,5',
        '9'.repeat(25),
      ],
      returnUrl: [
        1,
        true,
        {},
        ['x'],
        '',
        'javascript:alert(1)',
        'intent://pay#Intent;end',
        'myapp:javascript:alert(1)',
        'https://u:p@shop.example',
        `https://a.example/${'a'.repeat(2048)}`,
      ],
      returnStrategy: [1, true, {}, ['x'], '', 'Redirect'],
      destinationAddress: [1, true, {}, ['x'], '', '0x12', `0x${'a'.repeat(40)}`],
      expiresInMinutes: [0, -1, 1.5, 10_081, '60', '', true, {}, [60]],
      metadata: [1, 'text', true, ['x'], { k: 1 }, { k: null }, { k: 'v'.repeat(257) }],
      path: [1, true, {}, ['x'], '', 'op', '/op/', '/_system/x', '/op/*'],
    })
  })

  test('one name for the object is needed, two are refused', async ({ assert }) => {
    for (const [named, rule] of [
      [{ objectPath: undefined }, 'exactly_one'],
      [{ objectRef: OBJECT }, 'exclusive'],
      [{ objectPath: undefined, objectRef: 'till' }, 'object_ref'],
      [{ objectPath: undefined, objectRef: '/_system/fees' }, 'object_ref'],
      [{ objectPath: undefined, objectRef: 7 }, 'string'],
    ] as const) {
      const { status, error } = await create(named)
      assert.equal(status, 400)
      assert.containSubset(error.details!.fields, [{ field: 'objectRef', rule }])
    }
  })

  test('all wrong fields are named at once', async ({ assert }) => {
    const { error } = await realm.client.post(URL, { expiresInMinutes: 0 })
    assert.sameMembers(pluck(error.details!.fields!, 'field'), [
      'realmId',
      'type',
      'objectRef',
      'amount',
      'expiresInMinutes',
    ])
  })
})
