import { test } from '@japa/runner'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { VENUE_LIMITS } from '#modules/venue/limits'
import { makeKey } from '#tests/functional/auth/support/credentials'
import { Client, pluck } from '#tests/support/client'
import { RawHttp } from '#tests/support/raw_http'

const JSON_BODY = { 'content-type': 'application/json' }
/** Of a body that never comes whole: whoever waited for it would not answer. */
const PROMISED = 500_000

test.group('host | bodies nobody reads', (group) => {
  let builder: Client
  let key: string
  let connection: RawHttp

  group.setup(async () => {
    builder = await Client.signIn()
    key = (await makeKey(builder)).client.token!
  })
  group.each.setup(async () => {
    connection = await RawHttp.open()
    return () => connection.close()
  })

  test('a refusal does not wait for the body: {$self}')
    .with([
      'no credential',
      'junk token',
      'junk key',
      'wrong kind of credential',
      'unknown route',
      'wrong method',
      'too large',
      'too large for a public route',
      'no JSON',
    ])
    .run(async ({ assert }, refusal) => {
      const bearer = (token: string) => ({ ...JSON_BODY, authorization: `Bearer ${token}` })
      const cases: Record<
        string,
        [status: number, line: string, headers: object, length?: number]
      > = {
        'no credential': [401, 'POST /api/v1/transfer', JSON_BODY],
        'junk token': [401, 'POST /api/v1/transfer', bearer('a.b.c')],
        'junk key': [401, 'PATCH /api/v1/objects/obj_x/labels', bearer(`svc_${'x'.repeat(52)}`)],
        'wrong kind of credential': [403, 'POST /api/v1/signing-keys', bearer(key)],
        'unknown route': [404, 'POST /api/v1/nowhere', JSON_BODY],
        'wrong method': [405, 'PUT /api/v1/transfer', bearer(builder.token!)],
        'too large': [413, 'POST /api/v1/transfer', bearer(builder.token!), 2 ** 21],
        'too large for a public route': [413, 'POST /api/v1/auth/refresh', JSON_BODY],
        'no JSON': [
          400,
          'POST /api/v1/transfer',
          { ...bearer(builder.token!), 'content-type': 'text/plain' },
        ],
      }
      const [status, line, headers, length = PROMISED] = cases[refusal]!
      connection.send(line, { ...headers, 'content-length': length }, '{"a":')
      assert.equal((await connection.answer()).status, status)
    })

  test('what comes after the answer is read; the next request is served', async ({ assert }) => {
    connection.send('POST /api/v1/transfer', { ...JSON_BODY, 'content-length': PROMISED }, '{')
    assert.equal((await connection.answer()).status, 401)
    connection.write(' '.repeat(PROMISED - 1))
    connection.send('GET /health/live')
    assert.equal((await connection.answer()).status, 200)
  })

  test('who goes on sending after the answer is cut off', async ({ assert }) => {
    connection.send('POST /api/v1/transfer', { ...JSON_BODY, 'transfer-encoding': 'chunked' })
    assert.equal((await connection.answer()).status, 401)
    const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`
    const timer = setInterval(() => connection.write(chunk), 1)
    await connection.ended
    clearInterval(timer)
  })

  test('who asks first is told to send only when it was let in', async ({ assert }) => {
    const body = JSON.stringify({ name: 'Asked first' })
    const ask = { ...JSON_BODY, 'expect': '100-continue', 'content-length': body.length }
    connection.send('POST /api/v1/realms', { ...ask, authorization: `Bearer ${builder.token}` })
    assert.equal((await connection.answer()).status, 100)
    connection.write(body)
    assert.equal((await connection.answer()).status, 201)
    connection.send('POST /api/v1/realms', ask)
    assert.equal((await connection.answer()).status, 401)
  })

  test('bytes that are no UTF-8 are refused, and not replaced', async ({ assert }) => {
    const body = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('"}'),
    ])
    const headers = { ...JSON_BODY, authorization: `Bearer ${builder.token}` }
    connection.send('POST /api/v1/realms', { ...headers, 'content-length': body.length }, body)
    const { status, body: text } = await connection.answer()
    assert.equal(status, 400)
    assert.containSubset(JSON.parse(text), { error: { details: { fields: [{ rule: 'utf8' }] } } })
  })

  test('a body that declares another charset than UTF-8 is refused by its name: {type}')
    .with([
      { type: 'application/json; charset=utf-16', named: 'utf-16' },
      { type: 'application/json;charset="ISO-8859-1"', named: 'ISO-8859-1' },
      { type: 'application/x-www-form-urlencoded; charset=windows-1252', named: 'windows-1252' },
    ])
    .run(async ({ assert }, { type, named }) => {
      const isForm = type.includes('form')
      const line = isForm ? 'POST /dev/identity/oidc/token' : 'POST /api/v1/realms'
      const body = isForm ? 'code=x' : JSON.stringify({ name: 'Written otherwise' })
      connection.send(
        line,
        {
          'authorization': `Bearer ${builder.token}`,
          'content-type': type,
          'content-length': body.length,
        },
        body
      )
      const { status, body: text } = await connection.answer()
      assert.equal(status, 400)
      assert.containSubset(JSON.parse(text), {
        error: { details: { fields: [{ field: 'content-type', rule: 'charset' }] } },
      })
      assert.include(text, named)
    })

  test('a UTF-8 byte-order mark is passed over, one of UTF-16 refused', async ({ assert }) => {
    const name = 'Written on Windows'
    const headers = { ...JSON_BODY, authorization: `Bearer ${builder.token}` }
    const send = async (body: Buffer) => {
      connection.send('POST /api/v1/realms', { ...headers, 'content-length': body.length }, body)
      return connection.answer()
    }
    const marked = await send(Buffer.from(`\uFEFF${JSON.stringify({ name })}`))
    assert.equal(marked.status, 201)
    assert.equal((JSON.parse(marked.body) as { data: { name: string } }).data.name, name)
    const wide = await send(Buffer.from(`\uFEFF${JSON.stringify({ name })}`, 'utf16le'))
    assert.equal(wide.status, 400)
    assert.include(wide.body, 'utf8')
  })

  test('a form whose percent-encoding is no UTF-8 is refused', async ({ assert }) => {
    const response = await fetch(`${process.env.APP_URL}/dev/identity/oidc/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'code=%FF%FE',
    })
    assert.equal(response.status, 400)
    assert.include(await response.text(), 'percent-encoding')
  })
})

