import type { RealmLoss } from '#app/extension/realm_loss_source'
import { ServiceError } from '#app/http/errors/service_error'
import type { SqlSession } from '#app/storage/database'

/** What a person has to confirm in a browser before it happens. */
export interface StepUpNeed {
  realmId: string
  /** The action asked for, for example `svc:DeleteObject`. */
  action: string
  /** Paths concerned, the first one first on the page. */
  resources: string[]
  /** USD, decimal string; null when nothing of value moves. */
  valueAtRisk: string | null
  /** What ends with it for people outside; absent when nothing does. */
  losses?: RealmLoss[]
}

/** A permission that works once: whoever uses it claims it in the transaction of what it permits. */
export interface SingleUse {
  /** @returns false when it was used or has expired; the operation must then be refused */
  claim(session: SqlSession): Promise<boolean>
}

/** What was confirmed, bound to one request by the credential that carries it. */
export interface StepUpPermit extends SingleUse {
  realmId: string
  action: string
  resources: string[]
}

/**
 * Refuses with 412 STEP_UP_REQUIRED. Whoever throws it only says what is needed; the exception
 * handler opens the confirmation, because only there the request it is bound to is known.
 */
export class StepUpRequired extends ServiceError {
  constructor(readonly need: StepUpNeed) {
    super('STEP_UP_REQUIRED')
  }
}

/**
 * Asks for a person's confirmation of what is about to happen.
 *
 * @returns the permit to claim in the transaction that does it
 * @throws StepUpRequired when the request carries none for exactly this
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
