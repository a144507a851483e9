import type { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { statusAt, type StepUpStatus } from '#modules/auth/core/step_up'
import { isTokenOf } from '#modules/auth/core/step_up_claims'
import { StepUpGrant } from '#modules/auth/services/step_up_grant'
import type { StepUpStore } from '#modules/auth/storage/step_up_store'

const USED =
  'This confirmation has been used: what it permitted has happened. Read the result with your own credential.'
export const STEP_UP_EXPIRED =
  'This confirmation has expired. Send the request again with your own credential.'
const REFUSED: Partial<Record<StepUpStatus, string>> = {
  used: USED,
  expired: STEP_UP_EXPIRED,
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
    if (request === null || !isTokenOf(request, claims)) throw refused()
    const status = statusAt(request, this.clock.nowMicros())
    if (status !== 'approved') throw refused(REFUSED[status])
    return {
      ...request.asker,
      expiresAtMs: Math.floor(request.expiresAt / 1000),
      stepUp: new StepUpGrant(request, this.requests, this.clock),
    }
  }
}

/** What the use of a permit that was claimed before is answered with. */
export function usedBefore(): ServiceError {
  return refused(USED)
}

function refused(message?: string): ServiceError {
  return new ServiceError('UNAUTHORIZED', { message, headers: { 'www-authenticate': 'Bearer' } })
}
