import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { booksAreSound } from '#tests/support/sound_books'
import { TestRealm, pluck, type OperationView, atOnce } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

async function settled(realm: TestRealm, objectId: string): Promise<string> {
  const { data } = await realm.client.get(`/api/v1/objects/${objectId}/balances`)
  return data.balances[0].settled
}

function body(realm: TestRealm, more: Record<string, unknown> = {}) {
  return {
    realmId: realm.id,
    path: `/op/${randomUUID()}`,
    sourceObjectPath: '/alice',
    targetObjectPath: '/bob',
    amount: '1.00',
    ...more,
  }
}

async function operationCount(realmId: string): Promise<number> {
  const [row] = await readRows<{ count: string }>(
    'SELECT COUNT(*) AS count FROM operations WHERE realm_id = ?',
    [realmId]
  )
  return Number(row!.count)
}

test.group('ledger | POST /transfer', (group) => {
  let realm: TestRealm
  let bob: string

  group.setup(async () => {
    realm = await TestRealm.with({ '/alice': '1000' })
    bob = (await realm.object('/bob')).id
    await realm.account('/carol', '10')
    await realm.account('/dave', '10')
  })

  test('moves the amount less the default fee, at once, and says so', async ({ assert }) => {
    const before = Number(await settled(realm, bob))
    const reply = await realm.client.post('/api/v1/transfer', body(realm, { amount: '12.5' }))
    assert.equal(reply.status, 201)
    assert.equal(reply.data.operation.state, 'completed')
    assert.deepEqual(reply.data.fee, { amount: '0.05', denomination: 'USD' })
    const outcome = JSON.parse(reply.data.operation.outcome)
    assert.containSubset(outcome, { status: 'completed', amount: '12.50', denomination: 'USD' })
    assert.equal(Number(await settled(realm, bob)), before + 12.45)
    assert.match(reply.headers.get('server-timing')!, /queue;.*group;.*commit;.*total;/)
  })

  test('evidence shows one entry whose legs cancel', async ({ assert }) => {
    const { id } = await realm.transfer('/alice', '/bob', '3')
    const { data } = await realm.evidence(id)
    const { entries, legs } = data.evidence.journal
    assert.equal(data.evidence.version, 'audit-evidence.v1')
    assert.lengthOf(entries, 1)
    assert.lengthOf(legs, 3)
    assert.isTrue(legs.every((leg: { entryId: string }) => leg.entryId === entries[0].id))
    const sum = legs.reduce(
      (total: bigint, leg: { amount: string }) =>
        total + BigInt(Math.round(Number(leg.amount) * 1e6)),
      0n
    )
    assert.equal(sum, 0n, 'expected the legs to sum to zero')
    assert.isFalse(data.evidence.integrity.cryptographicSequence.present)
    assert.deepEqual(data.context.transfer, {
      amount: '3.00',
      denomination: 'USD',
      sourceObjectPath: '/alice',
      targetObjectPath: '/bob',
    })
    assert.lengthOf(
      data.deltas.filter((delta: { deltaType: string }) => delta.deltaType === 'balance_change'),
      3
    )
    assert.lengthOf(data.events, 0, 'expected a transfer to emit no event')
  })

  test('the same request again is answered, without a second movement', async ({ assert }) => {
    const request = body(realm)
    const first = await realm.client.post('/api/v1/transfer', request)
    const balance = await settled(realm, bob)
    const again = await realm.client.post('/api/v1/transfer', { ...request, amount: '1' })
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.isNull(first.headers.get('idempotent-replayed'))
    assert.deepEqual(again.data, first.data)
    assert.equal(await settled(realm, bob), balance)
  })

  test('the same path with other inputs is refused and names the operation', async ({ assert }) => {
    const request = body(realm)
    const first = await realm.client.post('/api/v1/transfer', request)
    const other = await realm.client.post('/api/v1/transfer', { ...request, amount: '2.00' })
    assert.containSubset(other, { status: 409, error: { code: 'IDEMPOTENCY_VIOLATION' } })
    assert.equal(other.error.details!.operationId, first.data.operation.id)
  })

  test('of 50 concurrent duplicates one moves money, all get its operation', async ({ assert }) => {
    const request = body(realm, { sourceObjectPath: '/carol', targetObjectPath: '/dave' })
    const replies = await atOnce(50, () => realm.client.post('/api/v1/transfer', request))
    const ids = new Set(replies.map(({ data }) => data.operation.id))
    assert.equal(ids.size, 1)
    assert.deepEqual([...new Set(pluck(replies, 'status'))], [201])
    const first = replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)
    assert.lengthOf(first, 1, 'expected exactly one answer that is not a replay')
  })

  test('what is not available is refused with both figures, and not stored', async ({ assert }) => {
    const before = await operationCount(realm.id)
    const reply = await realm.client.post('/api/v1/transfer', body(realm, { amount: '1000000' }))
    assert.containSubset(reply, { status: 400, error: { code: 'INSUFFICIENT_BALANCE' } })
    assert.equal(reply.error.details!.required, '1000000.00')
    assert.equal(await operationCount(realm.id), before)
  })

  test('a path that was refused stays free', async ({ assert }) => {
    const request = body(realm, { amount: '1000000' })
    await realm.client.post('/api/v1/transfer', request)
    const reply = await realm.client.post('/api/v1/transfer', { ...request, amount: '1.00' })
    assert.equal(reply.status, 201)
    assert.isNull(reply.headers.get('idempotent-replayed'))
  })

  test('feeOverride sets the fee on a paper realm, and zero removes it', async ({ assert }) => {
    const custom = await realm.client.post('/api/v1/transfer', body(realm, { feeOverride: '0.5' }))
    assert.deepEqual(custom.data.fee, { amount: '0.50', denomination: 'USD' })
    const none = await realm.client.post('/api/v1/transfer', body(realm, { feeOverride: '0' }))
    assert.notProperty(none.data, 'fee')
  })

  test('a missing side is 404 and stores nothing', async ({ assert }) => {
    const before = await operationCount(realm.id)
    for (const side of ['sourceObjectPath', 'targetObjectPath']) {
      const reply = await realm.client.post('/api/v1/transfer', body(realm, { [side]: '/nobody' }))
      assert.containSubset(reply, { status: 404, error: { code: 'NOT_FOUND' } })
    }
    assert.equal(await operationCount(realm.id), before)
  })

  test('a path that was used answers before a missing side is noticed', async ({ assert }) => {
    const request = body(realm)
    await realm.client.post('/api/v1/transfer', request)
    const reply = await realm.client.post('/api/v1/transfer', {
      ...request,
      targetObjectPath: '/nobody',
    })
    assert.containSubset(reply, { status: 409, error: { code: 'IDEMPOTENCY_VIOLATION' } })
  })

  test('every wrong field is named at once, and nothing is stored')
    .with([
      { realmId: 'x', path: 'x', sourceObjectPath: '', targetObjectPath: 7, amount: 1 },
      { realmId: null, path: null, sourceObjectPath: null, targetObjectPath: null, amount: null },
      { realmId: [], path: {}, sourceObjectPath: ['/a'], targetObjectPath: true, amount: '1e3' },
      { realmId: 1, path: '/a/', sourceObjectPath: '/a b', targetObjectPath: '/..', amount: '-1' },
      {
        realmId: 'A'.repeat(36),
        path: `/${'x'.repeat(600)}`,
        sourceObjectPath: '/_system/external',
        targetObjectPath: '/a*',
        amount: '0.0000001',
      },
      {},
    ])
    .run(async ({ assert }, wrong) => {
      const before = await operationCount(realm.id)
      const reply = await realm.client.post('/api/v1/transfer', wrong)
      assert.containSubset(reply, { status: 400, error: { code: 'VALIDATION_ERROR' } })
      const fields = pluck(reply.error.details!.fields!, 'field')
      assert.includeMembers(fields, [
        'realmId',
        'path',
        'sourceObjectPath',
        'targetObjectPath',
        'amount',
      ])
      assert.equal(await operationCount(realm.id), before)
    })

  test('wrong amounts and fees are refused by their field')
    .with([
      ['amount', '0'],
      ['amount', '0.00'],
      ['amount', 'NaN'],
      ['amount', ' 1'],
      ['amount', '1'.repeat(25)],
      ['amount', '0.05'],
      ['feeOverride', '-0.01'],
      ['feeOverride', 0],
      ['feeOverride', null],
      ['targetObjectPath', '/alice'],
    ] as const)
    .run(async ({ assert }, [field, value]) => {
      const reply = await realm.client.post('/api/v1/transfer', body(realm, { [field]: value }))
      if (field === 'feeOverride' && value === null) return assert.equal(reply.status, 201)
      assert.containSubset(reply, { status: 400, error: { code: 'VALIDATION_ERROR' } })
      assert.equal(reply.error.details!.fields![0]!.field, field)
    })

  test('1,000 transfers at 64 connections leave the sums right', async ({ assert }) => {
    const busy = await TestRealm.open()
    const names = Array.from({ length: 8 }, (_, index) => `/users/u${index}`)
    const accounts = await Promise.all(names.map((name) => busy.account(name, '10000')))
    const queue = Array.from({ length: 1000 }, (_, index) => index)
    const posted: OperationView[] = []
    const connection = async () => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        const from = names[next % names.length]!
        const to = names[(next * 7 + 1) % names.length]!
        posted.push(await busy.transfer(from, from === to ? names[(next + 1) % 8]! : to, '1.00'))
      }
    }
    await Promise.all(Array.from({ length: 64 }, connection))
    assert.lengthOf(posted, 1000)
    assert.equal(new Set(pluck(posted, 'id')).size, 1000)

    const balances = await Promise.all(accounts.map(({ id }) => settled(busy, id)))
    const total = balances.reduce((sum, balance) => sum + Math.round(Number(balance) * 100), 0)
    assert.equal(total, 8 * 1_000_000 - 1000 * 5, 'expected only the fees to have left the users')
    await booksAreSound(busy)
  })
})
