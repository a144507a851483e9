import { randomUUID } from 'node:crypto'
import type { Assert } from '@japa/assert'
import { test } from '@japa/runner'
import { TradingRealm, type Trader } from '#tests/functional/venue/support/trading_realm'
import { accepted, type AnyData, type Client, type Reply } from '#tests/support/client'
import { DocumentedAnswers } from '#tests/support/documented_answers'

type Schema = AnyData

const ETH = 'vn:0:ETH'
const SOL = 'vn:0:SOL'

test.group('host | documented answers', (group) => {
  let trading: TradingRealm
  let client: Client
  let paths: Record<string, Record<string, Schema>>
  let schemas: Record<string, Schema>
  let answers: DocumentedAnswers
  let trader: Trader
  let objectId: string

  group.setup(async () => {
    trading = await TradingRealm.open()
    ;({ client } = trading.realm)
    trader = await trading.trader('one', '5000')
    objectId = trader.id
    accepted(await trader.order({ market: ETH, size: '0.1', side: 'buy' }))
    const document = (await client.get('/openapi.json')).body as AnyData
    ;({ paths } = document)
    ;({ schemas } = document.components)
    answers = new DocumentedAnswers(document)
  })

  const query = () => ({ realmId: trading.id })
  const range = () => ({
    from: new Date(Date.now() - 600_000).toISOString(),
    to: new Date().toISOString(),
  })
  const newest = async () => {
    const { operations } = accepted(await client.get('/api/v1/operations', query()))
    return operations[0].id as string
  }

  /** An order that the venue, or a fault it was told to have, has refused. */
  async function failedOrder(fault?: string) {
    if (fault) accepted(await trading.sim('faults', { code: fault, objectId, count: 1 }))
    const size = fault ? '0.1' : '0.0001'
    const { error } = await trader.order({ market: ETH, size, side: 'buy' })
    return trader.get(`orders/${error.details!.orderId as string}`)
  }

  async function linkBackTo(returnUrl: string) {
    const link = { ...query(), type: 'deposit', objectPath: '/cash/one', amount: '5', returnUrl }
    return client.post('/api/v1/payment-links', { ...link, path: `/op/${randomUUID()}` })
  }

  test('every field that is answered is in the document, and every one it promises is answered')
    .with<[name: string, ask: () => Promise<Reply<AnyData>>][]>([
      ['get /health/live', () => client.get('/health/live')],
      ['get /health/ready', () => client.get('/health/ready')],
      [
        'get /api/v1/operations',
        () => client.get('/api/v1/operations', { ...query(), includeContext: 'true' }),
      ],
      [
        'get /api/v1/operations/{id}',
        async () => client.get(`/api/v1/operations/${await newest()}`, { includeEvidence: 'true' }),
      ],
      [
        'get /api/v1/operations/export',
        () => client.get('/api/v1/operations/export', { ...query(), ...range() }),
      ],
      ['get /api/v1/objects/{id}', () => client.get(`/api/v1/objects/${objectId}`)],
      ['get /api/v1/objects', () => client.get('/api/v1/objects', query())],
      [
        'get /api/v1/objects/valuation',
        () => client.get('/api/v1/objects/valuation', { ...query(), path: '/traders/one' }),
      ],
      [
        'get /api/v1/objects/aggregate',
        () => client.get('/api/v1/objects/aggregate', { ...query(), prefix: '/' }),
      ],
      [
        'get /api/v1/objects/pnl',
        () => client.get('/api/v1/objects/pnl', { ...query(), ...range(), prefix: '/traders/' }),
      ],
      [
        'get /api/v1/objects/aggregate/history',
        () =>
          client.get('/api/v1/objects/aggregate/history', {
            ...query(),
            ...range(),
            target: '/traders/',
          }),
      ],
      [
        'get /api/v1/objects/pnl/history',
        () =>
          client.get('/api/v1/objects/pnl/history', {
            ...query(),
            ...range(),
            kind: 'object',
            objectId,
          }),
      ],
      [
        'post /api/v1/aggregations/watch',
        () =>
          client.post('/api/v1/aggregations/watch', {
            ...query(),
            sources: [{ type: 'pattern', value: '/traders/*' }],
          }),
      ],
      [
        'get /api/v1/objects/{id}/exchange/state',
        () => client.get(`/api/v1/objects/${objectId}/exchange/state`),
      ],
      [
        'post /api/v1/objects/{id}/exchange/positions/{market}/close',
        () =>
          client.post(`/api/v1/objects/${objectId}/exchange/positions/${ETH}/close`, {
            ...query(),
            path: '/op/documented/close',
          }),
      ],
      ['get /api/v1/objects/{id}/exchange/orders/{orderId}', () => failedOrder()],
      ['get /api/v1/objects/{id}/exchange/orders/{orderId}', () => failedOrder('ORDER_FAILED')],
      ...['https://münchen.example/ä', 'https://shop.example/?q={id}|"2"', 'shop-app://paid'].map(
        (returnUrl): [string, () => Promise<Reply<AnyData>>] => [
          'post /api/v1/payment-links',
          () => linkBackTo(returnUrl),
        ]
      ),
    ])
    .run(async ({ assert }, [name, ask]) => {
      const reply = await ask()
      const [method, path] = name.split(' ') as [string, string]
      const { operationId } = paths[path]![method]!
      assert.isBelow(reply.status, 300, JSON.stringify(reply.body))
      assert.deepEqual(answers.problems(operationId, reply), [])
    })

  test('an adjustment is told as the document says, whatever was adjusted: {what}')
    .with([
      { what: 'leverage', asked: { market: ETH, leverage: 3 } },
      { what: 'margin-mode', asked: { market: SOL, marginMode: 'isolated' } },
      { what: 'isolated-margin', asked: { market: SOL, amount: '5' } },
    ])
    .run(async ({ assert }, { what, asked }) => {
      if (what === 'isolated-margin') {
        accepted(await trader.order({ market: SOL, size: '1', leverage: 5 }))
      }
      accepted(await trader.send('POST', what, asked))
      await toldAsDocumented(assert)
    })

  test('so is an order that was resized', async ({ assert }) => {
    const resting = { market: ETH, size: '0.1', side: 'buy', orderType: 'LIMIT', price: '1000' }
    const { order } = accepted(await trader.order(resting))
    accepted(await trader.send('PATCH', `orders/${order.id}`, { newSize: '0.2' }))
    await toldAsDocumented(assert)
  })

  /** Holds the newest adjustment against what the document says of it. */
  async function toldAsDocumented(assert: Assert) {
    const asked = { ...query(), type: 'adjustment', limit: 1 }
    const { operations } = accepted(await client.get('/api/v1/operations', asked))
    const reply = await client.get(`/api/v1/operations/${operations[0].id as string}`)
    assert.deepEqual(answers.problems('getOperation', reply as Reply<AnyData>), [])
    const { context } = accepted(reply)
    assert.equal(context.type, 'adjustment')
  }

  test('an outcome that is not as the document says of its type is found', async ({ assert }) => {
    const { operations } = accepted(
      await client.get('/api/v1/operations', { ...query(), type: 'transfer' })
    )
    const reply = await client.get(`/api/v1/operations/${operations[0].id as string}`)
    const { operation } = accepted(reply)
    operation.outcome = JSON.stringify({ ...operation.parsedOutcome, amount: 5, twapId: 'x' })
    const problems = answers.problems('getOperation', reply as Reply<AnyData>)
    assert.sameMembers(
      problems.map((each) => each.replace(/ .*/, '')),
      ['TransferOutcome', 'TransferOutcome/amount']
    )
  })

  const bodyOf = (path: string) =>
    schemas[
      paths[path]!.post!.requestBody.content['application/json'].schema.$ref.split('/').pop()
    ]!.properties

  test('null for an optional field is taken and documented as nothing', async ({ assert }) => {
    const ask = (separator?: null) =>
      client.post('/api/v1/nonce', { ...query(), prefix: '/op/documented', separator })
    assert.match(accepted(await ask(null)).path, /^\/op\/documented-\d+$/)
    assert.match(accepted(await ask()).path, /^\/op\/documented-\d+$/)
    assert.deepEqual(bodyOf('/api/v1/nonce').separator.type, ['string', 'null'])
    assert.deepEqual(bodyOf('/api/v1/nonce').prefix.type, 'string')
    assert.isTrue(bodyOf('/api/v1/objects').type.enum.includes(null))
    const { transfers } = bodyOf('/api/v1/transfers/bulk')
    assert.deepEqual(transfers.items.properties.feeOverride.type, ['string', 'null'])
    assert.deepEqual(transfers.items.properties.amount.type, 'string')
  })

  test('a page that refuses a form is documented as a page and as an error', ({ assert }) => {
    const { responses } = paths['/pay/{token}']!.post!
    for (const status of ['400', '404', '409', '429']) {
      const types = Object.keys(responses[status].content)
      assert.include(types, 'text/html', status)
    }
    assert.include(Object.keys(responses['400'].content), 'application/json')
    assert.include(responses['400'].description, 'VALIDATION_ERROR')
    assert.include(responses['400'].description, 'The page, with what is wrong')
  })
})
