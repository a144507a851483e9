import type { PolicyStatement } from '#app/extension/principal'
import { LIMITS } from '#app/limits'
import { EVERY_ACTION } from '#modules/auth/core/action_catalog'
import {
  includes,
  overlaps,
  parsePattern,
  type ResourcePattern,
} from '#modules/auth/core/resource_pattern'

/** The first permission asked for that the asker does not have. */
export interface Uncovered {
  action: string
  resource: string
}

/** Two scopes hold so many resources that comparing them would hold up everybody else. */
export class TooManyComparisons extends Error {}

/** Patterns by the text they were written as; null for one nobody understands. */
type Patterns = ReadonlyMap<string, ResourcePattern | null>

/** Patterns by action, `svc:*` as an action of its own. */
type Rules = Map<string, Map<string, ResourcePattern | null>>

/** A Deny of the minter that the request does not repeat. */
interface OpenDeny {
  pattern: ResourcePattern | null
  /** What the request denies where this Deny counts. */
  repeated: Patterns
}

/**
 * Whether a credential may hand out these statements: everything they allow must be allowed to
 * itself. Each pattern must lie inside one pattern of the minter, and what the minter is denied
 * must be denied again. Stricter than it could be, never looser.
 *
 * @returns null when covered
 * @throws TooManyComparisons
 */
export function uncovered(
  minter: readonly PolicyStatement[] | null,
  requested: readonly PolicyStatement[]
): Uncovered | null {
  if (minter === null) return null
  return new Comparison(minter, requested).firstMissing()
}

/** One question. It counts its steps: callers write both sides, and their product is the work. */
class Comparison {
  #has: { allows: Rules; denies: Rules }
  #wants: { allows: Rules; denies: Rules }
  #left = LIMITS.scopeComparisons

  constructor(minter: readonly PolicyStatement[], requested: readonly PolicyStatement[]) {
    this.#has = rulesOf(minter)
    this.#wants = rulesOf(requested)
  }

  firstMissing(): Uncovered | null {
    for (const [action, patterns] of this.#wants.allows) {
      const granted = under(this.#has.allows, action)
      const open = this.#openDenies(action)
      for (const [resource, pattern] of patterns) {
        // A pattern nobody understands permits nothing, so there is nothing to cover.
        if (pattern === null) continue
        const isGranted = granted.has(resource) || this.#isInside(pattern, granted)
        if (!isGranted || this.#escapes(pattern, open)) return { action, resource }
      }
    }
    return null
  }

  /** The Denies that concern an action, without those the request repeats as a whole. */
  #openDenies(action: string): OpenDeny[] {
    const { denies } = this.#has
    const concerned = action === EVERY_ACTION ? [...denies.keys()] : [action, EVERY_ACTION]
    return concerned.flatMap((denied) => {
      // A wish for everything is closed where the Deny is; any other only where it is itself.
      const repeated = under(this.#wants.denies, action === EVERY_ACTION ? denied : action)
      if (hasUnreadable(repeated)) return []
      return [...(denies.get(denied)?.values() ?? [])]
        .filter((pattern) => pattern === null || !this.#isInside(pattern, repeated))
        .map((pattern) => ({ pattern, repeated }))
    })
  }

  #escapes(wanted: ResourcePattern, open: readonly OpenDeny[]): boolean {
    this.#spend(open.length)
    return open.some(
      ({ pattern, repeated }) =>
        (pattern === null || overlaps(pattern, wanted)) && !this.#isInside(wanted, repeated)
    )
  }

  #isInside(inner: ResourcePattern, outer: Patterns): boolean {
    this.#spend(outer.size)
    return outer.values().some((pattern) => pattern !== null && includes(pattern, inner))
  }

  #spend(comparisons: number) {
    this.#left -= comparisons
    if (this.#left < 0) throw new TooManyComparisons()
  }
}

/** What rules say of an action, those for every action included. */
function under(rules: Rules, action: string): Patterns {
  return new Map([...(rules.get(action) ?? []), ...(rules.get(EVERY_ACTION) ?? [])])
}

/** A Deny nobody understands denies everything. */
function hasUnreadable(denied: Patterns): boolean {
  return denied.values().some((pattern) => pattern === null)
}

function rulesOf(statements: readonly PolicyStatement[]) {
  const allows: Rules = new Map()
  const denies: Rules = new Map()
  for (const { effect, actions, resources } of statements) {
    // Anything but an Allow is read as a Deny, as everywhere.
    const rules = effect === 'Allow' ? allows : denies
    const patterns = resources.map((text) => [text, parsePattern(text)] as const)
    for (const action of actions) {
      const known = rules.get(action) ?? new Map<string, ResourcePattern | null>()
      for (const [text, pattern] of patterns) known.set(text, pattern)
      rules.set(action, known)
    }
  }
  return { allows, denies }
}