test.group('host | shapes of bodies', (group) => {
  let builder: Client

  group.setup(async () => {
    builder = await Client.signIn()
  })

  test('a body beyond a limit of its structure is refused by the name of that limit: {name}')
    .with([
      { name: 'a megabyte of objects', rule: 'items', body: `[${'{},'.repeat(300_000)}{}]` },
      { name: 'deep lists', rule: 'depth', body: `{"a":${'['.repeat(50)}${']'.repeat(50)}}` },
      {
        name: 'deep objects',
        rule: 'depth',
        body: '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000),
      },
      { name: 'many keys', rule: 'keys', body: JSON.stringify(Object.fromEntries(numbered(1001))) },
      {
        name: 'a list of lists',
        rule: 'values',
        body: JSON.stringify({ a: Array.from({ length: 300 }, () => Array(300).fill(0)) }),
      },
    ])
    .run(async ({ assert }, { rule, body }) => {
      const { status, error } = await builder.post('/api/v1/realms', body)
      assert.deepEqual([status, error.code], [400, 'VALIDATION_ERROR'])
      const named = [error.details!.fields![0]!.field, error.details!.fields![0]!.rule]
      assert.deepEqual(named, ['body', rule])
    })

  test('the largest bodies a route takes are not beyond any of them: {$self}')
    .with(['/api/v1/transfers/bulk', '/api/v1/exchange/sim/replay'])
    .run(async ({ assert }, path) => {
      const candle = { t: 1, o: '1', h: '1', l: '1', c: '1', v: '1' }
      const transfer = {
        sourceObjectPath: `/${'s'.repeat(100)}`,
        targetObjectPath: `/${'t'.repeat(100)}`,
        amount: '999999999999.999999',
        path: `/op/${'p'.repeat(100)}`,
        metadata: `{"note":"${'{[,'.repeat(300)}"}`,
        feeOverride: '0',
      }
      const lists = {
        '/api/v1/transfers/bulk': { transfers: Array(LEDGER_LIMITS.bulkTransfers).fill(transfer) },
        '/api/v1/exchange/sim/replay': { candles: Array(VENUE_LIMITS.simTapeCandles).fill(candle) },
      }
      const { status, error } = await builder.post(path, {
        realmId: crypto.randomUUID(),
        ...lists[path as keyof typeof lists],
      })
      // No such realm, or a field of an item: whatever it is, it is not the body as such.
      assert.include([400, 404], status)
      assert.notInclude(pluck(error.details?.fields ?? [], 'field'), 'body')
    })
})

function numbered(count: number) {
  return Array.from({ length: count }, (_entry, number) => [`k${number}`, number] as const)
}
