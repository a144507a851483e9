import { test } from '@japa/runner'
import { AuthSettings, retentionDays, type AuthConfig } from '#modules/auth/settings'

const development: AuthConfig = {
  production: false,
  appUrl: 'http://127.0.0.1:3333/',
  host: '127.0.0.1',
  issuer: '',
  audience: '',
  jwksUrl: '',
  clientSecret: undefined,
  platformAdminEmails: '',
}
const production: AuthConfig = {
  ...development,
  production: true,
  appUrl: 'https://svc.example',
  issuer: 'https://id.example',
  audience: 'service',
  jwksUrl: 'https://id.example/keys',
}

test.group('auth | settings', () => {
  test('development defaults to the provider of this service', ({ assert }) => {
    const settings = new AuthSettings(development)
    assert.equal(settings.appUrl, 'http://127.0.0.1:3333')
    assert.containSubset(settings.identityProvider, {
      issuer: 'http://127.0.0.1:3333/dev/identity',
      audience: 'service',
      jwksUrl: 'http://127.0.0.1:3333/dev/identity/jwks.json',
    })
  })

  test('signatures are required where they are asked for, and nowhere else', ({ assert }) => {
    assert.isFalse(new AuthSettings(development).requireSignatures)
    assert.isFalse(new AuthSettings({ ...production, requireSignatures: '' }).requireSignatures)
    const required = { ...development, requireSignatures: 'production' }
    assert.isTrue(new AuthSettings(required).requireSignatures)
  })

  test('the audit log is kept for a year, or as long as asked for', ({ assert }) => {
    const keptFor = (auditRetentionDays?: number) =>
      new AuthSettings({ ...development, auditRetentionDays }).auditRetentionDays
    assert.equal(keptFor(), 365)
    assert.equal(keptFor(1), 1)
    for (const days of [0, -1, 1.5, Number.NaN, 36_501]) {
      assert.throws(() => retentionDays(days), /AUDIT_RETENTION_DAYS/)
    }
  })

  test('production without a provider names what is missing', ({ assert }) => {
    const bare = { ...production, issuer: '', audience: '', jwksUrl: '' }
    const provider = () => new AuthSettings(bare).identityProvider
    assert.throws(provider, /IDP_ISSUER, IDP_AUDIENCE, IDP_JWKS_URL/)
  })

  test('half a provider is refused everywhere', ({ assert }) => {
    for (const base of [development, production]) {
      const half = { ...base, issuer: 'https://id.example', audience: '', jwksUrl: '' }
      assert.throws(() => new AuthSettings(half).identityProvider, /IDP_AUDIENCE and IDP_JWKS_URL/)
    }
  })

  test('production never trusts a development provider, here or elsewhere')
    .with([
      { issuer: 'https://svc.example/dev/identity' },
      { issuer: 'https://staging.example/dev/identity/' },
      { jwksUrl: 'https://svc.example/dev/identity/jwks.json' },
      { issuer: 'http://127.0.0.1:3333/dev/identity' },
    ])
    .run(({ assert }, change) => {
      const provider = () => new AuthSettings({ ...production, ...change }).identityProvider
      assert.throws(provider, /development identity/)
    })

  test('production fetches keys over https, save on this machine', ({ assert }) => {
    const plain = { ...production, jwksUrl: 'http://id.example/keys' }
    assert.throws(() => new AuthSettings(plain).identityProvider, /IDP_JWKS_URL must be an https/)
    const local = { ...production, issuer: 'http://127.0.0.1:9', jwksUrl: 'http://127.0.0.1:9/k' }
    assert.doesNotThrow(() => new AuthSettings(local).identityProvider)
  })
})
