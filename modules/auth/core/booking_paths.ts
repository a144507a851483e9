import type { PolicyStatement } from '#app/extension/principal'
import { isReading, parseConditions } from './policy_conditions.ts'
import { matches } from './resource_pattern.ts'

/**
 * Whether statements let their holder book at an operation path with any action: nonces are drawn
 * for that. Statements without conditions do.
 */
export function mayBookAt(statements: readonly PolicyStatement[], path: string): boolean {
  const booking = statements.filter(({ actions }) => actions.some((each) => !isReading(each)))
  const conditioned = booking.filter(({ conditions }) => conditions !== undefined)
  if (conditioned.length === 0) return true
  const counts = (statement: PolicyStatement) => {
    const parsed = parseConditions(statement)
    if (parsed === undefined) return false
    return parsed.operationPaths?.some((pattern) => matches(pattern, path)) ?? true
  }
  const denies = conditioned.filter(({ effect }) => effect !== 'Allow')
  if (denies.some((deny) => parseConditions(deny) === undefined || counts(deny))) {
    return false
  }
  const allows = booking.filter(({ effect }) => effect === 'Allow')
  return allows.length === 0 || allows.some(counts)
}
