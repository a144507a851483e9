import type { PolicyStatement } from '#app/extension/principal'
import { compiledPolicy } from '#modules/auth/core/compiled_policy'

export type Verdict = 'allowed' | 'denied' | 'not_allowed'

/**
 * Decides one action on one resource: an explicit Deny first, then an Allow, else no. `null`
 * statements are an unrestricted credential. Order of statements never matters.
 *
 * @param statements never changed afterwards: what they say is worked out once
 */
export function evaluate(
  statements: readonly PolicyStatement[] | null,
  action: string,
  resource: string
): Verdict {
  if (statements === null) return 'allowed'
  return compiledPolicy(statements).verdict(action, resource)
}
