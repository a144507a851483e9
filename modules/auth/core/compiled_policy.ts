import type { Micros } from '#app/clock/clock'
import type { AskedMove, PolicyStatement, SpendingWindow } from '#app/extension/principal'
import {
  deniesAt,
  isReading,
  parseConditions,
  UNCONDITIONAL,
  unmetConditions,
  type ConditionName,
  type ParsedConditions,
} from './policy_conditions.ts'
import { EVERY_ACTION } from './action_catalog.ts'
import {
  matchesSegments,
  parsePattern,
  segmentsOf,
  type ResourcePattern,
} from './resource_pattern.ts'

/** Where a statement applies, and when. */
interface Rule {
  resources: ResourcePattern[]
  conditions: ParsedConditions
}

/** The statements about one action. */
interface ActionRules {
  allows: Rule[]
  denies: Rule[]
}

/** What is asked besides action and resource. */
interface Asked {
  move: AskedMove | null
  at: Micros | null
  /** How many people have approved the request. */
  approvals: number
}

const EVERYTHING: ResourcePattern = { segments: null, below: false }

export type PolicyVerdict = 'allowed' | 'denied' | 'not_allowed'

/** Statements by action, with their patterns parsed: compiled once, asked at every request. */
export class CompiledPolicy {
  #rules = new Map<string, ActionRules>()
  /** Applies to actions that no statement names. */
  #others: ActionRules
  #conditioned: ParsedConditions[]
  #distinct = new WeakMap<readonly AskedMove[], readonly AskedMove[]>()

  constructor(statements: readonly PolicyStatement[]) {
    const parsed = statements.map(parseStatement)
    this.#others = rulesOf(parsed, EVERY_ACTION)
    this.#conditioned = parsed
      .map(({ conditions }) => conditions)
      .filter((conditions) => conditions !== UNCONDITIONAL)
    for (const action of new Set(statements.flatMap(({ actions }) => actions))) {
      this.#rules.set(action, rulesOf(parsed, action))
    }
  }

