import { test } from '@japa/runner'
import { builderPrincipal } from '#modules/auth/core/token_claims'

const claims = { typ: 'builder', sub: 'bld_1', org: 'org_1', exp: 1_000 }

test.group('auth | token_claims', () => {
  test('a builder is unrestricted in the organization', ({ assert }) => {
    assert.containSubset(builderPrincipal(claims), {
      credential: 'builder',
      builderId: 'bld_1',
      orgId: 'org_1',
      actor: { type: 'builder', id: 'bld_1' },
      realmId: null,
      statements: null,
      expiresAtMs: 1_000_000,
    })
  })

  test('a token of another kind never passes for a builder, number {$i}')
    .with([
      { ...claims, typ: undefined },
      { ...claims, typ: 'scoped' },
      { ...claims, sub: undefined },
      { ...claims, sub: 'user-1' },
      { ...claims, org: undefined },
      { ...claims, org: ['org_1'] },
      { ...claims, org: 'bld_1' },
      { ...claims, exp: undefined },
    ])
    .run(({ assert }, changed) => {
      assert.isNull(builderPrincipal(changed))
    })
})
