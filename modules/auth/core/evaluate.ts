import type { PolicyStatement } from '#app/extension/principal'
import { compiledPolicy, type PolicyVerdict } from './compiled_policy.ts'

export type Verdict = PolicyVerdict

/**
 * Decides one action on one resource: an explicit Deny refuses, else an Allow permits, else it is
 * refused. `null` statements belong to an unrestricted credential. The order of statements does not
 * matter.
 *
 * @param statements must not change afterwards, because they are compiled once
 * @param operationPaths the paths that the request names: each of them must be allowed
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
