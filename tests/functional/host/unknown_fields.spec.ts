import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { LIMITS } from '#app/limits'
import { newId } from '#app/ids/ids'
import { TestRealm, accepted, pluck, type Client, type Reply } from '#tests/support/client'
import { DOCUMENTED, type DocumentedFields } from '#tests/functional/host/support/documented_fields'
import { TestSocket } from '#tests/support/socket'
import { misspelt } from '#tests/support/misspelt'

type Part = keyof DocumentedFields
interface FieldError {
  field: string
  rule: string
  message: string
}

const unknownOf = ({ error }: Reply<unknown>) =>
  ((error?.details?.fields ?? []) as FieldError[]).filter(({ rule }) => rule === 'unknown')

/** Puts a value nobody takes at every dotted path. */
function nested(paths: readonly string[], value: unknown): Record<string, unknown> {
  const root: Record<string, unknown> = {}
  for (const path of paths) {
    const steps = path.split('.')
    let at: Record<string, unknown> = root
    steps.forEach((step, index) => {
      const next = steps[index + 1]
      if (next === undefined) at[step] ??= value
      else {
        if (typeof at[step] !== 'object' || at[step] === null) at[step] = next === '0' ? [{}] : {}
        at = at[step] as Record<string, unknown>
      }
    })
  }
  return root
}

