import { test } from '@japa/runner'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { pathOfKey as servicePath } from '#app/http/idempotency/idempotency_key'
import { nameOf } from '#clients/typescript/generator/names'
import { FrameQueue } from '#clients/typescript/src/frame_queue'
import {
  ApprovalPending,
  type WaitingApproval,
  ServiceError,
  WebhookError,
  canonicalJson,
  verifyWebhook,
  type Frame,
} from '#clients/typescript/src/index'
import { delayBefore, retryAfterMs, type Failure } from '#clients/typescript/src/retry'
import { pathOfKey } from '#clients/typescript/src/transport'
import { forAll, forAllAsync } from '#tests/support/for_all'

const POLICY = { retries: 2, firstDelayMs: 100, longestDelayMs: 1000 }
const LOST: Failure = { kind: 'lost' }
const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`

const refused = (code: string, status: number, seconds: number | null = null): Failure => ({
  kind: 'refused',
  error: new ServiceError({ code, message: '' }, status, null),
  retryAfterMs: seconds === null ? null : seconds * 1000,
})

/** A message as the service signs it. */
function signedMessage(at = new Date(), body = '{"type":"webhook.test"}') {
  const signature = new Webhook(SECRET).sign('evt_1', at, body)
  const seconds = String(Math.floor(at.getTime() / 1000))
  return {
    headers: {
      'Webhook-Id': 'evt_1',
      'Webhook-Timestamp': seconds,
      'Webhook-Signature': `v1,AAAA ${signature}`,
    },
    body,
  }
}

/** The same message with a byte order mark before its body. */
function marked({ headers, body }: ReturnType<typeof signedMessage>) {
  return { headers, body: Buffer.from(`\uFEFF${body}`) }
}

test.group('clients | TypeScript client', () => {
  test('after {0} it waits {3} ms (safe: {1}, attempt {2})')
    .with([
      ['a lost answer', true, 1, 100, LOST],
      ['a lost answer', true, 2, 200, LOST],
      ['the last attempt', true, 3, null, LOST],
      ['a lost answer', false, 1, null, LOST],
      ['UNAVAILABLE', true, 1, 100, refused('UNAVAILABLE', 503)],
      ['UNAVAILABLE', false, 1, null, refused('UNAVAILABLE', 503)],
      ['OVERLOADED', false, 1, 1000, refused('OVERLOADED', 503, 0.5)],
      ['a long Retry-After', true, 1, null, refused('RATE_LIMITED', 429, 60)],
      ['INSUFFICIENT_BALANCE', true, 1, null, refused('INSUFFICIENT_BALANCE', 400)],
      ['INTERNAL_ERROR', true, 1, null, refused('INTERNAL_ERROR', 500)],
      ['a gateway', true, 1, 100, refused('UNEXPECTED_ANSWER', 502)],
      ['a page of a proxy', true, 1, null, refused('UNEXPECTED_ANSWER', 404)],
    ] as const)
    .run(({ assert }, [, isSafe, attempt, expected, failure]) => {
      // The largest random number there is gives the longest wait.
      const delay = delayBefore(failure, POLICY, { isSafe, attempt, random: 1 })
      const least = delayBefore(failure, POLICY, { isSafe, attempt, random: 0 })
      if (expected === null) return assert.isNull(delay)
      const asked = failure.kind === 'refused' ? failure.retryAfterMs : null
      assert.equal(delay, asked === null ? expected : asked + 100)
      assert.equal(least, asked ?? expected / 2)
    })

  test('Retry-After is read as seconds and as a date', ({ assert }) => {
    const now = Date.UTC(2026, 0, 1)
    assert.equal(retryAfterMs('2', now), 2000)
    assert.equal(retryAfterMs(new Date(now + 3000).toUTCString(), now), 3000)
    assert.isNull(retryAfterMs('soon', now))
    assert.isNull(retryAfterMs(null, now))
  })

  test('canonical JSON and the path of a key are those of the service', async ({ assert }) => {
    const wholeText = fc.string({ unit: 'grapheme' })
    const json = fc.jsonValue({ noUnicodeString: false, stringUnit: 'grapheme' })
    forAll([fc.dictionary(wholeText, json)], (value) => {
      assert.equal(canonicalJson(value), canonicalize(value))
    })
    const visible = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: 255,
    })
    await forAllAsync([fc.oneof(visible, fc.constantFrom('.', '..', '...'))], async (key) => {
      assert.equal(await pathOfKey(key), servicePath(key))
    })
  })

  test('a signed webhook message is read, however its headers are spelled', async ({ assert }) => {
    const { headers, body } = signedMessage()
    assert.equal((await verifyWebhook({ headers, body }, { secret: SECRET })).type, 'webhook.test')
    const received = { headers: new Headers(headers), body: Buffer.from(body) }
    const secrets = { secret: ['whsec_AAAA', SECRET] }
    assert.equal((await verifyWebhook(received, secrets)).type, 'webhook.test')
  })

  test('a webhook message with {0} is refused as {1}')
    .with([
      ['another body', 'wrong_signature', () => ({ ...signedMessage(), body: '{}' })],
      ['a byte order mark before it', 'wrong_signature', () => marked(signedMessage())],
      ['an old timestamp', 'old_timestamp', () => signedMessage(new Date(Date.now() - 301_000))],
      ['a timestamp to come', 'old_timestamp', () => signedMessage(new Date(Date.now() + 360_000))],
      ['no headers', 'missing_header', () => ({ ...signedMessage(), headers: {} })],
      ['a body that is no JSON', 'not_json', () => signedMessage(new Date(), 'text')],
    ] as const)
    .run(async ({ assert }, [, reason, message]) => {
      // Signed now: minutes may lie between the table and its turn.
      const read = verifyWebhook(message(), { secret: SECRET })
      const error = await read.then(() => null).catch((thrown: unknown) => thrown)
      assert.instanceOf(error, WebhookError)
      assert.equal((error as WebhookError).reason, reason)
    })

  test('the webhook secret {0} is refused by name')
    .with(['', 'whsec_', 'whsec_é', 'no base64!', undefined, []])
    .run(async ({ assert }, secret) => {
      const read = verifyWebhook(signedMessage(), { secret: secret as string })
      const error = await read.then(() => null).catch((thrown: unknown) => thrown)
      assert.instanceOf(error, WebhookError)
      assert.equal((error as WebhookError).reason, 'bad_secret')
    })

  test('whoever waits for approvals is told whether people or the service are next', ({
    assert,
  }) => {
    const told = (status: WaitingApproval['status']) => {
      const approvalUrl = 'https://ledger.example.com/approvals/apr_1'
      return new ApprovalPending({ status, approvalUrl } as WaitingApproval, null).message
    }
    assert.match(told('pending'), /waits for approvals at https.*apr_1$/)
    assert.match(told('approved'), /is approved and being executed.*again/)
  })

  test('a reader who is too slow is told so, in place of what was missed', async ({ assert }) => {
    const resync: Frame = { type: 'stream.resync', reason: 'slow_reader' }
    const queue = new FrameQueue(2, () => resync)
    const pongs = ['1', '2', '3', '4'].map((requestId): Frame => ({ type: 'pong', requestId }))
    for (const frame of pongs) queue.push(frame)
    queue.end(null)
    assert.deepEqual(await Array.fromAsync(queue), [resync, pongs[3]])
  })

  test('an operation without a name of its own is called by its address: {0}')
    .with([
      ['createMonitor', '/api/v1/monitors', 'monitors.create'],
      ['pauseSchedule', '/api/v1/schedules/{id}/pause', 'schedules.pause'],
      ['listPaymentLinks', '/api/v1/payment-links', 'paymentLinks.list'],
      ['grantReward', '/api/v1/rewards', 'rewards.grant'],
      ['listVisitNotes', '/api/v1/visit-notes', 'visitNotes.list'],
      ['sumUp', '/api/v1/activities', 'activities.sumUp'],
    ] as const)
    .run(({ assert }, [operationId, path, name]) => {
      assert.equal(nameOf(operationId, path).join('.'), name)
    })
})
