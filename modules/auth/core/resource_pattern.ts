import { pathProblem } from '#app/paths/path'

/**
 * Resource patterns of policy statements:
 * - `*` matches everything
 * - `/a/b` matches exactly that path
 * - `/a/b/*` matches every path below it at any depth, and not `/a/b` itself
 * - a whole segment `*` before the end matches exactly one segment
 */
export interface ResourcePattern {
  /** null for the pattern `*`. */
  segments: string[] | null
  /** Whether the pattern ends in `/*` and matches anything below. */
  below: boolean
}

/**
 * Why a text may not stand in a new statement, or null when it may. This is stricter than
 * `parsePattern`: a pattern that no path can match is a mistake that its author should hear about.
 */
export function patternProblem(text: string): string | null {
  if (text === '*' || text === '/') return null
  if (parsePattern(text) === null) {
    return 'must be *, a path, a path with /* at its end or with a whole segment *'
  }
  return pathProblem(text.replace(/(?<=\/)\*(?=\/|$)/g, 'x'))
}

/** @returns null when the text is no pattern */
export function parsePattern(text: string): ResourcePattern | null {
  if (text === '*') return { segments: null, below: false }
  if (!text.startsWith('/')) return null
  const segments = segmentsOf(text)
  if (segments.some((segment) => segment === '' || isPartlyStar(segment))) return null
  const below = segments.at(-1) === '*'
  return { segments: below ? segments.slice(0, -1) : segments, below }
}

/**
 * Whether a pattern covers a resource. A resource with a trailing slash is a prefix and stands for
 * the paths below it: `/a/*` covers `/a/`, and `/a` does not.
 */
export function matches(pattern: ResourcePattern, resource: string): boolean {
  return matchesSegments(pattern, segmentsOf(resource))
}

/** Like `matches`, for a resource that is compared more than once and was split before. */
export function matchesSegments(pattern: ResourcePattern, segments: readonly string[]): boolean {
  if (pattern.segments === null) return true
  const fits = pattern.segments.every((wanted, index) => {
    const segment = segments[index]
    return segment !== undefined && segment !== '' && (wanted === '*' || wanted === segment)
  })
  const depth = pattern.segments.length
  return fits && (pattern.below ? segments.length > depth : segments.length === depth)
}

/** Whether the outer pattern matches everything that the inner one matches. */
export function includes(outer: ResourcePattern, inner: ResourcePattern): boolean {
  if (outer.segments === null) return true
  if (inner.segments === null) return false
  const depth = inner.segments.length
  const deepEnough = outer.below
    ? depth > outer.segments.length || (inner.below && depth === outer.segments.length)
    : !inner.below && depth === outer.segments.length
  return (
    deepEnough &&
    outer.segments.every((wanted, index) => wanted === '*' || wanted === inner.segments![index])
  )
}

/** Whether both patterns match some resource. */
export function overlaps(a: ResourcePattern, b: ResourcePattern): boolean {
  if (a.segments === null || b.segments === null) return true
  const [shorter, longer] = a.segments.length <= b.segments.length ? [a, b] : [b, a]
  const sameDepth = a.segments.length === b.segments.length
  const depthsMeet = sameDepth ? a.below === b.below : shorter.below
  return (
    depthsMeet &&
    shorter.segments!.every((segment, index) => {
      const other = longer.segments![index]
      return segment === '*' || other === '*' || segment === other
    })
  )
}

/** `/` has no segments; `/a/` has the segments `a` and the empty one. */
export function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/')
}

function isPartlyStar(segment: string): boolean {
  return segment !== '*' && segment.includes('*')
}
