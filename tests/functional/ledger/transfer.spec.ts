import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { booksAreSound } from '#tests/support/sound_books'
import { TestRealm, pluck, type OperationView } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

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
  const [row] = await readRows`SELECT COUNT(*) AS count FROM operations WHERE realm_id = ${realmId}`
  return Number(row!.count)
}

test.group('ledger | POST /transfer', (group) => {
  let realm: TestRealm
  let bob: string

  group.setup(async () => {
    realm = await TestRealm.with({ '/alice': '1000' })
    bob = (await realm.object('/bob')).id
  })

  test('moves the amount less the default fee, at once, and says so', async ({ assert }) => {
    const before = Number(await realm.settled(bob))
    const reply = await realm.client.post('/api/v1/transfer', body(realm, { amount: '12.5' }))
    assert.equal(reply.status, 201)
    assert.equal(reply.data.operation.state, 'completed')
    assert.deepEqual(reply.data.fee, { amount: '0.05', denomination: 'USD' })
    const outcome = JSON.parse(reply.data.operation.outcome)
    assert.containSubset(outcome, { status: 'completed', amount: '12.50', denomination: 'USD' })
    assert.equal(Number(await realm.settled(bob)), before + 12.45)
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

  test('feeOverride sets the fee on a paper realm, and zero removes it', async ({ assert }) => {
    const custom = await realm.client.post('/api/v1/transfer', body(realm, { feeOverride: '0.5' }))
    assert.deepEqual(custom.data.fee, { amount: '0.50', denomination: 'USD' })
    const none = await realm.client.post('/api/v1/transfer', body(realm, { feeOverride: '0' }))
    assert.notProperty(none.data, 'fee')
    const usual = await realm.client.post('/api/v1/transfer', body(realm, { feeOverride: null }))
    assert.deepEqual(usual.data.fee, { amount: '0.05', denomination: 'USD' })
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

    const balances = await Promise.all(accounts.map(({ id }) => busy.settled(id)))
    const total = balances.reduce((sum, balance) => sum + Math.round(Number(balance) * 100), 0)
    assert.equal(total, 8 * 1_000_000 - 1000 * 5, 'expected only the fees to have left the users')
    await booksAreSound(busy)
  })
})
