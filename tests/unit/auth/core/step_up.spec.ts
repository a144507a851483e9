import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import type { StepUpNeed } from '#app/extension/step_up'
import {
  askerOf,
  isAskedBy,
  isStepUpId,
  needHash,
  openKeyOf,
  requestHash,
  statusAt,
  stepUpExpiry,
  type StepUpRequest,
} from '#modules/auth/core/step_up'
import { isTokenOf, stepUpClaims } from '#modules/auth/core/step_up_claims'

const NOW = 1_000_000_000
const principal: Principal = {
  credential: 'scoped_token',
  credentialId: 'tok_1',
  orgId: 'org_1',
  builderId: 'bld_1',
  actor: { type: 'end_user', id: 'u1' },
  realmId: '01900000-0000-7000-8000-000000000001',
  statements: [{ effect: 'Allow', actions: ['svc:*'], resources: ['*'] }],
  expiresAtMs: 2_000_000,
  apiKeyId: 'key_1',
}
const need: StepUpNeed = {
  realmId: '01900000-0000-7000-8000-000000000001',
  action: 'svc:DeleteObject',
  resources: ['/a', '/b'],
  valueAtRisk: '12.50',
}
const loss = { what: 'open deposit link', count: 1, worth: '5.00' }
const request: StepUpRequest = {
  id: 'stp_01k00000000000000000000000',
  need,
  asker: askerOf(principal),
  requestHash: requestHash('DELETE', '/x', {})!,
  status: 'pending',
  createdAt: NOW,
  expiresAt: NOW + 10,
  decidedAt: null,
  decidedBy: null,
}
const body = { a: 1, b: [{ c: 'x', d: null }] }

test.group('auth | step_up | requestHash', () => {
  const hash = requestHash('POST', '/api/v1/x?y=1', body)

  test('order of keys and spaces do not matter', ({ assert }) => {
    const reordered = JSON.parse('{ "b": [ {"d":null, "c":"x"} ], "a": 1.0 }') as unknown
    assert.equal(requestHash('POST', '/api/v1/x?y=1', reordered), hash)
  })

  test('a request without a body is one with an empty object', ({ assert }) => {
    assert.equal(requestHash('DELETE', '/x', undefined), requestHash('DELETE', '/x', {}))
    assert.equal(requestHash('DELETE', '/x', null), requestHash('DELETE', '/x', {}))
  })

  test('every other difference is another request, number {$i}')
    .with([
      ['PUT', '/api/v1/x?y=1', body],
      ['POST', '/api/v1/x', body],
      ['POST', '/api/v1/x?y=1&y=1', body],
      ['POST', '/api/v1/%78?y=1', body],
      ['POST', '/api/v1/x?y=1', { ...body, a: 2 }],
      ['POST', '/api/v1/x?y=1', { ...body, a: '1' }],
      ['POST', '/api/v1/x?y=1', { ...body, e: null }],
      ['POST', '/api/v1/x?y=1', { a: 1, b: [{ c: 'x' }] }],
      ['POST', '/api/v1/x?y=1', { a: 1, b: [{ c: 'x', d: null }, 1] }],
    ] as [string, string, unknown][])
    .run(({ assert }, [method, target, changed]) => {
      assert.notEqual(requestHash(method, target, changed), hash)
    })

  test('half a character has no canonical form and no hash', ({ assert }) => {
    assert.isNull(requestHash('POST', '/x', { a: '\ud800' }))
    assert.isNull(requestHash('POST', '/x', { '\udc00': 1 }))
  })
})

