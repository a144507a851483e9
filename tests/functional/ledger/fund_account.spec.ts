import { test } from '@japa/runner'
import { TestRealm, pluck } from '#tests/support/client'

test.group('ledger | POST /fund-account', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.with({ '/wallet': '0' })
  })

  const body = (more: Record<string, unknown> = {}) => ({
    realmId: realm.id,
    objectPath: '/wallet',
    amount: '25.00',
    ...more,
  })

  test('is pending in the answer, then credits, with a proof and its event', async ({ assert }) => {
    const own = await TestRealm.open()
    const { id: objectId } = await own.object('/wallet')
    const reply = await own.client.post('/api/v1/fund-account', body({ realmId: own.id }))
    assert.equal(reply.status, 201)
    assert.containSubset(reply.data.operation, { state: 'pending', type: 'deposit' })
    assert.equal(reply.data.event.type, 'deposit.completed')
    assert.containSubset(JSON.parse(reply.data.event.payload), {
      amount: '25.00',
      objectPath: '/wallet',
    })
    await own.completed(reply.data.operation.id)
    const detail = await own.evidence(reply.data.operation.id)
    assert.equal(detail.data.operation.parsedOutcome.amount, '25.00')
    assert.equal(detail.data.events[0].type, 'deposit.completed')
    assert.equal(detail.data.events[0].id, reply.data.event.id, 'expected the announced event')
    assert.lengthOf(detail.data.evidence.journal.entries, 2, 'expected opening and settlement')
    assert.lengthOf(detail.data.evidence.journal.proofs, 1)
    const balances = await own.client.get(`/api/v1/objects/${objectId}/balances`)
    const [{ version, ...balance }] = balances.data.balances
    assert.isAbove(version, 0)
    assert.deepEqual(balance, {
      denomination: 'USD',
      arriving: '0.00',
      settled: '25.00',
      departing: '0.00',
      total: '25.00',
    })
  })

  test('a live realm is not funded with simulated money', async ({ assert }) => {
    const live = await realm.client.realm({ asset: 'live' })
    await live.object('/wallet')
    const reply = await live.client.post('/api/v1/fund-account', body({ realmId: live.id }))
    assert.equal(reply.status, 201)
    assert.match(reply.data.poolAddress, /^0x[0-9a-fA-F]{40}$/)
    // The jobs of one realm run in no order, but a deposit of the other one has ended by then.
    await realm.fund('/wallet', '1.00')
    const { data } = await live.client.get(`/api/v1/operations/${reply.data.operation.id}`)
    assert.equal(data.operation.state, 'pending')
    const { data: shown } = await live.find('/wallet')
    const balances = await live.client.get(`/api/v1/objects/${shown.object.id}/balances`)
    assert.deepEqual(pluck(balances.data.balances, 'total'), ['0.00'])
  })
})
