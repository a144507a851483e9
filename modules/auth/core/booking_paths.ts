import type { PolicyStatement } from '#app/extension/principal'
import { parseConditions } from './policy_conditions.ts'
import { matches } from './resource_pattern.ts'

/** Actions that match name no operation path. */
const READING = /^svc:(Read|Subscribe)/

/**
 * Whether statements let their holder book at an operation path with any action: nonces are drawn
 * for that. Statements without conditions do.
 */
export function mayBookAt(statements: readonly PolicyStatement[], path: string): boolean {
  const booking = statements.filter(({ actions }) => actions.some((each) => !READING.test(each)))
  const conditioned = booking.filter(({ conditions }) => conditions !== undefined)
  if (conditioned.length === 0) return true
  const counts = ({ conditions }: PolicyStatement) => {
    const patterns = parseConditions(conditions)
    return patterns === null || (patterns?.some((pattern) => matches(pattern, path)) ?? false)
  }
  const denies = conditioned.filter(({ effect }) => effect !== 'Allow')
  if (denies.some((deny) => parseConditions(deny.conditions) === undefined || counts(deny))) {
    return false
  }
  const allows = booking.filter(({ effect }) => effect === 'Allow')
  return allows.length === 0 || allows.some(counts)
}
