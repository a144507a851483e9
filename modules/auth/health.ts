import type { HealthCheck } from '#app/observability/health'
import type { IdentityKeys } from './services/identity_keys.ts'
import type { AccessTokenKeys } from './services/key_ring.ts'

/**
 * Fatal: without a signing key no builder can sign in or stay signed in. It only looks: a process with
 * a wrong APP_KEY must not make the first key.
 */
export function signingKeyHealth(keys: () => Promise<AccessTokenKeys>): HealthCheck {
  return {
    name: 'token_signing_key',
    fatal: true,
    async check() {
      const ring = await keys()
      const ok = await ring.isOpen()
      return { ok, detail: ok ? 'it opens' : 'it was sealed with another APP_KEY' }
    },
  }
}

/** Not fatal: people who are signed in stay signed in while the identity provider is away. */
export function identityProviderHealth(keys: () => Promise<IdentityKeys>): HealthCheck {
  return {
    name: 'identity_provider',
    fatal: false,
    async check() {
      const published = await keys()
      await published.probe()
      return { ok: true, detail: 'its keys are known' }
    },
  }
}
