import { createRemoteJWKSet, customFetch, errors, type RemoteJWKSet } from 'jose'
import { singleton } from '#app/extension/singleton'
import { AUTH_LIMITS } from '../limits.ts'
import { AuthSettings } from '../settings.ts'

/** The keys could not be fetched, or the answer holds no keys. */
export class IdentityKeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('The published keys of the identity provider cannot be read', { cause })
    this.name = 'IdentityKeysUnavailable'
  }
}

const UNREADABLE_CODES = new Set<string>([
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
  // The status was not 200, or the answer no JSON.
  errors.JOSEError.code,
])

/** The public keys of the identity provider, fetched over HTTP and kept for ten minutes. */
@singleton()
export class IdentityKeys {
  #keys: RemoteJWKSet

  constructor(settings: AuthSettings) {
    this.#keys = createRemoteJWKSet(new URL(settings.identityProvider.jwksUrl), {
      timeoutDuration: AUTH_LIMITS.identityProviderTimeoutMs,
      cooldownDuration: AUTH_LIMITS.identityKeysCooldownMs,
      [customFetch]: async (url, options) => {
        try {
          return await fetch(url, options)
        } catch (error) {
          if (error instanceof Error && error.name === 'TimeoutError') throw error
          throw new IdentityKeysUnavailable(error)
        }
      },
    })
  }

  /** @throws IdentityKeysUnavailable, or a JOSEError when no key fits the token */
  find: (...request: Parameters<RemoteJWKSet>) => ReturnType<RemoteJWKSet> = (...request) =>
    this.#readable(() => this.#keys(...request))

  /** @throws IdentityKeysUnavailable */
  async probe() {
    if (!this.#keys.fresh) await this.#readable(() => this.#keys.reload())
  }

  async #readable<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof errors.JOSEError && UNREADABLE_CODES.has(error.code)) {
        throw new IdentityKeysUnavailable(error)
      }
      throw error
    }
  }
}
