import type { Micros } from '#app/clock/clock'
import type { AskedMove, PolicyStatement } from '#app/extension/principal'
import { compiledPolicy, type PolicyVerdict } from './compiled_policy.ts'
import type { ConditionName } from './policy_conditions.ts'

export type Verdict = PolicyVerdict

/** What a request is about, besides action and resource. */
export interface Request {
  /** The movements and operations that it names: each of them must be allowed. */
  asked?: readonly AskedMove[]
  /** When it is decided, in microseconds since the epoch; without it no `hours` are met. */
  at?: Micros | null
  /** How many people have approved it. */
  approvals?: number
}

/**
 * Decides one action on one resource: an explicit Deny refuses, else an Allow permits, else it is
 * refused. `null` statements belong to an unrestricted credential. The order of statements does not
 * matter.
 *
 * @param statements must not change afterwards, because they are compiled once
 */
export function evaluate(
  statements: readonly PolicyStatement[] | null,
  action: string,
  resource: string,
  { asked = [], at = null, approvals = 0 }: Request = {}
): Verdict {
  if (statements === null) return 'allowed'
  const policy = compiledPolicy(statements)
  const distinct = policy.distinct(asked)
  if (distinct.length === 0) return policy.verdict(action, resource, { move: null, at, approvals })
  const verdicts = distinct.map((move) => policy.verdict(action, resource, { move, at, approvals }))
  return verdicts.find((verdict) => verdict !== 'allowed') ?? 'allowed'
}

/**
 * The condition for which a refused request would have been permitted.
 *
 * @returns null when no condition is the reason
 */
export function refusingCondition(
  statements: readonly PolicyStatement[] | null,
  action: string,
  resource: string,
  { asked = [], at = null, approvals = 0 }: Request = {}
): ConditionName | null {
  if (statements === null) return null
  const policy = compiledPolicy(statements)
  const distinct = policy.distinct(asked)
  const moves = distinct.length === 0 ? [null] : distinct
  for (const move of moves) {
    const condition = policy.refusingCondition(action, resource, { move, at, approvals })
    if (condition !== null) return condition
  }
  return null
}

/**
 * How many people have to approve a refused request, so that it is permitted.
 *
 * @returns null when no number of them would permit it
 */
export function approvalsNeeded(
  statements: readonly PolicyStatement[],
  action: string,
  resource: string,
  { asked = [], at = null }: Request = {}
): number | null {
  const policy = compiledPolicy(statements)
  const distinct = policy.distinct(asked)
  const moves = distinct.length === 0 ? [null] : distinct
  const needed = moves.map((move) => policy.approvalsNeeded(action, resource, { move, at }))
  return needed.some((each) => each === null) ? null : Math.max(...needed.map(Number))
}