test.group('host | unknown fields', (group) => {
  let realm: TestRealm
  let client: Client

  group.setup(async () => {
    realm = await TestRealm.open()
    client = realm.client
  })

  const addressOf = (path: string) =>
    path
      .replace(':realmId', randomUUID())
      .replace('/objects/:id', `/objects/${newId('obj')}`)
      .replace(':id', newId('op'))

  /** Wrong values: what is asked for is refused before anything happens. */
  function send(route: string, part: Part, names: readonly string[]) {
    const [method, path] = route.split(' ') as [string, string]
    const address = addressOf(path)
    if (part === 'body') return client.send(method, address, nested(names, '~'))
    const query = new URLSearchParams(names.map((name): [string, string] => [name, '~']))
    const hasBody = DOCUMENTED[route]!.body !== undefined
    return client.send(method, `${address}?${query}`, hasBody ? {} : undefined)
  }

  for (const [route, fields] of Object.entries(DOCUMENTED)) {
    test(`${route} takes documented fields, and refuses them misspelt`, async ({ assert }) => {
      for (const part of ['query', 'body'] as const) {
        const names = fields[part] ?? []
        if (names.length > 0) assert.deepEqual(unknownOf(await send(route, part, names)), [])
        // Of a nested field the way to it is spelt right.
        const wrong = names.map((name) => [misspelt(name), name.split('.').at(-1)!] as const)
        const leaves = wrong.filter(
          ([, right]) =>
            !names.some((n) => n.split('.').includes(right) && n.split('.').at(-1) !== right)
        )
        if (leaves.length === 0) continue
        const reply = await send(
          route,
          part,
          leaves.map(([name]) => name)
        )
        assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
        const told = new Map(unknownOf(reply).map(({ field, message }) => [field, message]))
        for (const [name, right] of leaves) {
          assert.equal(told.get(name), `The ${name} field is unknown. Did you mean ${right}?`)
        }
      }
    })

    test(`${route} refuses what no document names`, async ({ assert }) => {
      for (const part of ['query', 'body'] as const) {
        const method = route.split(' ')[0]!
        if (part === 'body' && method === 'GET') continue
        if (part === 'query' && !route.includes(' /api/')) continue
        const reply = await send(route, part, ['zzzzzz'])
        assert.deepEqual([reply.status, reply.error?.code], [400, 'VALIDATION_ERROR'], part)
        assert.deepEqual(pluck(unknownOf(reply), 'field'), ['zzzzzz'], part)
      }
    })
  }

  test('a misspelt restriction makes no key, nor does a scope of null', async ({ assert }) => {
    const before = (await client.get('/api/v1/api-keys')).data.total as number
    const wrong: [object, string, string][] = [
      [{ permission: 'read' }, 'permission', 'unknown'],
      [{ scope: null }, 'scope', 'not_null'],
      [{ permissions: null }, 'permissions', 'not_null'],
      [{ Scope: { statements: [] } }, 'Scope', 'unknown'],
      [
        { scope: { statements: [{ actions: ['svc:Read'], resources: ['*'], Effect: 'Deny' }] } },
        'scope.statements.0.Effect',
        'unknown',
      ],
      [
        {
          scope: JSON.stringify({
            statements: [{ actions: ['svc:Read'], resources: ['*'], condition: {} }],
          }),
        },
        'scope.statements.0.condition',
        'unknown',
      ],
    ]
    for (const [fields, field, rule] of wrong) {
      const reply = await client.post('/api/v1/api-keys', { name: 'Reader', ...fields })
      const told = (reply.error.details!.fields as FieldError[]).map((each) => [
        each.field,
        each.rule,
      ])
      assert.deepEqual([reply.status, told], [400, [[field, rule]]])
    }
    assert.equal((await client.get('/api/v1/api-keys')).data.total, before)
  })

  test('a misspelt rehearsal moves no money: {$self}')
    .with(['dryrun', 'dry_run', 'DryRun', 'dryRn', 'dry-run'])
    .run(async ({ assert }, name) => {
      const { path } = await realm.account(`/dry/${randomUUID()}`, '5.00')
      const target = await realm.object(`${path}-target`)
      const reply = await client.post('/api/v1/transfer', {
        realmId: realm.id,
        path: `/op/${randomUUID()}`,
        sourceObjectPath: path,
        targetObjectPath: target.path,
        amount: '1.00',
        [name]: true,
      })
      assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
      const unknown = unknownOf(reply)[0]!.message
      assert.equal(unknown, `The ${name} field is unknown. Did you mean dryRun?`)
      const { balances } = accepted(await client.get(`/api/v1/objects/${target.id}/balances`))
      assert.equal(balances[0]?.settled ?? '0.00', '0.00')
    })

  test('unknown fields are told together with all that is wrong otherwise', async ({ assert }) => {
    const reply = await client.post('/api/v1/transfers/bulk?atomic=true', {
      realmId: 'nowhere',
      mode: 'all',
      transfers: [{ amont: '1.00' }],
    })
    const told = reply.error.details!.fields!.map(({ field, rule }) => `${field} ${rule}`)
    assert.includeMembers(told, [
      'realmId uuid',
      'mode enum',
      'transfers.0.amont unknown',
      'transfers.0.amount required',
      'atomic unknown',
    ])
  })

  test('a field in the wrong part of a request is told where it belongs', async ({ assert }) => {
    const inQuery = await client.post('/api/v1/transfer?dryRun=true', {})
    assert.deepInclude(unknownOf(inQuery), {
      field: 'dryRun',
      rule: 'unknown',
      message: 'The dryRun field belongs in the body',
    })
    const object = newId('obj')
    const inBody = await client.send('PATCH', `/api/v1/objects/${object}/labels`, {
      realmId: realm.id,
      labels: {},
    })
    assert.equal(unknownOf(inBody)[0]!.message, 'The realmId field belongs in the query')
  })

  test('what nothing resembles is answered with what is known', async ({ assert }) => {
    const reply = await client.post('/api/v1/nonce', { realmId: realm.id, prefix: '/n', wallet: 1 })
    const unknown = unknownOf(reply)[0]!.message
    assert.equal(unknown, 'The wallet field is unknown. Known here: realmId, prefix, separator')
  })

  test('hundreds of unknown fields are not told in full', async ({ assert }) => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 1]))
    const reply = await client.post('/api/v1/realms', { name: 'Test', ...many })
    assert.equal(reply.status, 400)
    assert.lengthOf(unknownOf(reply), LIMITS.unknownFieldsShown)
  })

  test('the names of what every object has are no known fields: {$self}')
    .with(['constructor', 'toString', 'hasOwnProperty', ''])
    .run(async ({ assert }, name) => {
      const reply = await client.post('/api/v1/realms', { name: 'Test', [name]: 1 })
      assert.deepEqual([reply.status, unknownOf(reply).length], [400, 1])
    })

  test("maps that are the caller's own stay free", async ({ assert }) => {
    const { path, id } = await realm.account(`/free/${randomUUID()}`, '5.00')
    const metadata = { limt: '1', realmid: '2' }
    const link = await client.post('/api/v1/payment-links', {
      realmId: realm.id,
      type: 'deposit',
      objectPath: path,
      amount: '1.00',
      metadata,
    })
    assert.deepEqual(accepted(link).paymentLink.metadata, metadata)
    const labels = { labls: 'x', realmId: 'y' }
    const labelled = await client.send(
      'PATCH',
      `/api/v1/objects/${id}/labels?realmId=${realm.id}`,
      { labels }
    )
    assert.deepEqual(accepted(labelled).object.labels, labels)
  })

  test('a resource is only found in the realm that is named with it', async ({ assert }) => {
    const other = await client.realm()
    const stranger = await TestRealm.open()
    const { id, path } = await realm.account(`/named/${randomUUID()}`, '5.00')
    const operation = await realm.fund(path, '1.00')
    const { events } = accepted(await client.get('/api/v1/events', { realmId: realm.id }))
    const link = await client.post('/api/v1/payment-links', {
      realmId: realm.id,
      type: 'deposit',
      objectPath: path,
      amount: '1.00',
    })
    const watch = await client.post('/api/v1/aggregations/watch', {
      realmId: realm.id,
      sources: [{ type: 'prefix', value: '/named/' }],
    })
    const addresses = [
      `/objects/${id}`,
      `/objects/${id}/balances`,
      `/objects/${id}/versions`,
      `/operations/${operation.id}`,
      `/events/${events[0].id}`,
      `/payment-links/${accepted(link).paymentLink.id}`,
      `/aggregations/watch/${accepted(watch).watchId}`,
    ]
    for (const address of addresses) {
      const read = (realmId: string) => client.get(`/api/v1${address}`, { realmId })
      assert.equal((await read(realm.id)).status, 200, address)
      assert.equal((await read(other.id)).status, 404, address)
      assert.equal((await read(stranger.id)).status, 404, address)
    }
  })

  test('a DELETE whose body repeats its query word for word is taken', async ({ assert }) => {
    const { id } = await realm.object(`/x/${randomUUID()}`, { type: 'exchange' })
    const terms = { realmId: realm.id, path: `/op/${randomUUID()}` }
    const address = `/api/v1/objects/${id}/exchange/orders?${new URLSearchParams(terms)}`
    const other = await client.send('DELETE', address, { ...terms, path: '/op/other' })
    assert.deepEqual([other.status, unknownOf(other)[0]?.field], [400, 'path'])
    assert.equal((await client.send('DELETE', address, terms)).status, 200)
  })

  test('pages are shown whatever a network adds to their address', async ({ assert }) => {
    const { path } = await realm.object(`/page/${randomUUID()}`)
    const link = await client.post('/api/v1/payment-links', {
      realmId: realm.id,
      type: 'deposit',
      objectPath: path,
      amount: '1.00',
    })
    const page = await client.get(`/pay/${accepted(link).paymentLink.token}`, { fbclid: 'x' })
    assert.equal(page.status, 200)
    assert.equal((await client.get('/health/live', { t: 1 })).status, 200)
  })

  test('request schemas say that objects are closed', async ({ assert }) => {
    const { body } = await client.get('/openapi.json')
    const { paths } = body as { paths: Record<string, Record<string, { requestBody?: unknown }>> }
    const open: string[] = []
    const look = (schema: unknown, at: string) => {
      if (typeof schema !== 'object' || schema === null) return
      if (
        'properties' in schema &&
        (schema as Record<string, unknown>).additionalProperties !== false
      ) {
        open.push(at)
      }
      for (const [name, inner] of Object.entries(schema)) look(inner, `${at}.${name}`)
    }
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(methods))
        look(requestBody, `${method} ${path}`)
    }
    assert.deepEqual(open, [])
  })

  test('an unknown field of a frame is refused with the right name', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, client.token!)
    const wrong: [Record<string, unknown>, string][] = [
      [{ action: 'ping', nonce: 1 }, 'The nonce field is unknown. Nothing is taken here'],
      [{ action: 'watch', path: '/a', requestID: 'x' }, 'The requestID field is unknown.'],
      [{ action: 'watch', paht: '/a' }, 'The paht field is unknown. Did you mean path?'],
      [
        { action: 'subscribe_mids', market: ['vn:0:BTC'] },
        'The market field is unknown. Did you mean markets?',
      ],
      [
        { action: 'create_aggregation_watch', sources: [{ type: 'prefix', vaule: '/' }] },
        'The sources.0.vaule field is unknown. Did you mean value?',
      ],
    ]
    for (const [frame, message] of wrong) {
      const { code, details } = await socket.refused(frame)
      assert.equal(code, 'VALIDATION_ERROR')
      const told = details.fields as FieldError[]
      const isTold = told.some(
        (each) => each.rule === 'unknown' && each.message.startsWith(message)
      )
      assert.isTrue(isTold, JSON.stringify(told))
    }
    socket.raw.close()
    const guest = await TestSocket.connect()
    const { details } = await guest.refused({
      action: 'auth',
      realmId: realm.id,
      token: client.token,
      apikey: 'x',
    })
    assert.equal(details.fields[0].message, 'The apikey field is unknown. Did you mean apiKey?')
    await guest.ended
  })

  test('an end of a subscription that names another one leaves it as it is', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, client.token!)
    const types = ['deposit.completed', 'object.created']
    await socket.ask({ action: 'subscribe_events', types }, 'subscribed')
    const refused = await socket.refused({ action: 'unsubscribe_events', types: [types[0]] })
    assert.equal(refused.details.fields[0].rule, 'other_terms')
    await socket.ask({ action: 'unsubscribe_events', types: types.toReversed() }, 'unsubscribed')
    const markets = ['vn:0:BTC', 'vn:0:ETH']
    const candles = { markets, intervals: ['1m'] }
    await socket.ask({ action: 'subscribe_candles', ...candles }, 'subscribed')
    await socket.refused({ action: 'unsubscribe_candles', markets: ['vn:0:ETH'] })
    await socket.ask({ action: 'unsubscribe_candles', ...candles }, 'unsubscribed')
    await socket.ask({ action: 'subscribe_trades' }, 'subscribed')
    await socket.refused({ action: 'unsubscribe_trades', markets })
    await socket.ask({ action: 'unsubscribe_trades' }, 'unsubscribed')
    socket.raw.close()
  })
})
