/**
 * A client that shares no code with the service: it signs with Node's own crypto, writes canonical
 * JSON by hand and knows the service by its documentation alone.
 */
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { test } from '@japa/runner'

/** As long as all tests wait at most; a stranger imports nothing of ours. */
const WAIT_MS = 180_000

const BASE_URL = `http://${process.env.HOST}:${process.env.PORT}`
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const rawPublicKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const fingerprint = createHash('sha256').update(rawPublicKey).digest('hex').slice(0, 16)

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

let token: string
let realmId: string

async function call(method: string, path: string, body?: string, headers = {}) {
  const response = await fetch(`${BASE_URL}${path}`, {
    method,
    body,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  return { status: response.status, answer: (await response.json()) as Json }
}

async function data(method: string, path: string, body?: unknown): Promise<Json> {
  const reply = await call(method, path, body === undefined ? undefined : JSON.stringify(body))
  if (reply.status >= 300) throw new Error(JSON.stringify(reply.answer))
  return reply.answer.data
}

/** Members in the order of their names, nothing between the tokens. */
function transferBody(path: string, amount = '12.50'): string {
  return `{"amount":"${amount}","path":"${path}","realmId":"${realmId}","sourceObjectPath":"/payer","targetObjectPath":"/payee"}`
}

function signedHeaders(body: string, timestamp = String(Math.floor(Date.now() / 1000))) {
  const input = Buffer.from(`service-operation-v1\n${body}\n${timestamp}`)
  return {
    'X-Service-Key-Id': fingerprint,
    'X-Service-Signature': sign(null, input, privateKey).toString('base64'),
    'X-Service-Timestamp': timestamp,
  }
}

/** The text with another character at one place. */
function changed(text: string, index: number, to: string, otherwise: string): string {
  return text.slice(0, index) + (text[index] === to ? otherwise : to) + text.slice(index + 1)
}

async function settledBalance(objectId: string): Promise<string> {
  const { balances } = await data('GET', `/api/v1/objects/${objectId}/balances`)
  return JSON.stringify(balances)
}

test.group('auth | a signer that shares no code', (group) => {
  let payer: string

  group.setup(async () => {
    token = ''
    const email = `${createHash('sha256').update(rawPublicKey).digest('hex')}@signer.example`
    const identity = await call(
      'POST',
      '/dev/identity/token',
      JSON.stringify({ email, name: 'Ann' })
    )
    const { idToken } = identity.answer
    const session = await data('POST', '/api/v1/auth/google', {
      googleIdToken: idToken,
      orgName: 'Signers',
    })
    token = session.token
    realmId = (await data('POST', '/api/v1/realms', { name: 'Signed' })).id
    payer = await ready('/payer')
    await ready('/payee')
    const funded = await data('POST', '/api/v1/fund-account', {
      realmId,
      objectPath: '/payer',
      amount: '100.00',
    })
    await completed(funded.operation.id)
    await data('POST', '/api/v1/signing-keys', {
      name: 'Signer',
      publicKey: rawPublicKey.toString('base64'),
    })
  })

  async function completed(id: string) {
    const deadline = Date.now() + WAIT_MS
    while (Date.now() < deadline) {
      const { operation } = await data('GET', `/api/v1/operations/${id}`)
      if (operation.state === 'completed') return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    throw new Error(`${id} did not complete`)
  }

  async function ready(path: string): Promise<string> {
    const { object, operation } = await data('POST', '/api/v1/objects', { realmId, path })
    await completed(operation.id)
    return object.id
  }

  /** The signature behind an operation as its evidence shows it. */
  async function signatureOf(operationId: string): Promise<Json> {
    const detail = await data('GET', `/api/v1/operations/${operationId}?includeEvidence=true`)
    const { signatures } = detail.evidence
    if (signatures.length !== 1) throw new Error(`${signatures.length} signatures`)
    return signatures[0]
  }

  /**
   * A transfer whose signature is shown in some seconds: signed a while ago, so that nobody waits
   * here for five minutes. On a machine that stands still for as long another one is needed.
   */
  async function shownSoon() {
    for (let turn = 1; ; turn++) {
      const body = transferBody(`/op/foreign/soon/${turn}`)
      const headers = signedHeaders(body, String(Math.floor(Date.now() / 1000) - 295))
      const { status, answer } = await call('POST', '/api/v1/transfer', body, headers)
      if (answer.error?.details?.reason === 'timestamp_out_of_range') continue
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(answer)}`)
      const { operation } = answer.data
      const early = await signatureOf(operation.id)
      if (early.signature === null) return { body, headers, operation, early }
    }
  }

  test('its transfer is accepted; evidence alone proves it after its time', async ({ assert }) => {
    const { body, headers, operation, early } = await shownSoon()
    assert.isNull(early.signingInput)
    assert.include(early.note, 'shownFrom')
    let shown = early
    while (shown.signature === null) {
      assert.isAbove(Date.parse(early.shownFrom), Date.now() - WAIT_MS, 'it is never shown')
      await new Promise((resolve) => setTimeout(resolve, 100))
      shown = await signatureOf(operation.id)
    }
    assert.isAtMost(Date.parse(shown.shownFrom), Date.now())
    // What is shown is worth nothing any more.
    const late = await call('POST', '/api/v1/transfer', body, headers)
    assert.equal(late.answer.error.details.reason, 'timestamp_out_of_range')
    assert.deepEqual([shown.method, shown.route, shown.note], ['POST', '/api/v1/transfer', null])
    assert.equal(shown.operationId, operation.id)
    assert.equal(shown.signature, headers['X-Service-Signature'])
    assert.equal(
      shown.signingInput,
      `service-operation-v1\n${body}\n${headers['X-Service-Timestamp']}`
    )
    const shownKey = Buffer.from(shown.publicKey, 'base64')
    const hash = createHash('sha256').update(shownKey).digest('hex')
    assert.equal(shown.fingerprint, hash.slice(0, 16))
    const x = shownKey.toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const signature = Buffer.from(shown.signature, 'base64')
    assert.isTrue(verify(null, Buffer.from(shown.signingInput), key, signature))
  })

  test('a change of one byte anywhere is refused, and nothing is executed', async ({ assert }) => {
    const body = transferBody('/op/foreign/1')
    const good = signedHeaders(body)
    const before = await settledBalance(payer)
    const timestamp = good['X-Service-Timestamp']
    const signature = good['X-Service-Signature']
    const changes: [string, string, Record<string, string>, string][] = [
      ['amount', transferBody('/op/foreign/1', '12.51'), good, 'signature_mismatch'],
      ['path', transferBody('/op/foreign/2'), good, 'signature_mismatch'],
      [
        'timestamp',
        body,
        { ...good, 'X-Service-Timestamp': changed(timestamp, timestamp.length - 1, '0', '1') },
        'signature_mismatch',
      ],
      [
        'old timestamp',
        body,
        { ...good, 'X-Service-Timestamp': changed(timestamp, 2, '0', '1') },
        'timestamp_out_of_range',
      ],
      [
        'start of the signature',
        body,
        { ...good, 'X-Service-Signature': changed(signature, 1, 'A', 'B') },
        'signature_mismatch',
      ],
      [
        'end of the signature',
        body,
        { ...good, 'X-Service-Signature': changed(signature, signature.length - 1, '+', '-') },
        'signature_malformed',
      ],
      [
        'key id',
        body,
        { ...good, 'X-Service-Key-Id': changed(fingerprint, 3, '0', '1') },
        'unknown_key',
      ],
    ]
    for (const [what, sent, headers, reason] of changes) {
      const { status, answer } = await call('POST', '/api/v1/transfer', sent, headers)
      const { code, details } = answer.error
      assert.deepEqual([status, code, details.reason], [401, 'INVALID_SIGNATURE', reason], what)
    }
    assert.equal(await settledBalance(payer), before)
    assert.equal((await call('POST', '/api/v1/transfer', body, good)).status, 201)
  })
})
