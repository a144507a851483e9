import { SignJWT, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newUuid } from '#app/ids/ids'
import { AUTH_LIMITS } from '../limits.ts'
import type { Builder } from '../core/builder.ts'
import { TOKEN_ALGORITHM, builderClaims } from '../core/token_claims.ts'
import { AccessTokenKeys } from './key_ring.ts'
import { AuthSettings } from '../settings.ts'

export interface AccessToken {
  token: string
  expiresAt: Micros
}

export type AccessTokenCheck =
  | { valid: true; claims: JWTPayload & { exp: number } }
  | {
      valid: false
      /** The `typ` of a valid token that has expired; null for every other problem. */
      expired: string | null
    }

/** Signs and checks the tokens that requests carry. */
@singleton()
export class AccessTokens {
  #keyOf: JWTVerifyGetKey

  constructor(
    private keys: AccessTokenKeys,
    private settings: AuthSettings,
    private clock: Clock
  ) {
    this.#keyOf = async ({ kid }) => {
      const key = kid === undefined ? null : await keys.verifying(kid)
      if (key === null) throw new errors.JWKSNoMatchingKey()
      return key
    }
  }

  /** @throws Error when there is no key to sign with */
  async prepare() {
    await this.keys.signing()
  }

  /** @param sessionId the session that the token is made in and ends with */
  async issue(builder: Builder, sessionId: string): Promise<AccessToken> {
    const issuedAt = this.#nowSeconds()
    const expiresAt = issuedAt + AUTH_LIMITS.accessTokenLifetimeSeconds
    const token = await this.sign(
      { ...builderClaims(builder, sessionId) },
      { subject: builder.id, id: newUuid(), expiresAt }
    )
    return { token, expiresAt: expiresAt * 1_000_000 }
  }

  /**
   * Signs a token of any kind; its `typ` claim must say which.
   *
   * @param about `id` becomes the `jti`, `expiresAt` counts in seconds since the Unix epoch
   */
  async sign(
    claims: JWTPayload & { typ: string },
    about: { subject: string; id: string; expiresAt: number }
  ): Promise<string> {
    const { kid, key } = await this.keys.signing()
    return new SignJWT(claims)
      .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid, typ: 'JWT' })
      .setIssuer(this.settings.appUrl)
      .setAudience(this.settings.appUrl)
      .setSubject(about.subject)
      .setJti(about.id)
      .setIssuedAt(this.#nowSeconds())
      .setExpirationTime(about.expiresAt)
      .sign(key)
  }

  /** Checks signature, algorithm, issuer, audience and expiry; the caller interprets the claims. */
  async check(token: string): Promise<AccessTokenCheck> {
    try {
      const { payload } = await jwtVerify(token, this.#keyOf, {
        algorithms: [TOKEN_ALGORITHM],
        issuer: this.settings.appUrl,
        audience: this.settings.appUrl,
        requiredClaims: ['sub', 'iat', 'exp'],
        currentDate: new Date(this.clock.nowMs()),
      })
      return { valid: true, claims: { ...payload, exp: payload.exp! } }
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error
      const isExpired = error instanceof errors.JWTExpired
      return { valid: false, expired: isExpired ? String(error.payload.typ) : null }
    }
  }

  #nowSeconds(): number {
    return Math.floor(this.clock.nowMs() / 1000)
  }
}
