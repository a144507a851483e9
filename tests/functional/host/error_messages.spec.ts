import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { makeKey } from '#tests/functional/auth/support/credentials'
import { TradingRealm } from '#tests/functional/venue/support/trading_realm'
import { Client, accepted, pluck, type Reply, type TestRealm } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'

type Fields = Record<string, unknown>

/** What a request that is refused must say: the thing it is about, and what helps. */
type Scenario = [
  name: string,
  ask: () => Promise<Reply<unknown>>,
  status: number,
  ...says: (string | RegExp)[],
]

test.group('host | error messages', (group) => {
  let trading: TradingRealm
  let realm: TestRealm
  let client: Client
  let traderId: string
  let plainId: string

  group.setup(async () => {
    trading = await TradingRealm.open()
    ;({ realm } = trading)
    ;({ client } = realm)
    traderId = (await trading.trader('one', '5000')).id
    await realm.account('/messages/a', '5')
    plainId = (await realm.object('/messages/b')).id
  })

  const transfer = ({ amount = '1.00', ...fields }: Fields) =>
    realm.move('/messages/a', '/messages/b', amount as string, fields)
  const trade = (command: string, terms: Fields) =>
    realm.post(`/objects/${traderId}/exchange/${command}`, {
      path: `/op/messages/${randomUUID()}`,
      market: 'vn:0:ETH',
      side: 'buy',
      ...terms,
    })
  const order = (fields: Fields) => trade('orders', { orderType: 'MARKET', size: '0.1', ...fields })
  const twap = (fields: Fields) => trade('twap', { totalSize: '1', durationMinutes: 5, ...fields })
  const as = (authorization: string) =>
    Client.anonymous().send('GET', '/api/v1/auth/me', undefined, { authorization })

  const SCENARIOS: Scenario[] = [
    [
      'a target that is not there',
      () => transfer({ targetObjectPath: '/messages/nobody' }),
      404,
      'target object /messages/nobody',
      'POST /api/v1/objects',
      'targetObjectPath',
    ],
    [
      'a word that is none of a choice',
      () => order({ side: 'BUY' }),
      400,
      'The side field must be one of buy, sell.',
    ],
    [
      'a payment link to nothing',
      () => realm.post('/payment-links', { type: 'deposit', amount: '1' }),
      400,
      'Either objectRef or objectPath must be given.',
    ],
    [
      'an action that there is not',
      () =>
        realm.post('/auth/token', {
          sub: 'u1',
          scope: { statements: [{ actions: ['svc:Reed'], resources: ['*'] }] },
        }),
      400,
      '"svc:Reed" is no action',
      'GET /api/v1/permissions',
    ],
    [
      'a refresh token nobody gave out',
      () =>
        Client.anonymous().post('/api/v1/auth/refresh', {
          refreshToken: `svc_rt_${'a'.repeat(43)}`,
        }),
      401,
      'refresh token',
      'POST /api/v1/auth/google',
      /^(?!.*Bearer)/,
    ],
    [
      'an ID token that is none',
      () => Client.anonymous().post('/api/v1/auth/google', { googleIdToken: 'a.b.c' }),
      401,
      'fresh ID token',
      /^(?!.*Bearer)/,
    ],
    [
      'too much',
      () => transfer({ amount: '50.00' }),
      400,
      '/messages/a has 5.00 available',
      '50.00 is needed',
    ],
    ['a flag as text', () => transfer({ dryRun: 'x' }), 400, 'dryRun field must be true or false'],
    [
      'a condition that does not hold',
      () => transfer({ ifSourceBalanceAtLeast: '50' }),
      409,
      'ifSourceBalanceAtLeast wants at least 50.00 at /messages/a, and 5.00 is there',
      'GET /api/v1/objects/:id/balances',
    ],
    [
      'more than a limit allows',
      async () => {
        const limits = { realmId: realm.id, maxBalance: '0.50' }
        const address = `/api/v1/objects/${plainId}/limits`
        accepted(await client.send('PUT', address, limits))
        const refused = await transfer({})
        accepted(await client.send('PUT', address, { ...limits, maxBalance: null }))
        return refused
      },
      409,
      'The maxBalance of /messages/b allows 0.50 more, and 0.95 is asked',
      'GET /api/v1/objects/:id/limits',
    ],
    [
      'more than is left to reverse',
      async () => {
        const { operation } = accepted(await transfer({ amount: '0.50' }))
        const path = `/op/messages/${randomUUID()}`
        return realm.post(`/operations/${operation.id}/reverse`, { path, amount: '0.46' })
      },
      409,
      /Of the operation op_\w+, 0\.45 is left to reverse, and 0\.46 is asked/,
      'reversedAmount',
    ],
    [
      'shares that are not the whole',
      () =>
        realm.post('/postings', {
          path: `/op/messages/${randomUUID()}`,
          amount: '1.00',
          sources: [{ objectPath: '/messages/a' }],
          targets: [{ objectPath: '/messages/b', share: '1/2' }],
        }),
      400,
      'The targets field must add up to the amount of 1.00, and comes to 0.50',
    ],
    [
      'less than the fee',
      () => transfer({ amount: '0.01' }),
      400,
      '0.01',
      '0.05',
      'GET /api/v1/fees/estimate',
    ],
    [
      'a realm that is not there',
      () => client.get('/api/v1/summary', { realmId: '0190a000-0000-7000-8000-000000000000' }),
      404,
      'realm 0190a000-0000-7000-8000-000000000000',
      'GET /api/v1/realms',
    ],
    [
      'an operation that is not there',
      () => client.get('/api/v1/operations/op_01k00000000000000000000000'),
      404,
      'operation op_01k00000000000000000000000',
      'GET /api/v1/operations',
    ],
    [
      'a funded object without a sweep',
      () => realm.post('/objects/delete', { path: '/messages/a' }),
      409,
      'object /messages/a holds value',
      'sweepToPath',
    ],
    [
      'a market without its venue',
      () => order({ market: 'BTC' }),
      400,
      'BTC is not listed',
      'vn:0:BTC',
    ],
    [
      'a leverage beyond the market',
      () => order({ leverage: 500 }),
      400,
      'leverage 500',
      'vn:0:ETH allows: from 1 to 25',
    ],
    [
      'a size between two lots',
      () => order({ size: '0.00001' }),
      400,
      'size 0.00001',
      'multiple of 0.0001, the lot size of vn:0:ETH',
    ],
    [
      'an order that is worth too little',
      () => order({ size: '0.0001' }),
      409,
      /value of the order, 0\.\d+ USD, is below the minimum of 10 USD/,
    ],
    ...(
      [
        ['durationMinutes', 4, 'from 5 to 10080'],
        ['intervalSeconds', 301, 'from 30 to 300'],
        ['slippageBps', 301, 'from 1 to 300'],
        ['totalSize', '0.001', 'worth at least 100 USD'],
      ] as const
    ).map(([field, value, bound]): Scenario => [
      `a TWAP with a wrong ${field}`,
      () => twap({ [field]: value }),
      400,
      field === 'totalSize' ? `${field} of ` : `${field} ${value} is not`,
      bound,
    ]),
    [
      'a margin that does not suffice',
      () => order({ size: '900', leverage: 1 }),
      400,
      /enough free margin: \d{4,}\.\d+ is needed and 5000\.00 is free/,
      'POST /api/v1/transfer',
    ],
    [
      'a position that is not there',
      () =>
        realm.post(`/objects/${traderId}/exchange/positions/vn:0:XRP/close`, {
          path: '/op/messages/close',
        }),
      404,
      /object obj_\w+ has no open position in vn:0:XRP/,
      'GET /api/v1/objects/:id/exchange/state',
    ],
    [
      'an order on an object that is no exchange object',
      () => {
        const terms = { market: 'vn:0:ETH', side: 'buy', orderType: 'MARKET', size: '0.1' }
        const address = `/objects/${plainId}/exchange/orders`
        return realm.post(address, { path: '/op/messages/plain', ...terms })
      },
      404,
      /^The object obj_\w+ is no exchange object: its type is denominated\. /,
      'POST /api/v1/objects',
    ],
    [
      'an order that has ended',
      async () => {
        const { order: placed } = accepted(await order({ orderType: 'LIMIT', price: '1000' }))
        const address = `/api/v1/objects/${traderId}/exchange/orders/${placed.id}`
        const cancel = (path: string) =>
          client.send('DELETE', `${address}?realmId=${realm.id}&path=${path}`)
        accepted(await cancel('/op/messages/cancel'))
        return cancel('/op/messages/cancel-again')
      },
      409,
      /^The order ord_\w+ in vn:0:ETH of the object obj_\w+ has ended\./,
    ],
    [
      'a deposit to a path that was never created',
      () => realm.deposit('/messages/nobody', '1'),
      404,
      'object /messages/nobody',
      /Create it with POST \/api\/v1\/objects, .* GET \/api\/v1\/operations\/:id/,
    ],
    [
      'an address that is none',
      () => client.post('/api/v1/nothing/here', {}),
      404,
      'The address POST /api/v1/nothing/here does not exist.',
      'GET /openapi.json',
    ],
    [
      'a method the address does not take',
      () => client.send('DELETE', '/api/v1/objects'),
      405,
      'The address /api/v1/objects does not take DELETE. Its methods are GET, POST.',
    ],
    [
      'a deletion that names no object',
      () => realm.post('/objects/delete'),
      400,
      /^Name the object by exactly one of objectId and path\. /,
    ],
    [
      'no credential',
      () => Client.anonymous().get('/api/v1/auth/me'),
      401,
      'no Authorization header',
      'Authorization: Bearer',
    ],
    ['a header that is none', () => as('Basic eDp5'), 401, 'does not read "Bearer"'],
    [
      'a token of nobody',
      () => as('Bearer a.b.c'),
      401,
      'not signed by this service',
      'POST /api/v1/auth/google',
    ],
    [
      'an unknown key',
      () => as(`Bearer svc_abcdefgh_${'x'.repeat(43)}`),
      401,
      'API key is unknown',
      'POST /api/v1/api-keys',
    ],
    [
      'a field that is wrong',
      () => transfer({ amount: '1,5' }),
      400,
      'amount field',
      'Correct amount',
    ],
  ]

  test('names the thing and the next step: {0}')
    .with(SCENARIOS)
    .run(async ({ assert }, [, ask, status, ...says]) => {
      const reply = await ask()
      assert.equal(reply.status, status, JSON.stringify(reply.body))
      const { details } = reply.error
      if (reply.error.code === 'VALIDATION_ERROR') assert.isNotEmpty(details?.fields)
      for (const said of says) {
        if (typeof said === 'string') assert.include(reply.error.message, said)
        else assert.match(reply.error.message, said)
      }
    })

  test('an object with open positions names liquidatePositions', async ({ assert }) => {
    accepted(await order({}))
    const reply = await realm.remove(traderId, { sweepToPath: '/messages/b' })
    assert.equal(reply.error.code, 'LIQUIDATION_REQUIRED')
    assert.include(reply.error.message, 'liquidatePositions')
  })

  test('a revoked key is told from an unknown one to who has its secret', async ({ assert }) => {
    const key = await makeKey(client, { name: 'Messages' })
    accepted(await client.send('DELETE', `/api/v1/api-keys/${key.id}`))
    const { error } = await key.client.get('/api/v1/realms')
    assert.include(error.message, 'API key has been revoked')
    const guess = key.client.token!.replace(/.{5}$/, 'AAAAA')
    assert.include((await Client.withToken(guess).get('/api/v1/realms')).error.message, 'unknown')
  })

  test('a nested field is told by its whole path, with the name meant', async ({ assert }) => {
    const protect = async (takeProfit: Record<string, unknown>) => {
      const address = `/api/v1/objects/${traderId}/exchange/positions/vn:0:ETH/tpsl`
      const { error } = await client.send('PUT', address, {
        realmId: realm.id,
        path: `/op/messages/${randomUUID()}`,
        takeProfit,
      })
      const { fields } = error.details as { fields: { field: string }[] }
      return { message: error.message, named: pluck(fields, 'field') }
    }
    const wrong = await protect({ triggerPx: true })
    assert.deepEqual(wrong.named, ['takeProfit.triggerPx'])
    assert.match(
      wrong.message,
      /^The takeProfit\.triggerPx field .* Correct takeProfit\.triggerPx /
    )
    const misspelt = await protect({ triggerPx: '60000', triggerPrice: '60000' })
    assert.deepEqual(misspelt.named, ['takeProfit.triggerPrice'])
    assert.include(misspelt.message, 'Did you mean triggerPx?')
    accepted(await order({}))
    const offGrid = await protect({ triggerPx: '60000.1234567' })
    assert.deepEqual(offGrid.named, ['takeProfit.triggerPx'])
    assert.include(offGrid.message, '60000.1234567')
  })

  test('a WebSocket action that is none is answered with those there are', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, client.token!)
    const refused = await socket.refused({ action: 'wach', path: '/messages/a' })
    assert.include(refused.message, '"wach"')
    for (const action of ['watch', 'subscribe_mids', 'ping']) {
      assert.include(refused.message, action)
    }
    const says = async (frame: unknown) => (await socket.refused(frame)).message as string
    for (const [frame, ...said] of [
      [
        { action: 'watch', path: 7 },
        'The path field',
        'Correct path and send the watch frame again.',
      ],
      [{ action: 'watch', path: 7, more: 1 }, 'named in details.fields and send the watch frame'],
      [{ action: 'subscribe_events' }, 'types', 'send the subscribe_events frame again'],
      [{ action: 'subscribe_events', types: ['hold.capture'] }, 'Did you mean hold.captured?'],
      [{ action: 'subscribe_events', types: ['transfer.completed'] }, 'x-events of /openapi.json'],
      [{ action: 7 }, 'action', 'watch', 'send the frame again'],
      ['{', 'JSON', '{"action":"watch"'],
    ]) {
      const message = await says(frame)
      for (const part of said as string[]) assert.include(message, part)
      assert.notInclude(message, 'request')
    }
    await socket.close()
  })
})
