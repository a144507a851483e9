import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Credential } from '#app/http/credential'
import { looksLikeApiKey } from '../core/api_key.ts'
import { bearerToken } from '../core/bearer.ts'
import type { CredentialProblem } from '../core/credential_problems.ts'
import { scopedPrincipal } from '../core/scoped_claims.ts'
import { TOKEN_TYPES, builderPrincipal } from '../core/token_claims.ts'
import { ActionRegistry } from './action_registry.ts'
import { AccessTokens } from './access_tokens.ts'
import { KnownEndings } from './known_endings.ts'
import { KnownKeys } from './known_keys.ts'
import { RedeemStepUp } from './redeem_step_up.ts'
import { unauthorized } from './unauthorized.ts'
import { VerifiedTokens } from './verified_tokens.ts'

/** Turns an Authorization header into the principal who asks. */
@singleton()
export class Authenticate {
  #verified = new VerifiedTokens()

  constructor(
    private tokens: AccessTokens,
    private keys: KnownKeys,
    private endings: KnownEndings,
    private stepUps: RedeemStepUp,
    private registry: ActionRegistry,
    private clock: Clock
  ) {}

  /** @throws ServiceError UNAUTHORIZED */
  async run(credential: Credential): Promise<Principal> {
    const { authorization } = credential
    const bearer = bearerToken(authorization)
    if (bearer === null) throw unauthorized(authorization === undefined ? 'absent' : 'malformed')
    return looksLikeApiKey(bearer) ? this.#byKey(bearer) : this.#byToken(bearer, credential)
  }

  async #byKey(rawKey: string): Promise<Principal> {
    const principal = await this.keys.principalOf(rawKey)
    if (typeof principal === 'string') throw unauthorized(`key_${principal}`)
    return principal
  }

  async #byToken(token: string, credential: Credential): Promise<Principal> {
    const known = this.#verified.find(credential, this.clock.nowMs())
    const principal = known ?? (await this.#verify(token, credential))
    await this.#assertNotEnded(principal)
    // A credential that was made with an API key ends with it, however long it was meant to last.
    if (principal.apiKeyId !== undefined && !(await this.keys.stands(principal.apiKeyId))) {
      throw unauthorized('maker_revoked')
    }
    return principal
  }

  async #assertNotEnded({ credential, credentialId, sessionId }: Principal) {
    const isScoped = credential === 'scoped_token'
    const id = isScoped ? credentialId : sessionId
    if (id === undefined || !(await this.endings.has(id))) return
    throw unauthorized(isScoped ? 'token_revoked' : 'session_ended')
  }

  async #verify(token: string, credential: Credential): Promise<Principal> {
    const check = await this.tokens.check(token)
    if (!check.valid) throw unauthorized(expiry(check.expired))
    const { claims } = check
    // This token is not remembered: it works once, and only its row knows whether it has been used.
    if (claims.typ === TOKEN_TYPES.stepUp) return this.stepUps.run(claims)
    const reading = this.registry.catalog.presets.read
    const principal = builderPrincipal(claims, reading) ?? scopedPrincipal(claims)
    if (principal === null) throw unauthorized('token_invalid')
    this.#verified.remember(credential, { principal, expiresAtMs: claims.exp * 1000 })
    return principal
  }
}

/** @param typ that of an expired token; null when the token is not valid at all */
function expiry(typ: string | null): CredentialProblem {
  if (typ === null) return 'token_invalid'
  return typ === TOKEN_TYPES.stepUp ? 'confirmation_expired' : 'token_expired'
}
