import type { PolicyStatement } from '#app/extension/principal'
import { LIMITS } from '#app/limits'
import { EVERY_ACTION } from './action_catalog.ts'
import { parseConditions } from './policy_conditions.ts'
import { includes, overlaps, parsePattern, type ResourcePattern } from './resource_pattern.ts'

/** The first permission asked for that the asker does not have. */
export interface Uncovered {
  action: string
  resource: string
  /** Named when the asker has it under other conditions only. */
  condition?: string
}

/** Two scopes hold so many resources that comparing them would hold up everybody else. */
export class TooManyComparisons extends Error {}

/** Where a statement counts: a resource, at an operation path. Null for what nobody understands. */
interface Place {
  pattern: ResourcePattern
  /** null: at every operation path, and without one. */
  operation: ResourcePattern | null
}

/** Places by the text they were written as; null for one nobody understands. */
type Places = ReadonlyMap<string, Place | null>

/** Places by action, `svc:*` as an action of its own. */
type Rules = Map<string, Map<string, Place | null>>

/** A Deny of the minter that the request does not repeat. */
interface OpenDeny {
  place: Place | null
  /** What the request denies where this Deny counts. */
  repeated: Places
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

const EVERYTHING: ResourcePattern = { segments: null, below: false }

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
    for (const [action, places] of this.#wants.allows) {
      const granted = under(this.#has.allows, action)
      const open = this.#openDenies(action)
      for (const [text, place] of places) {
        // A place nobody understands permits nothing, so there is nothing to cover.
        if (place === null) continue
        const isGranted = granted.has(text) || this.#isGranted(place, granted)
        if (isGranted && !this.#escapes(place, open)) continue
        const [resource = ''] = text.split('\n')
        return place.operation === null
          ? { action, resource }
          : { action, resource, condition: 'operationPaths' }
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
        .filter((place) => place === null || !this.#isDenied(place, place.operation, repeated))
        .map((place) => ({ place, repeated }))
    })
  }

  #escapes(wanted: Place, open: readonly OpenDeny[]): boolean {
    this.#spend(open.length)
    return open.some(({ place, repeated }) => {
      if (place === null) return !this.#isDenied(wanted, null, repeated)
      if (!overlaps(place.pattern, wanted.pattern)) return false
      if (place.operation && wanted.operation && !overlaps(place.operation, wanted.operation)) {
        return false
      }
      return !this.#isDenied(wanted, place.operation, repeated)
    })
  }

  /** An Allow with a condition counts without an operation path as well, as does one with none. */
  #isGranted({ pattern, operation }: Place, granted: Places): boolean {
    this.#spend(granted.size)
    return granted
      .values()
      .some(
        (has) =>
          has !== null &&
          includes(has.pattern, pattern) &&
          (has.operation === null || includes(has.operation, operation ?? EVERYTHING))
      )
  }

  /** Whether Denies cover all of a resource pattern, at these operation paths; null for everywhere. */
  #isDenied({ pattern }: Place, operation: ResourcePattern | null, denied: Places): boolean {
    this.#spend(denied.size)
    return denied
      .values()
      .some(
        (by) =>
          by !== null &&
          includes(by.pattern, pattern) &&
          (by.operation === null || (operation !== null && includes(by.operation, operation)))
      )
  }

  #spend(comparisons: number) {
    this.#left -= comparisons
    if (this.#left < 0) throw new TooManyComparisons()
  }
}

/** What rules say of an action, those for every action included. */
function under(rules: Rules, action: string): Places {
  return new Map([...(rules.get(action) ?? []), ...(rules.get(EVERY_ACTION) ?? [])])
}

/** A Deny nobody understands denies everything. */
function hasUnreadable(denied: Places): boolean {
  return denied.values().some((place) => place === null)
}

function rulesOf(statements: readonly PolicyStatement[]) {
  const allows: Rules = new Map()
  const denies: Rules = new Map()
  for (const statement of statements) {
    // Anything but an Allow is read as a Deny, as everywhere.
    const rules = statement.effect === 'Allow' ? allows : denies
    const places = placesOf(statement)
    for (const action of statement.actions) {
      const known = rules.get(action) ?? new Map<string, Place | null>()
      for (const [text, place] of places) known.set(text, place)
      rules.set(action, known)
    }
  }
  return { allows, denies }
}

/** Each resource at each operation path of a statement. */
function placesOf({ resources, conditions }: PolicyStatement): [string, Place | null][] {
  const operations = parseConditions(conditions)
  return resources.flatMap((text): [string, Place | null][] => {
    const pattern = parsePattern(text)
    if (pattern === null) return [[text, null]]
    // By a text of its own: a wish for the same resource is not granted by it.
    if (operations === undefined) return [[`${text}\n?`, null]]
    if (operations === null) return [[text, { pattern, operation: null }]]
    return operations.map((operation, index) => [
      `${text}\n${conditions?.operationPaths?.[index]}`,
      { pattern, operation },
    ])
  })
}
