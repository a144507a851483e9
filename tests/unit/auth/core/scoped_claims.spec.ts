import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { builderPrincipal } from '#modules/auth/core/token_claims'
import { scopedClaims, scopedPrincipal } from '#modules/auth/core/scoped_claims'

const STATEMENTS = [{ effect: 'Allow' as const, actions: ['svc:ReadObject'], resources: ['/a/*'] }]
const MINTER: Principal = {
  credential: 'api_key',
  credentialId: 'key_1',
  orgId: 'org_1',
  builderId: 'bld_1',
  actor: { type: 'api_key', id: 'key_1' },
  realmId: null,
  statements: null,
  apiKeyId: 'key_1',
  expiresAtMs: null,
}
const CLAIMS = {
  ...scopedClaims(MINTER, 'realm-1', STATEMENTS),
  sub: 'user-1',
  jti: 'token-1',
  exp: 1_800_000_000,
}

test.group('auth | scoped claims', () => {
  test('say who acts, where, with what, and on which key it stands', ({ assert }) => {
    assert.deepEqual(scopedPrincipal(CLAIMS), {
      credential: 'scoped_token',
      credentialId: 'token-1',
      orgId: 'org_1',
      builderId: 'bld_1',
      actor: { type: 'end_user', id: 'user-1' },
      realmId: 'realm-1',
      statements: STATEMENTS,
      apiKeyId: 'key_1',
      expiresAtMs: 1_800_000_000_000,
    })
  })

  test('damaged claims make no credential, number {$i}')
    .with([
      { typ: 'builder' },
      { typ: undefined },
      { sub: '' },
      { sub: 1 },
      { jti: undefined },
      { org: null },
      { rlm: undefined },
      { rlm: null },
      { bld: undefined },
      { key: 7 },
      { key: null },
      { exp: '1' },
      { stm: undefined },
      { stm: null },
      { stm: {} },
      { stm: [null] },
      { stm: [{ effect: 'allow', actions: [], resources: [] }] },
      { stm: [{ effect: 'Allow', actions: 'svc:*', resources: ['*'] }] },
      { stm: [{ effect: 'Allow', actions: ['svc:*'] }] },
      { stm: [{ effect: 'Allow', actions: ['svc:*'], resources: [null] }] },
    ])
    .run(({ assert }, changes) => {
      assert.isNull(scopedPrincipal({ ...CLAIMS, ...changes }))
    })

  test('a scoped token is no builder', ({ assert }) => {
    assert.isNull(builderPrincipal(CLAIMS, []))
    assert.isNull(builderPrincipal({ ...CLAIMS, sub: 'bld_1' }, []))
  })
})
