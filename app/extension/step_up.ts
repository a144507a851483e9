import type { RealmLoss } from '#app/extension/realm_loss_source'
import { ServiceError } from '#app/http/errors/service_error'
import type { SqlSession } from '#app/storage/database'

/** What a person has to confirm in a browser before it happens. */
export interface StepUpNeed {
  /** null when it concerns the organization as a whole; then only an owner confirms it. */
  realmId: string | null
  /** The action asked for, for example `svc:DeleteObject`. */
  action: string
  /** The paths concerned, in the order of the page. */
  resources: string[]
  /** USD, decimal string; null when no value moves. */
  valueAtRisk: string | null
  /** What ends for people outside; absent when nothing does. */
  losses?: RealmLoss[]
}

/** A permission that works once: its user claims it in the transaction of what it permits. */
export interface SingleUse {
  /**
   * @returns false when the permission was used or has expired; the operation must then be refused
   */
  claim(session: SqlSession): Promise<boolean>
}

/** What a person confirmed, for one request of the credential that asked. */
export interface StepUpPermit extends SingleUse {
  realmId: string | null
  action: string
  resources: string[]
}

/**
 * Refuses with 412 STEP_UP_REQUIRED. The code that throws it only says what is needed; the
 * exception handler opens the confirmation, because only there the request is known that it is
 * bound to.
 */
export class StepUpRequired extends ServiceError {
  constructor(readonly need: StepUpNeed) {
    super('STEP_UP_REQUIRED')
  }
}

/**
 * Asks for a person's confirmation of what is about to happen.
 *
 * @returns the permit, to be claimed in the transaction that does it
 * @throws StepUpRequired when the request has no permit for exactly this
 */
export function confirmedByPerson(
  { stepUp }: { stepUp?: StepUpPermit },
  need: StepUpNeed
): SingleUse {
  const covers =
    stepUp !== undefined &&
    stepUp.realmId === need.realmId &&
    stepUp.action === need.action &&
    need.resources.every((resource) => stepUp.resources.includes(resource))
  if (!covers) throw new StepUpRequired(need)
  return stepUp
}
