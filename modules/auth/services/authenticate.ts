import type { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { bearerToken } from '#modules/auth/core/bearer'
import { builderPrincipal } from '#modules/auth/core/token_claims'
import type { AccessTokens } from '#modules/auth/services/access_tokens'
import { VerifiedTokens } from '#modules/auth/services/verified_tokens'

/** Turns an Authorization header into who is asking. */
export class Authenticate {
  #verified = new VerifiedTokens()

  constructor(
    private tokens: AccessTokens,
    private clock: Clock
  ) {}

  /** @throws ServiceError UNAUTHORIZED */
  async run(authorization: string | undefined): Promise<Principal> {
    const token = bearerToken(authorization)
    if (token === null) throw unauthorized()
    return this.#verified.find(token, this.clock.nowMs()) ?? this.#verify(token)
  }

  async #verify(token: string): Promise<Principal> {
    const check = await this.tokens.check(token)
    if (!check.valid) {
      throw unauthorized(
        check.expired
          ? 'The access token has expired. Refresh it with POST /api/v1/auth/refresh.'
          : undefined
      )
    }
    const principal = builderPrincipal(check.claims)
    if (principal === null) throw unauthorized()
    this.#verified.remember(token, principal, check.claims.exp * 1000)
    return principal
  }
}

function unauthorized(message?: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', { message, headers: { 'www-authenticate': 'Bearer' } })
}
