import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { Client, TestRealm, accepted } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

const BAD_AMOUNTS = [
  '0',
  '0.00',
  '-1',
  '+1',
  '1e3',
  'NaN',
  'Infinity',
  ' 1',
  '1 ',
  '1.',
  '.5',
  '1,5',
  '0x10',
  '0.0000001',
  '1'.repeat(25),
  '１',
] as const

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

  const settled = async () => {
    const { data } = await realm.client.get(`/api/v1/objects/${wallet}/balances`)
    return data.balances[0].settled
  }

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
    assert.equal(await settled(), '15.00')

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

  test('one path withdraws once, at once or again; other inputs fail', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const replies = await Promise.all(Array.from({ length: 50 }, () => send({ path })))
    assert.isTrue(replies.every(({ status }) => status === 201))
    assert.equal(new Set(replies.map(({ data }) => data.operation.id)).size, 1)
    const first = replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)
    assert.lengthOf(first, 1)
    await realm.completed(replies[0]!.data.operation.id)
    assert.equal(await settled(), '15.00')
    for (const other of [{ amount: '10.01' }, { destinationAddress: ADDRESS }]) {
      const reply = await send({ path, ...other })
      assert.containSubset(reply, { status: 409, error: { code: 'IDEMPOTENCY_VIOLATION' } })
    }
    assert.equal(await settled(), '15.00')
  })

  test('without a path each request is a withdrawal of its own', async ({ assert }) => {
    const [first, second] = [await send(), await send()]
    assert.notEqual(first.data.operation.path, second.data.operation.path)
  })

  test('more than there is stores nothing, and its path stays free', async ({ assert }) => {
    const path = `/op/${randomUUID()}`
    const reply = await send({ amount: '25.000001', path })
    assert.containSubset(reply, { status: 400, error: { code: 'INSUFFICIENT_BALANCE' } })
    assert.deepInclude(reply.error.details, { available: '25.00', required: '25.000001' })
    assert.equal(await operations(), 0)
    assert.equal((await send({ amount: '1', path })).status, 201)
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

  test('each wrong field is refused by its name', async ({ assert }) => {
    const valid = { realmId: realm.id, objectPath: '/wallet', amount: '1', path: '/op/valid' }
    const paths = ['/a/', '/a b', '/../x', '/a*', '/a,b', `/${'x'.repeat(512)}`, '/_system/fees']
    await refusesFields(
      assert,
      (body) => realm.client.post('/api/v1/defund-account', body),
      valid,
      {
        realmId: [MISSING, ...NOT_TEXT, 'x'],
        objectPath: [MISSING, ...NOT_TEXT, 'x', ...paths],
        amount: [MISSING, ...NOT_TEXT, ...BAD_AMOUNTS],
        path: [1, true, {}, ['/a'], 'x', ...paths],
        destinationAddress: [
          1,
          true,
          {},
          [ADDRESS],
          '0x',
          ADDRESS.slice(2),
          `${ADDRESS}0`,
          ADDRESS.slice(0, -1),
          `${ADDRESS.slice(0, -1)}g`,
          ` ${ADDRESS}`,
          `${ADDRESS}\n`,
        ],
      }
    )
    assert.equal(await operations(), 0)
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
