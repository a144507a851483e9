import { createHash } from 'node:crypto'
import { Encryption } from '@adonisjs/core/encryption'
import { SignJWT } from 'jose'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { boundedCache } from '#app/storage/bounded_cache'
import { AUTH_LIMITS } from '../limits.ts'
import { normalEmail } from '../core/identity.ts'
import { DevIdentityKeys } from './key_ring.ts'
import { DEV_AUDIENCE, AuthSettings } from '../settings.ts'

/** A person as they say they are. */
export interface DevPerson {
  email: string
  name: string
}

/** A person who has signed in in this browser before. */
export interface DevSignedIn extends DevPerson {
  /** In seconds since the Unix epoch, like `auth_time`. */
  authTime: number
}

/**
 * The content of an authorization code. It is sealed into the code itself, so that nothing is
 * stored.
 */
interface DevGrant extends DevSignedIn {
  redirectUri: string
  nonce: string | undefined
  /** S256 challenge. */
  codeChallenge: string
  expiresAtMs: number
}

export interface Redemption {
  code: string
  redirectUri: string
  codeVerifier: string
}

const SEAL = 'dev-identity-code'

/**
 * An identity provider for development, which believes everybody. It signs real ID tokens, which
 * the service verifies over HTTP like those of any provider. It is never mounted in production.
 */
@singleton()
export class DevIdentity {
  /**
   * Codes work once. A second use in another process is still refused, for lack of the PKCE
   * verifier.
   */
  #redeemed = boundedCache<true>(1000, { ttl: AUTH_LIMITS.devCodeSeconds * 1000 })

  constructor(
    private keys: DevIdentityKeys,
    private box: Encryption,
    private settings: AuthSettings,
    private clock: Clock
  ) {}

  /** The person with the present moment as their sign-in. */
  signedIn({ email, name }: DevPerson): DevSignedIn {
    return { email, name, authTime: Math.floor(this.clock.nowMs() / 1000) }
  }

  /**
   * Whether a person who signed in before may go on without signing in again.
   *
   * @param maxAge in seconds, the `max_age` that the application asks for
   */
  isRecent({ authTime }: DevSignedIn, maxAge: number | undefined): boolean {
    return maxAge === undefined || this.clock.nowMs() / 1000 - authTime <= maxAge
  }

  async idToken({ email, name, authTime }: DevSignedIn, nonce?: string): Promise<string> {
    const { kid, algorithm, key } = await this.keys.signing()
    const address = normalEmail(email)
    const issuedAt = Math.floor(this.clock.nowMs() / 1000)
    return new SignJWT({ email: address, email_verified: true, name, nonce, auth_time: authTime })
      .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
      .setIssuer(this.settings.devIssuer)
      .setAudience(DEV_AUDIENCE)
      .setSubject(createHash('sha256').update(address).digest('hex').slice(0, 32))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + AUTH_LIMITS.devIdTokenSeconds)
      .sign(key)
  }

  code(grant: Omit<DevGrant, 'expiresAtMs'>): string {
    const expiresAtMs = this.clock.nowMs() + AUTH_LIMITS.devCodeSeconds * 1000
    return this.box.encrypt({ ...grant, expiresAtMs }, { purpose: SEAL })
  }

  /** @returns an ID token, or null for a code that is unknown, used, expired or another client's */
  async redeem({ code, redirectUri, codeVerifier }: Redemption): Promise<string | null> {
    const grant = this.box.decrypt<DevGrant>(code, SEAL)
    if (grant === null || this.#redeemed.has(code)) return null
    if (grant.expiresAtMs <= this.clock.nowMs() || grant.redirectUri !== redirectUri) return null
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
    if (grant.codeChallenge !== challenge) return null
    this.#redeemed.set(code, true)
    return this.idToken(grant, grant.nonce)
  }
}
