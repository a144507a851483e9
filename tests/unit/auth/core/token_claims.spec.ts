import { test } from '@japa/runner'
import { builderClaims, builderPrincipal } from '#modules/auth/core/token_claims'

const claims = { typ: 'builder', sub: 'bld_1', org: 'org_1', exp: 1_000 }
const READING = ['svc:ReadObject']

test.group('auth | token_claims', () => {
  test('a builder is unrestricted in the organization', ({ assert }) => {
    assert.containSubset(builderPrincipal(claims, READING), {
      credential: 'builder',
      builderId: 'bld_1',
      orgId: 'org_1',
      actor: { type: 'builder', id: 'bld_1' },
      realmId: null,
      statements: null,
      expiresAtMs: 1_000_000,
    })
  })

  test('a viewer only reads, and a token of the release before is an owner’s', ({ assert }) => {
    const principalOf = (role: 'owner' | 'developer' | 'viewer') =>
      builderPrincipal({ ...claims, ...builderClaims({ orgId: 'org_1', role }, 'rtf_1') }, READING)!
    assert.deepEqual(principalOf('viewer').statements, [
      { effect: 'Allow', actions: READING, resources: ['*'] },
    ])
    for (const role of ['owner', 'developer'] as const) {
      assert.containSubset(principalOf(role), { role, statements: null })
    }
    assert.equal(builderPrincipal(claims, READING)!.role, 'owner')
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
      { ...claims, rol: 'king' },
      { ...claims, rol: null },
    ])
    .run(({ assert }, changed) => {
      assert.isNull(builderPrincipal(changed, READING))
    })
})
