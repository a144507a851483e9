import type { PolicyStatement } from '#app/extension/principal'
import { compiledPolicy, type PolicyVerdict } from './compiled_policy.ts'

export type Verdict = PolicyVerdict

/**
 * Decides one action on one resource: an explicit Deny first, then an Allow, else no. `null`
 * statements are an unrestricted credential. Order of statements never matters.
 *
 * @param statements never changed afterwards: what they say is worked out once
 * @param operationPaths those the request names: each of them must be allowed
 */
export function evaluate(
  statements: readonly PolicyStatement[] | null,
  action: string,
  resource: string,
  operationPaths: readonly string[] = []
): Verdict {
  if (statements === null) return 'allowed'
  const policy = compiledPolicy(statements)
  const distinct = policy.distinct(operationPaths)
  if (distinct.length === 0) return policy.verdict(action, resource)
  const verdicts = distinct.map((path) => policy.verdict(action, resource, path))
  return verdicts.find((verdict) => verdict !== 'allowed') ?? 'allowed'
}
