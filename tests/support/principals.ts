import type { PolicyStatement, Principal } from '#app/extension/principal'
import { accepted, type TestRealm } from '#tests/support/client'

/** An end user of a realm with only these statements, for use cases that a test calls directly. */
export async function endUser(
  realm: TestRealm,
  ...statements: PolicyStatement[]
): Promise<Principal> {
  const { id, orgId } = accepted(await realm.client.get('/api/v1/auth/me'))
  return {
    credential: 'scoped_token',
    credentialId: 'token',
    orgId,
    builderId: id,
    actor: { type: 'end_user', id: 'u1' },
    realmId: realm.id,
    expiresAtMs: null,
    statements,
  }
}
