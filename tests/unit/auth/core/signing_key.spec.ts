import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import canonicalize from 'canonicalize'
import { toRfc3339 } from '#app/clock/timestamp'
import {
  activateIfDue,
  endKey,
  fingerprintOf,
  registerKey,
  signingKeyState,
  type SigningKeyDraft,
} from '#modules/auth/core/signing_key'

const NOW = Date.UTC(2026, 0, 1) * 1000
const GRACE = 72 * 3600 * 1_000_000
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='

const draft: SigningKeyDraft = {
  id: 'sgk_1',
  orgId: 'org_1',
  builderId: 'bld_1',
  name: 'Backend',
  publicKey: PUBLIC_KEY,
  actor: 'builder:bld_1',
}

const pending = () => registerKey(draft, false, NOW).key
const by = (now: number) => ({ id: 'ske_end', actor: 'builder:bld_1', now })

test.group('auth | signing key', () => {
  test('the fingerprint is the start of the SHA-256 of the key itself', ({ assert }) => {
    const hash = createHash('sha256').update(Buffer.from(PUBLIC_KEY, 'base64')).digest('hex')
    assert.equal(fingerprintOf(PUBLIC_KEY), hash.slice(0, 16))
  })

  test('the first key is active at once, later ones after exactly 72 hours', ({ assert }) => {
    const first = registerKey(draft, true, NOW).key
    assert.isNull(first.activatesAt)
    assert.equal(signingKeyState(first, NOW), 'active')
    const later = pending()
    assert.equal(later.activatesAt, NOW + GRACE)
    assert.equal(signingKeyState(later, NOW + GRACE - 1), 'pending')
    assert.equal(signingKeyState(later, NOW + GRACE), 'active')
  })

  test('an event hash is the SHA-256 of its canonical JSON', ({ assert }) => {
    const { event } = registerKey(draft, true, NOW)
    const { eventHash, ...rest } = event
    const shown = canonicalize({ ...rest, createdAt: toRfc3339(event.createdAt) })!
    assert.equal(eventHash, createHash('sha256').update(shown).digest('hex'))
    assert.equal(event.prevHash, '')
  })

  test('an activation is recorded once, when due, with the time it happened', ({ assert }) => {
    const key = pending()
    assert.isNull(activateIfDue(key, NOW + GRACE - 1, () => 'ske_2'))
    const change = activateIfDue(key, NOW + GRACE + 12_345, () => 'ske_2')!
    assert.equal(change.event.eventType, 'activated')
    assert.equal(change.event.createdAt, NOW + GRACE)
    assert.equal(change.event.prevHash, key.lastEventHash)
    assert.isNull(activateIfDue(change.key, NOW + 2 * GRACE, () => 'ske_3'))
  })

  test('a key that ended while pending never becomes active', ({ assert }) => {
    for (const type of ['cancelled', 'revoked'] as const) {
      const { key, event } = endKey(pending(), type, by(NOW + 1000))
      assert.equal(event.eventType, type)
      assert.isNull(activateIfDue(key, NOW + 2 * GRACE, () => 'ske_2'))
      assert.equal(signingKeyState(key, NOW + 2 * GRACE), 'revoked')
    }
  })

  test('a clock that was set back does not turn the order of events around', ({ assert }) => {
    const key = pending()
    const { event } = endKey(key, 'revoked', by(NOW - 5_000_000))
    assert.isAbove(event.createdAt, key.lastEventAt)
  })
})
