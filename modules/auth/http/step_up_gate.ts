import type { HttpContext } from '@adonisjs/core/http'
import { toRfc3339 } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { StepUpRequired } from '#app/extension/step_up'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { requestHash } from '../core/step_up.ts'
import { OpenStepUp } from '../services/open_step_up.ts'
import { usedBefore } from '../services/redeem_step_up.ts'
import { StepUpGrant } from '../services/step_up_grant.ts'
import { AuthSettings } from '../settings.ts'

export const STEP_UP_PAGE = '/auth/step-up'

/**
 * Binds confirmations to HTTP requests: a refused request opens one, and one request is permitted
 * by it.
 */
@singleton()
export class StepUpGate {
  constructor(
    private openStepUp: OpenStepUp,
    private settings: AuthSettings
  ) {}

  /**
   * Lets a confirmation's token do nothing but the request that it was made for.
   *
   * @throws ServiceError UNAUTHORIZED
   */
  assertBound(ctx: HttpContext, { stepUp }: Principal) {
    if (stepUp === undefined) return
    if (stepUp instanceof StepUpGrant && stepUp.permits(hashOf(ctx))) return
    throw new ServiceError('UNAUTHORIZED', {
      message:
        'This confirmation is for another request: method, path, query and body must be the ones it was asked for with.',
      headers: { 'www-authenticate': 'Bearer' },
    })
  }

  /**
   * @returns the refusal to answer with; when it asks for a confirmation, it names where to give it
   */
  async refused(ctx: HttpContext, principal: Principal, refusal: ServiceError) {
    if (refusal.code !== 'STEP_UP_REQUIRED') return refusal
    if (principal.stepUp !== undefined) return this.#notCovered(refusal)
    if (!(refusal instanceof StepUpRequired)) return refusal
    const { need } = refusal
    const hash = hashOf(ctx)
    if (hash === null) {
      throw invalidField('body', 'unicode', 'The body holds half a character of UTF-16.')
    }
    const { id, expiresAt } = await this.openStepUp.run(principal, need, hash)
    return new ServiceError('STEP_UP_REQUIRED', {
      details: {
        action: need.action,
        resources: need.resources,
        ...(need.losses !== undefined && { losses: need.losses }),
        requestId: id,
        confirmUrl: `${this.settings.appUrl}${STEP_UP_PAGE}/${id}`,
        expiresAt: toRfc3339(expiresAt),
      },
    })
  }

  /** A confirmation never asks for another one: a token could otherwise keep itself alive. */
  #notCovered(refusal: ServiceError): ServiceError {
    if (!(refusal instanceof StepUpRequired)) return usedBefore()
    return new ServiceError('UNAUTHORIZED', {
      message:
        'What this request does has changed since it was confirmed. Send it again with your own credential.',
      headers: { 'www-authenticate': 'Bearer' },
    })
  }
}

/**
 * Hashes the address as the request line has it, so that no parsing can make two addresses equal.
 */
function hashOf({ request }: HttpContext): string | null {
  return requestHash(request.method(), request.request.url ?? '', request.body())
}
