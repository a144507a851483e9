import { test } from '@japa/runner'
import { eventually } from '#tests/support/client'

test.group('auth | health and reference', () => {
  test('readiness shows the signing key and the identity provider', async ({ client, assert }) => {
    for (const name of ['token_signing_key', 'identity_provider']) {
      // A check has a deadline of its own, which a busy machine may miss once.
      const found = await eventually(`the check ${name} to pass`, async () => {
        const response = await client.get('/health/ready')
        const { checks } = response.body() as { checks: { name: string; ok: boolean }[] }
        return checks.find((check) => check.name === name && check.ok)
      })
      assert.equal(found.name, name)
    }
  })

  test('the reference describes sign-in as it is', async ({ client, assert }) => {
    const { paths } = (await client.get('/openapi.json')).body() as {
      paths: Record<string, Record<string, { responses: object; security: object[] }>>
    }
    const signIn = paths['/api/v1/auth/google']?.post
    assert.includeMembers(Object.keys(signIn!.responses), [
      '200',
      '400',
      '401',
      '409',
      '413',
      '503',
    ])
    assert.isEmpty(signIn!.security)
    assert.isNotEmpty(paths['/api/v1/auth/me']!.get!.security)
    assert.include(JSON.stringify(signIn), 'new_account_requires_org')
  })
})
