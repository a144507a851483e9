import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { AUTH_LIMITS } from '#modules/auth/limits'
import { auditDetailsText, auditEntry } from '#modules/auth/core/audit_entry'

const PRINCIPAL: Principal = {
  credential: 'api_key',
  credentialId: 'key_1',
  orgId: 'org_1',
  builderId: 'bld_1',
  actor: { type: 'api_key', id: 'key_1' },
  realmId: 'realm-1',
  statements: [{ effect: 'Allow', actions: ['svc:*'], resources: ['*'] }],
  expiresAtMs: null,
  origin: { requestId: 'req-1', ip: '192.0.2.1' },
}

test.group('auth | audit entry', () => {
  test('says who did it, with what and from where, and nothing of the policy', ({ assert }) => {
    assert.deepEqual(auditEntry(PRINCIPAL, { eventType: 'api_key_revoked' }), {
      eventType: 'api_key_revoked',
      success: true,
      orgId: 'org_1',
      realmId: 'realm-1',
      actor: { type: 'api_key', id: 'key_1' },
      credential: 'api_key',
      credentialId: 'key_1',
      details: {},
      origin: { requestId: 'req-1', ip: '192.0.2.1' },
    })
  })

  test('an event of the whole organization has no realm, whoever caused it', ({ assert }) => {
    const entry = auditEntry(PRINCIPAL, { eventType: 'api_key_created', realmId: null })
    assert.isNull(entry.realmId)
  })

  test('ordinary details are kept as they are', ({ assert }) => {
    const details = { name: 'Backend', statements: [{ actions: ['svc:Read'], resources: ['*'] }] }
    assert.deepEqual(JSON.parse(auditDetailsText(details)), details)
  })

  test('details of any size end within the bound and stay JSON', ({ assert }) => {
    const huge = {
      one: { sub: 'x'.repeat(100_000) },
      many: { list: Array.from({ length: 10_000 }, (_, n) => `/path/${n}`) },
      wide: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`k${n}`, 'é'.repeat(500)])),
      deep: {
        statements: Array.from({ length: 20 }, () => ({ r: Array(20).fill('p'.repeat(500)) })),
      },
    }
    for (const [shape, details] of Object.entries(huge)) {
      const text = auditDetailsText(details)
      assert.isAtMost(Buffer.byteLength(text), AUTH_LIMITS.auditDetailsBytes, shape)
      assert.isObject(JSON.parse(text), shape)
    }
  })

  test('when lists are too long for a record its ids are kept all the same', ({ assert }) => {
    const resources = Array(20).fill('p'.repeat(500))
    const details = { tokenId: 't1', statements: Array(20).fill({ resources }) }
    assert.deepEqual(JSON.parse(auditDetailsText(details)), { tokenId: 't1', truncated: true })
  })
})