test.group('auth | step_up | requests', () => {
  test('what is open ends with its time, to the microsecond', ({ assert }) => {
    for (const status of ['pending', 'approved'] as const) {
      assert.equal(statusAt({ status, expiresAt: NOW + 1 }, NOW), status)
      assert.equal(statusAt({ status, expiresAt: NOW }, NOW), 'expired')
    }
    for (const status of ['denied', 'used', 'expired'] as const) {
      assert.equal(statusAt({ status, expiresAt: NOW - 1 }, NOW), status)
    }
  })

  test('belongs to its credential only', ({ assert }) => {
    assert.isTrue(isAskedBy(request, principal))
    assert.isFalse(isAskedBy(request, { ...principal, credentialId: 'tok_2' }))
    assert.isFalse(isAskedBy(request, { ...principal, credential: 'builder' }))
    assert.isFalse(isAskedBy(request, { ...principal, orgId: 'org_2' }))
  })

  test('keeps nothing of one request, and the key it stands on', ({ assert }) => {
    const permit = { ...need, claim: async () => true }
    const origin = { requestId: 'r', ip: '::1' }
    const kept: Partial<Principal> = { ...principal }
    delete kept.expiresAtMs
    assert.deepEqual(askerOf({ ...principal, stepUp: permit, origin, lacksSignature: true }), kept)
    delete kept.apiKeyId
    assert.deepEqual(askerOf({ ...principal, apiKeyId: undefined }), kept)
  })

  test('ends with the scoped token that asked, but not with an access token', ({ assert }) => {
    const lasts = (changes: Partial<Principal>) =>
      stepUpExpiry({ ...principal, ...changes }, NOW, 300)
    const full = NOW + 300_000_000
    assert.equal(lasts({ expiresAtMs: 1_010_000 }), 1_010_000_000)
    assert.equal(lasts({ expiresAtMs: 9_000_000 }), full)
    assert.equal(lasts({ credential: 'api_key', expiresAtMs: null }), full)
    assert.equal(lasts({ credential: 'builder', expiresAtMs: 1_010_000 }), full)
  })

  test('is found again only by the same need, credential and request', ({ assert }) => {
    const { asker, requestHash: hash } = request
    const key = openKeyOf(asker, need, hash)
    assert.equal(openKeyOf({ ...asker, statements: null }, { ...need }, hash), key)
    const others = [
      openKeyOf({ ...asker, credentialId: 'tok_2' }, need, hash),
      openKeyOf({ ...asker, credential: 'api_key' }, need, hash),
      openKeyOf({ ...asker, orgId: 'org_2' }, need, hash),
      openKeyOf(asker, { ...need, action: 'svc:DeleteRealm' }, hash),
      openKeyOf(asker, { ...need, resources: ['/b', '/a'] }, hash),
      openKeyOf(asker, { ...need, valueAtRisk: '12.51' }, hash),
      openKeyOf(asker, { ...need, valueAtRisk: null }, hash),
      openKeyOf(asker, { ...need, losses: [loss] }, hash),
      openKeyOf(asker, { ...need, losses: [{ ...loss, count: 2 }] }, hash),
      openKeyOf(asker, need, `${hash.slice(0, -1)}0x`),
    ]
    assert.equal(new Set([key, ...others]).size, others.length + 1)
  })

  test('{$self} is no id of a request')
    .with(['', 'stp_', 'stp_01K00000000000000000000000', 'op_01k00000000000000000000000', 'é'])
    .run(({ assert }, text) => {
      assert.isFalse(isStepUpId(text))
    })

  test('an id is one', ({ assert }) => {
    assert.isTrue(isStepUpId(request.id))
  })
})

test.group('auth | step_up | claims', () => {
  const claims = { ...stepUpClaims(request), jti: request.id, sub: 'tok_1', iat: 1, exp: 2 }

  test('a token names what it is bound to, in bounded length', ({ assert }) => {
    assert.isTrue(isTokenOf(request, claims))
    const resources = Array.from({ length: 1000 }, (_, number) => `/users/u${number}`)
    const large = stepUpClaims({ ...request, need: { ...need, resources } })
    assert.equal(JSON.stringify(large).length, JSON.stringify(stepUpClaims(request)).length)
  })

  test('a token of anything else is not its token: {$self}')
    .with(['jti', 'sub', 'typ', 'org', 'rlm', 'act', 'need', 'req'])
    .run(({ assert }, name) => {
      assert.isFalse(isTokenOf(request, { ...claims, [name]: 'x' }))
      assert.isFalse(isTokenOf(request, { ...claims, [name]: undefined }))
    })

  test('what changed since it was shown makes it another need', ({ assert }) => {
    assert.equal(needHash({ ...need }), needHash(need))
    assert.notEqual(needHash({ ...need, valueAtRisk: '99.00' }), needHash(need))
    assert.notEqual(needHash({ ...need, losses: [loss] }), needHash(need))
  })

  test('a confirmation from before losses were told keeps its hash', ({ assert }) => {
    const then = 'fddd05f68ce12403fdc498400180dfe7c1958c9ea840d639389552f8f9bffbe7'
    assert.equal(needHash(need), then)
  })
})
