import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { isAskedBy, statusAt, type StepUpRequest, type StepUpStatus } from '../core/step_up.ts'
import { stepUpClaims } from '../core/step_up_claims.ts'
import { AccessTokens } from './access_tokens.ts'
import { StepUpStore } from '../storage/step_up_store.ts'

export interface StepUpProgress {
  request: StepUpRequest
  status: StepUpStatus
  /** The bearer token that permits the request, once it is approved and until it is used. */
  token: string | null
}

/** Reads the status of a confirmation, for the credential that asked for it. */
@singleton()
export class ReadStepUpStatus {
  constructor(
    private requests: StepUpStore,
    private tokens: AccessTokens,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, also for every other credential */
  async run(principal: Principal, id: string): Promise<StepUpProgress> {
    const request = await this.requests.byId(id)
    if (request === null || !isAskedBy(request, principal))
      throw notFound(
        'confirmation',
        id,
        'Repeat the request that was refused with STEP_UP_REQUIRED: it opens a new one.'
      )
    const status = statusAt(request, this.clock.nowMicros())
    const token = status === 'approved' ? await this.#token(request) : null
    return { request, status, token }
  }

  /**
   * The token is made anew each time and stored nowhere: the row decides whether it still works.
   */
  #token(request: StepUpRequest): Promise<string> {
    return this.tokens.sign(stepUpClaims(request), {
      subject: request.asker.credentialId,
      id: request.id,
      expiresAt: Math.ceil(request.expiresAt / 1_000_000),
    })
  }
}
