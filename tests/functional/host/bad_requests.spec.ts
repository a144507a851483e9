import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { RawHttp } from '#tests/support/raw_http'

test.group('host | bad requests', (group) => {
  let client: Client

  group.setup(async () => {
    client = await Client.signIn()
  })

  test('an unknown route is 404 in the envelope, with a request id', async ({ assert }) => {
    const reply = await client.get('/api/v1/nothing/here')
    assert.equal(reply.status, 404)
    assert.containSubset(reply.body, { success: false, error: { code: 'NOT_FOUND' } })
    assert.isNotNull(reply.headers.get('x-request-id'))
  })

  test('a body that is no JSON object is refused')
    .with(['{', '{"name":', 'name=x', '[]', '"text"', '42', 'null', '{"a":1}}', '\u0000'])
    .run(async ({ assert }, body) => {
      const reply = await client.send('POST', '/api/v1/realms', body)
      assert.equal(reply.status, 400, `expected ${JSON.stringify(body)} to be refused`)
      assert.equal(reply.error.code, 'VALIDATION_ERROR')
      assert.isNotEmpty(reply.error.details!.fields)
    })

  test('a key __proto__ is refused, not left out of what is then done: {$self}')
    .with([
      '{"name":"x","__proto__":{"asset":"live"}}',
      '{"name":"x","\\u005f_proto__":"y"}',
      '{"name":"x","branding":[{"__proto__":null}]}',
      `{"name":"x","__proto__":1,"a":${'['.repeat(6000)}${']'.repeat(6000)}}`,
    ])
    .run(async ({ assert }, body) => {
      const reply = await client.send('POST', '/api/v1/realms', body)
      assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
    })

  test('a key that one object names twice is refused, and named: {key} in {body}')
    .with([
      { key: 'name', body: '{"name":"x","name":"y"}' },
      { key: 'name', body: '{"name":"x","name":"x"}' },
      { key: 'name', body: '{"name":"x","\\u006eame":"y","branding":{}}' },
      { key: 'a', body: '{"name":"x","branding":[{"a":1},{"b":[{}],"a":{"c":":"},"a":{}}]}' },
      { key: '', body: '{"name":"x","":1,"":2}' },
      { key: '"', body: '{"name":"x","\\"":1,"\\u0022":2}' },
    ])
    .run(async ({ assert }, { key, body }) => {
      const { status, error } = await client.send('POST', '/api/v1/realms', body)
      assert.equal(status, 400, `expected ${body} to be refused`)
      assert.containSubset(error.details!.fields, [{ field: key, rule: 'repeated' }])
    })

  test('a key that several objects name, and a text like one, are taken', async ({ assert }) => {
    const move = { sourceObjectPath: '/a":"b"{:', targetObjectPath: '/c:"\\', amount: '1' }
    const asked = { realmId: crypto.randomUUID(), path: '/op/x', moves: [move, move, move] }
    const { error } = await client.post('/api/v1/postings', asked)
    assert.equal(error.code, 'NOT_FOUND')
  })

  test('an escaped key is read as what it says, whatever others have named there', async ({
    assert,
  }) => {
    const other = '{"lifecycle":"permanent","\\\\u00":"x"}'
    assert.equal((await client.send('POST', '/api/v1/realms', other)).status, 400)
    const escaped = '{"lifecycle":"permanent","\\u006eame":"x"}'
    const { status, body } = await client.send('POST', '/api/v1/realms', escaped)
    assert.equal(status, 201, JSON.stringify(body))
  })

  test('the text __proto__ is a text like any other', async ({ assert }) => {
    const reply = await client.post('/api/v1/realms', { name: '__proto__' })
    assert.deepEqual([reply.status, reply.data.name], [201, '__proto__'])
  })

  test('a body of thousands of levels is a bad request, and no failure', async ({ assert }) => {
    const deep = '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)
    const reply = await client.send('POST', '/api/v1/realms', deep)
    assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
    // Who was not let in has its body left alone.
    assert.equal((await Client.anonymous().send('POST', '/api/v1/realms', deep)).status, 401)
  })

  test('no body is refused by the missing fields or the missing type', async ({ assert }) => {
    const reply = await client.send('POST', '/api/v1/realms')
    assert.containSubset(reply, { status: 400, error: { code: 'VALIDATION_ERROR' } })
  })

  test('any content type but JSON is refused')
    .with([
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
    .run(async ({ assert }, type) => {
      const reply = await client.send('POST', '/api/v1/realms', '{"name":"x"}', {
        'content-type': type,
      })
      assert.equal(reply.status, 400)
      assert.equal(reply.error.details!.fields![0]!.field, 'content-type')
    })

  test('a body that is not packed as it says is a bad request: {$self}')
    .with(['gzip', 'deflate', 'br', 'zstd', 'nonsense'])
    .run(async ({ assert }, encoding) => {
      const packs: Record<string, typeof gzipSync> = {
        gzip: gzipSync,
        deflate: deflateSync,
        br: brotliCompressSync,
      }
      const whole = packs[encoding]
      const cut = whole?.('{"name":"x"}').subarray(0, -3)
      for (const body of ['{"name":"x"}', cut ?? '']) {
        assert.equal(await sendPacked(client, encoding, body), 400)
      }
    })

  test('a packed body counts as what it unpacks to', async ({ assert }) => {
    assert.equal(await sendPacked(client, 'gzip', gzipSync('{"name":"x"}')), 201)
    const huge = gzipSync(JSON.stringify({ name: 'x'.repeat(8 * 1024 * 1024) }))
    assert.equal(await sendPacked(client, 'gzip', huge), 413)
  })

  test('a charset behind the JSON type is fine', async ({ assert }) => {
    const reply = await client.send('POST', '/api/v1/realms', '{"name":"x"}', {
      'content-type': 'application/json; charset=utf-8',
    })
    assert.equal(reply.status, 201)
  })

  test('a body above 1 MiB is 413', async ({ assert }) => {
    const reply = await client.post('/api/v1/realms', { name: 'x'.repeat(1024 * 1024) })
    assert.containSubset(reply, { status: 413, error: { code: 'PAYLOAD_TOO_LARGE' } })
  })

  test('a bad credential is 401')
    .with([
      '',
      'Bearer',
      'Bearer ',
      'Basic dXNlcjpwdw==',
      'Bearer x.y.z',
      `Bearer ${'a'.repeat(9000)}`,
    ])
    .run(async ({ assert }, authorization) => {
      const reply = await Client.anonymous().send('GET', '/api/v1/realms', undefined, {
        authorization,
      })
      assert.equal(reply.status, 401, `expected ${authorization.slice(0, 30)} to be refused`)
      assert.equal(reply.error.code, 'UNAUTHORIZED')
    })

  test('a stranger learns no rules: the credential comes before the input', async ({ assert }) => {
    assert.equal((await Client.anonymous().post('/api/v1/realms', {})).status, 401)
  })

  test('a harmless request id is kept, any other is replaced', async ({ assert }) => {
    const kept = await client.send('GET', '/health/live', undefined, {
      'x-request-id': 'trace-1.a',
    })
    assert.equal(kept.headers.get('x-request-id'), 'trace-1.a')
    const replaced = await client.send('GET', '/health/live', undefined, {
      'x-request-id': 'a b"c',
    })
    assert.match(replaced.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
  })

  test('an offer of another protocol is ignored, and the request served with its body: {$self}')
    .with(['h2c', 'TLS/1.0', 'example'])
    .run(async ({ assert, cleanup }, protocol) => {
      const connection = await RawHttp.open()
      cleanup(() => connection.close())
      const body = JSON.stringify({ name: 'Upgraded' })
      const offer = {
        'connection': 'Upgrade, HTTP2-Settings',
        'upgrade': protocol,
        'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        'content-type': 'application/json',
        'content-length': body.length,
        'authorization': `Bearer ${client.token}`,
      }
      for (let turn = 0; turn < 2; turn++) {
        connection.send('POST /api/v1/realms', offer)
        connection.write(body)
        const { status, body: text } = await connection.answer()
        assert.equal(status, 201)
        assert.include(text, '"name":"Upgraded"')
      }
      connection.send('GET /api/v1/ws', { connection: 'upgrade', upgrade: protocol })
      assert.equal((await connection.answer()).status, 404)
    })

  test('a malformed percent-encoding in the address is no crash', async ({ assert }) => {
    const status = await rawStatus('/api/v1/objects/%C0%80')
    assert.include([400, 401, 404], status)
  })

  test('every answer says how long it took', async ({ assert }) => {
    const reply = await client.get('/api/v1/realms')
    assert.match(reply.headers.get('server-timing')!, /auth;dur=[\d.]+, total;dur=[\d.]+/)
  })
})

/** Sends an address that `fetch` would correct. */
function rawStatus(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { HOST: host, PORT: port } = process.env
    request({ host, port, path }, (response) => {
      response.resume()
      resolve(response.statusCode!)
    })
      .on('error', reject)
      .end()
  })
}

/** The status of a request whose body goes out as these very bytes. */
async function sendPacked(client: Client, encoding: string, body: Buffer | string) {
  const { HOST: host, PORT: port } = process.env
  const response = await fetch(`http://${host}:${port}/api/v1/realms`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-encoding': encoding,
      'authorization': `Bearer ${client.token}`,
    },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  await response.arrayBuffer()
  return response.status
}
