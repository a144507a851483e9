import * as oidc from 'openid-client'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { AUTH_LIMITS } from '../limits.ts'
import type { Authentication } from '../core/identity.ts'
import { VerifyIdToken } from './verify_id_token.ts'
import { AuthSettings } from '../settings.ts'

export const CALLBACK_PATH = '/auth/callback'

const OUTAGE_CODES = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** What the browser keeps between leaving for the identity provider and coming back. */
export interface PendingSignIn {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  /** Whether the provider was asked to demand a recent sign-in. */
  fresh: boolean
  expiresAtMs: number
}

/** The person did not come back signed in; `reason` is for the log. */
export class SignInUnfinished extends Error {
  constructor(
    readonly reason: 'expired' | 'declined' | 'refused',
    cause?: unknown
  ) {
    super(`Browser sign-in unfinished: ${reason}`, { cause })
    this.name = 'SignInUnfinished'
  }
}

/** Signs people in with a browser, by the OpenID Connect authorization code flow with PKCE. */
@singleton()
export class BrowserSignIn {
  #provider: Promise<oidc.Configuration> | null = null

  constructor(
    private verifyIdToken: VerifyIdToken,
    private settings: AuthSettings,
    private clock: Clock
  ) {}

  /**
   * @param fresh whether the person must sign in again unless they have just done so
   * @throws ServiceError IDENTITY_PROVIDER_UNAVAILABLE
   */
  async begin(returnTo: string, fresh = false): Promise<{ location: URL; pending: PendingSignIn }> {
    const provider = await this.#discovered()
    const pending: PendingSignIn = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
      returnTo,
      fresh,
      expiresAtMs: this.clock.nowMs() + AUTH_LIMITS.pendingSignInSeconds * 1000,
    }
    const location = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: `${this.settings.appUrl}${CALLBACK_PATH}`,
      scope: 'openid email profile',
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
      ...(fresh && { max_age: String(AUTH_LIMITS.freshSignInSeconds) }),
    })
    return { location, pending }
  }

  /**
   * @param query the query of the callback, with the question mark
   * @throws SignInUnfinished, ServiceError UNAUTHORIZED, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async finish(query: string, pending: PendingSignIn | null): Promise<Authentication> {
    if (pending === null || pending.expiresAtMs <= this.clock.nowMs()) {
      throw new SignInUnfinished('expired')
    }
    const provider = await this.#discovered()
    const callback = new URL(`${this.settings.appUrl}${CALLBACK_PATH}${query}`)
    const idToken = await this.#redeem(provider, callback, pending)
    return this.verifyIdToken.run(idToken, { fresh: pending.fresh })
  }

  async #redeem(provider: oidc.Configuration, callback: URL, pending: PendingSignIn) {
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, callback, {
        pkceCodeVerifier: pending.codeVerifier,
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        idTokenExpected: true,
      })
      return tokens.id_token!
    } catch (error) {
      if (error instanceof oidc.AuthorizationResponseError) {
        throw new SignInUnfinished('declined', error)
      }
      const isAnswer = error instanceof oidc.ResponseBodyError || error instanceof oidc.ClientError
      if (isAnswer && !isOutage(error)) throw new SignInUnfinished('refused', error)
      throw new ServiceError('IDENTITY_PROVIDER_UNAVAILABLE', { cause: error })
    }
  }

  /**
   * The provider's configuration is kept for the life of the process; after a failure the next call
   * asks again.
   */
  async #discovered(): Promise<oidc.Configuration> {
    this.#provider ??= this.#discover()
    try {
      return await this.#provider
    } catch (error) {
      this.#provider = null
      throw new ServiceError('IDENTITY_PROVIDER_UNAVAILABLE', { cause: error })
    }
  }

  #discover(): Promise<oidc.Configuration> {
    const { issuer, audience, clientSecret } = this.settings.identityProvider
    const server = new URL(issuer)
    return oidc.discovery(
      server,
      audience,
      undefined,
      clientSecret ? oidc.ClientSecretPost(clientSecret.release()) : oidc.None(),
      {
        timeout: AUTH_LIMITS.identityProviderTimeoutMs / 1000,
        // Settings allow plain http only for development and on loopback.
        execute: server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
      }
    )
  }
}

/** A timeout, an answer that is no JSON, or an error of the provider itself. */
function isOutage(error: Error): boolean {
  const { code, status } = error as { code?: string; status?: number }
  return OUTAGE_CODES.has(code ?? '') || (status !== undefined && status >= 500)
}
