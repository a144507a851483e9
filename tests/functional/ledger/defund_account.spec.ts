import { test } from '@japa/runner'
import { Client, TestRealm, accepted } from '#tests/support/client'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

test.group('ledger | POST /defund-account', (group) => {
  let realm: TestRealm
  let wallet: string

  group.each.setup(async () => {
    realm = await TestRealm.open()
    wallet = (await realm.account('/wallet', '25')).id
  })

  const send = (more: Record<string, unknown> = {}, client: Client = realm.client) =>
    client.post('/api/v1/defund-account', {
      realmId: realm.id,
      objectPath: '/wallet',
      amount: '10.00',
      ...more,
    })

  const operations = async () => {
    const { data } = await realm.get('/operations', { type: 'withdrawal' })
    return data.operations.length
  }

  test('is pending, then the value is gone, with a proof and its event', async ({ assert }) => {
    const reply = await send({ destinationAddress: ADDRESS })
    assert.equal(reply.status, 201)
    const { operation, txHash } = reply.data
    assert.containSubset(operation, { type: 'withdrawal', state: 'pending' })
    assert.containSubset(operation, { sourceObjectPath: '/wallet', targetObjectPath: null })
    assert.match(txHash, /^0x[0-9a-f]{64}$/)
    await realm.completed(operation.id)
    assert.equal(await realm.settled('/wallet'), '15.00')

    const { data } = await realm.evidence(operation.id)
    assert.containSubset(data.operation.parsedOutcome, {
      status: 'completed',
      amount: '10.00',
      destinationAddress: ADDRESS,
      sourceNewBalance: '15.00',
    })
    assert.equal(data.events[0].type, 'withdrawal.completed')
    assert.deepEqual(JSON.parse(data.events[0].payload), {
      amount: '10.00',
      denomination: 'USD',
      objectPath: '/wallet',
      destinationAddress: ADDRESS,
    })
    assert.containSubset(data.deltas, [
      {
        deltaType: 'balance_change',
        objectPath: '/wallet',
        beforeValue: '25.00',
        afterValue: '15.00',
      },
      { deltaType: 'balance_change', objectPath: '/_system/external', internal: true },
    ])
    assert.containSubset(data.evidence.journal.proofs, [{ proofType: 'chain_withdrawal' }])
    assert.include(data.evidence.journal.proofs[0].externalRef, txHash)
    assert.containSubset(data.context, { type: 'withdrawal', withdrawal: { amount: '10.00' } })
  })

  test('a full withdrawal retires the object and its path for ever', async ({ assert }) => {
    await realm.account('/payer', '10')
    const { operation } = accepted(await send({ amount: '25' }))
    await realm.completed(operation.id)
    const { data } = await realm.client.get(`/api/v1/objects/${wallet}`)
    assert.equal(data.object.status, 'withdrawn')
    assert.isString(data.object.withdrawnAt)
    assert.containSubset(data.events, [{ type: 'object.withdrawn', objectPath: '/wallet' }])
    assert.containSubset(data.deltas, [
      { deltaType: 'status_change', beforeValue: 'active', afterValue: 'withdrawn' },
    ])
    const create = await realm.post('/objects', { path: '/wallet' })
    assert.containSubset(create, { status: 409, error: { code: 'PATH_RETIRED' } })
    for (const [sourceObjectPath, targetObjectPath] of [
      ['/wallet', '/payer'],
      ['/payer', '/wallet'],
    ] as const) {
      const transfer = await realm.move(sourceObjectPath, targetObjectPath, '1')
      assert.containSubset(transfer, { status: 404, error: { code: 'NOT_FOUND' } })
    }
    const fund = await realm.deposit('/wallet', '1')
    assert.equal(fund.status, 404)
    assert.equal((await send({ amount: '1' })).status, 404)
  })

  test('an object that is missing or still being created is not found', async ({ assert }) => {
    const reply = await send({ objectPath: '/nobody' })
    assert.containSubset(reply, { status: 404, error: { code: 'OBJECT_NOT_FOUND' } })
    assert.equal(await operations(), 0)
  })

  test('a live realm pays out to an address, and no simulated money', async ({ assert }) => {
    const live = await realm.client.realm({ asset: 'live' })
    await live.object('/wallet')
    const reply = await send({ realmId: live.id })
    assert.equal(reply.status, 400)
    assert.containSubset(reply.error.details?.fields, [{ field: 'destinationAddress' }])
    const addressed = await send({ realmId: live.id, destinationAddress: ADDRESS })
    assert.equal(addressed.error.code, 'INSUFFICIENT_BALANCE')
  })

  test('a token without the permission is refused', async ({ assert }) => {
    const minted = await realm.post('/auth/token', {
      sub: 'end-user',
      scope: {
        statements: [
          { effect: 'Allow', actions: ['svc:Transfer', 'svc:Read'], resources: ['*'] },
          { effect: 'Allow', actions: ['svc:WithdrawFrom'], resources: ['/other/*'] },
        ],
      },
    })
    const reply = await send({}, Client.withToken(accepted(minted).token))
    assert.equal(reply.status, 403)
    assert.deepInclude(reply.error.details, { action: 'svc:WithdrawFrom', resource: '/wallet' })
    assert.equal(await operations(), 0)
  })
})
