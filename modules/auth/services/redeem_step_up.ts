import type { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import type { ServiceError } from '#app/http/errors/service_error'
import type { CredentialProblem } from '#modules/auth/core/credential_problems'
import { unauthorized } from '#modules/auth/services/unauthorized'
import { statusAt, type StepUpStatus } from '#modules/auth/core/step_up'
import { isTokenOf } from '#modules/auth/core/step_up_claims'
import { StepUpGrant } from '#modules/auth/services/step_up_grant'
import type { StepUpStore } from '#modules/auth/storage/step_up_store'

const PROBLEMS: Partial<Record<StepUpStatus, CredentialProblem>> = {
  used: 'confirmation_used',
  expired: 'confirmation_expired',
}

/** Turns the claims of a confirmation's token into the credential that asked, and its permit. */
export class RedeemStepUp {
  constructor(
    private requests: StepUpStore,
    private clock: Clock
  ) {}

  /**
   * Reads the row every time: a token that was used a moment ago must not pass from a memory.
   *
   * @throws ServiceError UNAUTHORIZED
   */
  async run(claims: Record<string, unknown>): Promise<Principal> {
    const { jti } = claims
    const request = typeof jti === 'string' ? await this.requests.byId(jti) : null
    if (request === null || !isTokenOf(request, claims)) throw unauthorized('confirmation_invalid')
    const status = statusAt(request, this.clock.nowMicros())
    if (status !== 'approved') throw unauthorized(PROBLEMS[status] ?? 'confirmation_invalid')
    return {
      ...request.asker,
      expiresAtMs: Math.floor(request.expiresAt / 1000),
      stepUp: new StepUpGrant(request, this.requests, this.clock),
    }
  }
}

/** What the use of a permit that was claimed before is answered with. */
export function usedBefore(): ServiceError {
  return unauthorized('confirmation_used')
}
