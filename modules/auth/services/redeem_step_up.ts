import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { ServiceError } from '#app/http/errors/service_error'
import type { CredentialProblem } from '../core/credential_problems.ts'
import { unauthorized } from './unauthorized.ts'
import { statusAt, type StepUpStatus } from '../core/step_up.ts'
import { isTokenOf } from '../core/step_up_claims.ts'
import { StepUpGrant } from './step_up_grant.ts'
import { StepUpStore } from '../storage/step_up_store.ts'

const PROBLEMS: Partial<Record<StepUpStatus, CredentialProblem>> = {
  used: 'confirmation_used',
  expired: 'confirmation_expired',
}

/** Turns the claims of a confirmation's token into the credential that asked, with its permit. */
@singleton()
export class RedeemStepUp {
  constructor(
    private requests: StepUpStore,
    private clock: Clock
  ) {}

  /**
   * Reads the row every time, because a token that was used a moment ago must be refused.
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

/** The error for a permit that was used before. */
export function usedBefore(): ServiceError {
  return unauthorized('confirmation_used')
}
