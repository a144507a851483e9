import type { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { looksLikeApiKey } from '#modules/auth/core/api_key'
import { bearerToken } from '#modules/auth/core/bearer'
import { scopedPrincipal } from '#modules/auth/core/scoped_claims'
import { TOKEN_TYPES, builderPrincipal } from '#modules/auth/core/token_claims'
import type { AccessTokens } from '#modules/auth/services/access_tokens'
import type { KnownEndings } from '#modules/auth/services/known_endings'
import type { KnownKeys } from '#modules/auth/services/known_keys'
import { STEP_UP_EXPIRED, type RedeemStepUp } from '#modules/auth/services/redeem_step_up'
import { VerifiedTokens } from '#modules/auth/services/verified_tokens'

const EXPIRED =
  'The access token has expired. Refresh it with POST /api/v1/auth/refresh, or mint a new scoped token.'

const ENDED = 'The session this access token was made in has been ended. Sign in again.'
const REVOKED = 'The scoped token has been revoked. Ask whoever minted it for a new one.'

/** Turns an Authorization header into who is asking. */
export class Authenticate {
  #verified = new VerifiedTokens()

  constructor(
    private tokens: AccessTokens,
    private keys: KnownKeys,
    private endings: KnownEndings,
    private stepUps: RedeemStepUp,
    private clock: Clock
  ) {}

  /** @throws ServiceError UNAUTHORIZED */
  async run(authorization: string | undefined): Promise<Principal> {
    const bearer = bearerToken(authorization)
    if (bearer === null) throw unauthorized()
    return looksLikeApiKey(bearer) ? this.#byKey(bearer) : this.#byToken(bearer)
  }

  async #byKey(rawKey: string): Promise<Principal> {
    const principal = await this.keys.principalOf(rawKey)
    if (principal === null) throw unauthorized()
    return principal
  }

  async #byToken(token: string): Promise<Principal> {
    const principal = this.#verified.find(token, this.clock.nowMs()) ?? (await this.#verify(token))
    await this.#assertNotEnded(principal)
    // What stands on an API key falls with it, however long it was meant to last.
    if (principal.apiKeyId !== undefined && !(await this.keys.stands(principal.apiKeyId))) {
      throw unauthorized('The API key this credential was made with has been revoked.')
    }
    return principal
  }

  async #assertNotEnded({ credential, credentialId, sessionId }: Principal) {
    const isScoped = credential === 'scoped_token'
    const id = isScoped ? credentialId : sessionId
    if (id === undefined || !(await this.endings.has(id))) return
    throw unauthorized(isScoped ? REVOKED : ENDED)
  }

  async #verify(token: string): Promise<Principal> {
    const check = await this.tokens.check(token)
    if (!check.valid) throw unauthorized(expiry(check.expired))
    const { claims } = check
    // Never remembered: it works once, and only its row knows whether it has.
    if (claims.typ === TOKEN_TYPES.stepUp) return this.stepUps.run(claims)
    const principal = builderPrincipal(claims) ?? scopedPrincipal(claims)
    if (principal === null) throw unauthorized()
    this.#verified.remember(token, principal, claims.exp * 1000)
    return principal
  }
}

/** What to do about an expired token of this kind. */
function expiry(typ: string | null): string | undefined {
  if (typ === null) return undefined
  return typ === TOKEN_TYPES.stepUp ? STEP_UP_EXPIRED : EXPIRED
}

function unauthorized(message?: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', { message, headers: { 'www-authenticate': 'Bearer' } })
}
