import type { PolicyStatement } from '#app/extension/principal'
import { AUTH_LIMITS } from '../limits.ts'
import { EVERY_ACTION } from './action_catalog.ts'
import { looserCondition, parseConditions, type ParsedConditions } from './policy_conditions.ts'
import { includes, overlaps, parsePattern, type ResourcePattern } from './resource_pattern.ts'

/** The first permission that the request asks for and the minter does not have. */
export interface Uncovered {
  action: string
  resource: string
  /** Set when the minter has the permission only under other conditions. */
  condition?: string
}

/** Two scopes hold so many resources that comparing them would hold up other requests. */
export class TooManyComparisons extends Error {}

/** Where a statement applies: at a resource and an operation path, under its other conditions. */
interface Place {
  pattern: ResourcePattern
  conditions: ParsedConditions
  /** null: at every operation path, and without one. */
  operation: ResourcePattern | null
}

/** Places by the text they were written as; null for a place that is unreadable. */
type Places = ReadonlyMap<string, Place | null>

/** Places by action, with `svc:*` as an action of its own. */
type Rules = Map<string, Map<string, Place | null>>

/** A Deny of the minter that the request does not repeat. */
interface OpenDeny {
  place: Place | null
  /** What the request denies for the actions of this Deny. */
  repeated: Places
}

/**
 * Whether a credential may hand out these statements: it must be allowed itself everything they
 * allow. Each pattern must lie inside one pattern of the minter, and what the minter is denied must
 * be denied again. The answer may be stricter than needed, never looser.
 *
 * @returns null when the minter has every permission, else the first one it lacks
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

/**
 * One comparison. It counts its steps, because callers write both sides and the work is their
 * product.
 */
class Comparison {
  #has: { allows: Rules; denies: Rules }
  #wants: { allows: Rules; denies: Rules }
  #left = AUTH_LIMITS.scopeComparisons

  constructor(minter: readonly PolicyStatement[], requested: readonly PolicyStatement[]) {
    this.#has = rulesOf(minter)
    this.#wants = rulesOf(requested)
  }

  firstMissing(): Uncovered | null {
    for (const [action, places] of this.#wants.allows) {
      const granted = under(this.#has.allows, action)
      const open = this.#openDenies(action)
      for (const [text, place] of places) {
        // An unreadable place permits nothing, so the minter needs nothing for it.
        if (place === null) continue
        const isSame = place.conditions.windowLte === null && granted.has(text)
        const isGranted = isSame || this.#isGranted(place, granted)
        if (isGranted && !this.#escapes(place, open)) continue
        const [resource = ''] = text.split('\n')
        const condition = missingCondition(place, granted)
        return { action, resource, ...(condition && { condition }) }
      }
    }
    return null
  }

  /**
   * The minter's Denies that concern an action, without those that the request repeats as a whole.
   */
  #openDenies(action: string): OpenDeny[] {
    const { denies } = this.#has
    const concerned = action === EVERY_ACTION ? [...denies.keys()] : [action, EVERY_ACTION]
    return concerned.flatMap((denied) => {
      // A request for every action repeats a Deny when it denies the same action. A request for one
      // action must deny that action itself.
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

  /**
   * An Allow applies to requests without an operation path whether it has a condition or not, so
   * only the operation paths are compared.
   */
  #isGranted({ pattern, operation, conditions }: Place, granted: Places): boolean {
    this.#spend(granted.size)
    return granted
      .values()
      .some(
        (has) =>
          has !== null &&
          includes(has.pattern, pattern) &&
          (has.operation === null || includes(has.operation, operation ?? EVERYTHING)) &&
          looserCondition(has.conditions, conditions) === null
      )
  }

  /**
   * Whether Denies cover a whole resource pattern at these operation paths; null means everywhere.
   */
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

/** The condition under which alone the minter has what is asked, or which the request names. */
function missingCondition({ pattern, operation, conditions }: Place, granted: Places) {
  for (const has of granted.values()) {
    if (has === null || !includes(has.pattern, pattern)) continue
    const looser = looserCondition(has.conditions, conditions)
    if (looser !== null) return looser
  }
  return operation === null ? null : 'operationPaths'
}

/** The rules about an action, including those about every action. */
function under(rules: Rules, action: string): Places {
  return new Map([...(rules.get(action) ?? []), ...(rules.get(EVERY_ACTION) ?? [])])
}

/** Whether a Deny is unreadable; it then denies everything. */
function hasUnreadable(denied: Places): boolean {
  return denied.values().some((place) => place === null)
}

function rulesOf(statements: readonly PolicyStatement[]) {
  const allows: Rules = new Map()
  const denies: Rules = new Map()
  for (const statement of statements) {
    // An effect other than Allow is read as Deny, as in `CompiledPolicy`.
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

/** Each resource of a statement, at each of its operation paths. */
function placesOf(statement: PolicyStatement): [string, Place | null][] {
  const conditions = parseConditions(statement)
  const { operationPaths, ...others } = statement.conditions ?? {}
  const beside = Object.keys(others).length === 0 ? '' : `\n${JSON.stringify(others)}`
  return statement.resources.flatMap((text): [string, Place | null][] => {
    const pattern = parsePattern(text)
    if (pattern === null) return [[text, null]]
    // The unreadable place has a text that no request can have, so that it grants nothing.
    if (conditions === undefined) return [[`${text}\n?`, null]]
    const operations = conditions.operationPaths
    if (operations === null) return [[`${text}${beside}`, { pattern, operation: null, conditions }]]
    return operations.map((operation, index) => [
      `${text}\n${operationPaths?.[index]}${beside}`,
      { pattern, operation, conditions },
    ])
  })
}
