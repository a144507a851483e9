import type { PolicyStatement } from '#app/extension/principal'
import { parseConditions } from './policy_conditions.ts'
import { EVERY_ACTION } from './action_catalog.ts'
import {
  matchesSegments,
  parsePattern,
  segmentsOf,
  type ResourcePattern,
} from './resource_pattern.ts'

/** Where a statement applies. */
interface Rule {
  resources: ResourcePattern[]
  /** Operation paths that the statement is conditioned on; null when it has no condition. */
  operationPaths: ResourcePattern[] | null
}

/** The statements about one action. */
interface ActionRules {
  allows: Rule[]
  denies: Rule[]
}

const EVERYTHING: ResourcePattern = { segments: null, below: false }

export type PolicyVerdict = 'allowed' | 'denied' | 'not_allowed'

/** Statements by action, with their patterns parsed: compiled once, asked at every request. */
export class CompiledPolicy {
  #rules = new Map<string, ActionRules>()
  /** Applies to actions that no statement names. */
  #others: ActionRules
  #conditions: ResourcePattern[]
  #distinct = new WeakMap<readonly string[], readonly string[]>()

  constructor(statements: readonly PolicyStatement[]) {
    const parsed = statements.map(parseStatement)
    this.#others = rulesOf(parsed, EVERY_ACTION)
    this.#conditions = parsed.flatMap(({ operationPaths }) => operationPaths ?? [])
    for (const action of new Set(statements.flatMap(({ actions }) => actions))) {
      this.#rules.set(action, rulesOf(parsed, action))
    }
  }

  /**
   * Picks, of the operation paths that a request names, one of each kind that the conditions tell
   * apart: a bulk has hundreds of paths, and asks about as many objects. Empty when no statement
   * has a condition.
   */
  distinct(operationPaths: readonly string[]): readonly string[] {
    if (this.#conditions.length === 0) return []
    const known = this.#distinct.get(operationPaths)
    if (known) return known
    const kinds = new Map<string, string>()
    for (const path of operationPaths) {
      const segments = segmentsOf(path)
      const met = this.#conditions.map((pattern) => matchesSegments(pattern, segments))
      kinds.set(met.join(), path)
    }
    const found = [...kinds.values()]
    this.#distinct.set(operationPaths, found)
    return found
  }

  /** @param operationPath the path that the request names; null when it names none */
  verdict(action: string, resource: string, operationPath: string | null = null): PolicyVerdict {
    const { allows, denies } = this.#rules.get(action) ?? this.#others
    const segments = segmentsOf(resource)
    const operation = operationPath === null ? null : segmentsOf(operationPath)
    const counts = (rule: Rule, withoutOperation: boolean) =>
      rule.resources.some((pattern) => matchesSegments(pattern, segments)) &&
      isMet(rule, operation, withoutOperation)
    if (denies.some((rule) => counts(rule, false))) return 'denied'
    return allows.some((rule) => counts(rule, true)) ? 'allowed' : 'not_allowed'
  }
}

function isMet({ operationPaths }: Rule, operation: string[] | null, without: boolean): boolean {
  if (operationPaths === null) return true
  if (operation === null) return without
  return operationPaths.some((pattern) => matchesSegments(pattern, operation))
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
  const operationPaths = parseConditions(statement.conditions)
  const isDamaged = operationPaths === undefined || resources.length < patterns.length
  if (isDamaged && !allows) {
    return { allows, actions, resources: [EVERYTHING], operationPaths: null }
  }
  if (operationPaths === undefined) return { allows, actions, resources: [], operationPaths: null }
  return { allows, actions, resources, operationPaths }
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
