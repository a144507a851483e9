import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { Webhook } from 'standardwebhooks'
import { secretOf, signedHeaders } from '#modules/webhooks/core/signature'

const message = () => ({
  id: 'evt_1',
  timestamp: Math.floor(Date.now() / 1000),
  body: '{"text":"Grüße, 世界"}',
})

test.group('webhooks | signatures', () => {
  test('the Standard Webhooks library accepts what is signed, and nothing else', ({ assert }) => {
    const secret = secretOf(randomBytes(32))
    const receiver = new Webhook(secret)
    const sent = message()
    const headers = signedHeaders(sent, [secret])
    assert.deepEqual(receiver.verify(sent.body, headers), { text: 'Grüße, 世界' })
    assert.throws(() => receiver.verify(sent.body.replace('text', 'test'), headers))
    assert.throws(() => receiver.verify(sent.body, { ...headers, 'webhook-id': 'evt_2' }))
    const late = { ...sent, timestamp: sent.timestamp - 3600 }
    assert.throws(() => receiver.verify(late.body, signedHeaders(late, [secret])))
    assert.throws(() => new Webhook(secretOf(randomBytes(32))).verify(sent.body, headers))
  })

  test('with two secrets both receivers accept the same request', ({ assert }) => {
    const secrets = [secretOf(randomBytes(32)), secretOf(randomBytes(32))]
    const sent = message()
    const headers = signedHeaders(sent, secrets)
    assert.match(headers['webhook-signature']!, /^v1,\S+ v1,\S+$/)
    for (const secret of secrets) new Webhook(secret).verify(sent.body, headers)
  })
})
