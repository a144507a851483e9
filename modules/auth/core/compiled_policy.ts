import type { PolicyStatement } from '#app/extension/principal'
import { EVERY_ACTION } from '#modules/auth/core/action_catalog'
import {
  matchesSegments,
  parsePattern,
  segmentsOf,
  type ResourcePattern,
} from '#modules/auth/core/resource_pattern'

/** What statements say of one action. */
interface ActionRules {
  allows: ResourcePattern[]
  denies: ResourcePattern[]
}

const EVERYTHING: ResourcePattern = { segments: null, below: false }

/** Statements by action, with their patterns parsed: made once, asked at every request. */
export class CompiledPolicy {
  #rules = new Map<string, ActionRules>()
  /** Of actions no statement names. */
  #others: ActionRules

  constructor(statements: readonly PolicyStatement[]) {
    const parsed = statements.map(parseStatement)
    this.#others = rulesOf(parsed, EVERY_ACTION)
    for (const action of new Set(statements.flatMap(({ actions }) => actions))) {
      this.#rules.set(action, rulesOf(parsed, action))
    }
  }

  verdict(action: string, resource: string): 'allowed' | 'denied' | 'not_allowed' {
    const { allows, denies } = this.#rules.get(action) ?? this.#others
    const segments = segmentsOf(resource)
    const covers = (pattern: ResourcePattern) => matchesSegments(pattern, segments)
    if (denies.some(covers)) return 'denied'
    return allows.some(covers) ? 'allowed' : 'not_allowed'
  }
}

interface ParsedStatement {
  allows: boolean
  actions: ReadonlySet<string>
  patterns: ResourcePattern[]
}

/**
 * Anything but an Allow is read as a Deny, and a Deny with a pattern nobody understands denies
 * everything: damage must not open a door.
 */
function parseStatement({ effect, actions, resources }: PolicyStatement): ParsedStatement {
  const allows = effect === 'Allow'
  const patterns = resources
    .map((text) => parsePattern(text) ?? (allows ? null : EVERYTHING))
    .filter((pattern) => pattern !== null)
  return { allows, actions: new Set(actions), patterns }
}

function rulesOf(statements: readonly ParsedStatement[], action: string): ActionRules {
  const concerned = statements.filter(
    ({ actions }) => actions.has(action) || actions.has(EVERY_ACTION)
  )
  const patternsOf = (which: boolean) =>
    concerned.filter(({ allows }) => allows === which).flatMap(({ patterns }) => patterns)
  return { allows: patternsOf(true), denies: patternsOf(false) }
}

const compiled = new WeakMap<readonly PolicyStatement[], CompiledPolicy>()

/** The statements of a credential are one array for as long as it is remembered, and never change. */
export function compiledPolicy(statements: readonly PolicyStatement[]): CompiledPolicy {
  const known = compiled.get(statements)
  if (known) return known
  const policy = new CompiledPolicy(statements)
  compiled.set(statements, policy)
  return policy
}
