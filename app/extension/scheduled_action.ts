import type { AskedMove, Principal } from '#app/extension/principal'
import type { AnyValidator } from '#app/http/route_declaration'

/** What of an occurrence is known besides its terms. */
export interface ScheduledOccurrence {
  realmId: string
  /** The path of the operation; a second run at the same path must execute nothing again. */
  path: string
}

/**
 * A request that a schedule makes at its times, brought by the module that executes it. It is the
 * request of a route without `realmId` and `path`, and means what it means there: guards are asked,
 * fees charged, and inputs checked in the same way.
 */
export interface ScheduledAction {
  /** `transfer`: unique among all modules. */
  readonly name: string
  /** What callers read about it: one sentence. */
  readonly description: string
  /** Validates a template; what it gives back are the terms of the other methods. */
  readonly template: AnyValidator
  /** The permissions that a credential needs, when the schedule is made and at each occurrence. */
  needs(terms: Record<string, unknown>): { action: string; resource: string }[]
  /** What the conditions of a policy look at: each of the movements that it makes. */
  asked(terms: Record<string, unknown>): Pick<AskedMove, 'amount' | 'destination'>[]
  /**
   * Executes an occurrence, once per path.
   *
   * @returns the id of its operation
   * @throws ServiceError the refusal, as the route would answer it
   */
  run(
    principal: Principal,
    occurrence: ScheduledOccurrence,
    terms: Record<string, unknown>
  ): Promise<string>
}