  /**
   * Picks, of the movements that a request names, one of each kind that the conditions tell apart: a
   * bulk has hundreds of them, and asks about as many objects. Empty when no statement has a
   * condition.
   */
  distinct(asked: readonly AskedMove[]): readonly AskedMove[] {
    if (this.#conditioned.length === 0) return []
    if (asked.length <= 1) return asked
    const known = this.#distinct.get(asked)
    if (known) return known
    const kinds = new Map<string, AskedMove>()
    for (const move of asked) {
      const judged = this.#conditioned.map((conditions) => [
        deniesAt(conditions, move),
        unmetConditions(conditions, { move, reads: false, at: null, approvals: 0 }).join(),
      ])
      kinds.set(JSON.stringify(judged), move)
    }
    const found = [...kinds.values()]
    this.#distinct.set(asked, found)
    return found
  }

  verdict(action: string, resource: string, { move, at, approvals }: Asked): PolicyVerdict {
    const { allows, denies } = this.#rules.get(action) ?? this.#others
    const segments = segmentsOf(resource)
    if (denies.some((rule) => covers(rule, segments) && deniesAt(rule.conditions, move))) {
      return 'denied'
    }
    const circumstances = { move, at, approvals, reads: isReading(action) }
    const permits = (rule: Rule) =>
      covers(rule, segments) && unmetConditions(rule.conditions, circumstances).length === 0
    return allows.some(permits) ? 'allowed' : 'not_allowed'
  }

  /**
   * The windows of the Allows that permit it; empty when one of them has none. The poster counts
   * them, because only it sees what requests at the same time spend.
   */
  windows(action: string, resource: string, { move, at, approvals }: Asked): SpendingWindow[] {
    const rules = this.#rules.get(action) ?? this.#others
    const segments = segmentsOf(resource)
    const circumstances = { move, at, approvals, reads: isReading(action) }
    const windows = rules.allows
      .filter((rule) => covers(rule, segments))
      .filter(({ conditions }) => unmetConditions(conditions, circumstances).length === 0)
      .map(({ conditions }) => conditions.windowLte)
    return windows.includes(null) ? [] : windows.filter((window) => window !== null)
  }

  /**
   * How many people have to approve what is not permitted without them; null when no number of them
   * would permit it.
   */
  approvalsNeeded(action: string, resource: string, { move, at }: Omit<Asked, 'approvals'>) {
    if (this.verdict(action, resource, { move, at, approvals: Infinity }) !== 'allowed') return null
    const { allows } = this.#rules.get(action) ?? this.#others
    const segments = segmentsOf(resource)
    const circumstances = { move, at, approvals: Infinity, reads: isReading(action) }
    const wanted = allows
      .filter((rule) => covers(rule, segments))
      .filter(({ conditions }) => unmetConditions(conditions, circumstances).length === 0)
      .map(({ conditions }) => conditions.approvals ?? 0)
    return Math.min(...wanted)
  }

  /** The condition for which a request is refused that would otherwise be permitted, or null. */
  refusingCondition(
    action: string,
    resource: string,
    { move, at, approvals }: Asked
  ): ConditionName | null {
    const rules = this.#rules.get(action) ?? this.#others
    const segments = segmentsOf(resource)
    const allows = rules.allows.filter((rule) => covers(rule, segments))
    if (allows.length === 0) return null
    const denying = rules.denies.filter(
      (rule) => covers(rule, segments) && deniesAt(rule.conditions, move)
    )
    if (denying.length > 0) {
      const always = denying.some(({ conditions }) => conditions === UNCONDITIONAL)
      return always ? null : 'operationPaths'
    }
    const circumstances = { move, at, approvals, reads: isReading(action) }
    const unmet = allows.map(({ conditions }) => unmetConditions(conditions, circumstances))
    return unmet.some((names) => names.length === 0) ? null : (unmet[0]?.[0] ?? null)
  }
}

function covers({ resources }: Rule, segments: readonly string[]): boolean {
  return resources.some((pattern) => matchesSegments(pattern, segments))
}

interface ParsedStatement extends Rule {
  allows: boolean
  actions: ReadonlySet<string>
}

/**
 * Parses a statement so that damage grants nothing: an effect other than Allow is read as Deny, a
 * Deny with an unreadable pattern or condition denies everything, and an Allow with such a
 * condition permits nothing.
 */
function parseStatement(statement: PolicyStatement): ParsedStatement {
  const allows = statement.effect === 'Allow'
  const actions = new Set(statement.actions)
  const patterns = statement.resources.map((text) => parsePattern(text))
  const resources = patterns.filter((pattern) => pattern !== null)
  const conditions = parseConditions(statement)
  const isDamaged = conditions === undefined || resources.length < patterns.length
  if (isDamaged && !allows) {
    return { allows, actions, resources: [EVERYTHING], conditions: UNCONDITIONAL }
  }
  if (conditions === undefined) {
    return { allows, actions, resources: [], conditions: UNCONDITIONAL }
  }
  return { allows, actions, resources, conditions }
}

function rulesOf(statements: readonly ParsedStatement[], action: string): ActionRules {
  const concerned = statements.filter(
    ({ actions }) => actions.has(action) || actions.has(EVERY_ACTION)
  )
  return {
    allows: concerned.filter(({ allows }) => allows),
    denies: concerned.filter(({ allows }) => !allows),
  }
}

const compiled = new WeakMap<readonly PolicyStatement[], CompiledPolicy>()

/**
 * The compiled form of a credential's statements. They are one array for as long as the credential
 * is remembered, and never change.
 */
export function compiledPolicy(statements: readonly PolicyStatement[]): CompiledPolicy {
  const known = compiled.get(statements)
  if (known) return known
  const policy = new CompiledPolicy(statements)
  compiled.set(statements, policy)
  return policy
}
