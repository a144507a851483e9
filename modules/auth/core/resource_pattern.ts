/**
 * Resource patterns of policy statements:
 * `*` is everything; `/a/b` exactly that path; `/a/b/*` every path below it at any depth, not
 * `/a/b` itself; a whole segment `*` before the end exactly one segment.
 */
export interface ResourcePattern {
  /** null stands for `*`. */
  segments: string[] | null
  /** Ends in `/*`: anything below. */
  below: boolean
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
 * what lies below: `/a/` is covered by `/a/*` and not by `/a`.
 */
export function matches(pattern: ResourcePattern, resource: string): boolean {
  if (pattern.segments === null) return true
  const segments = segmentsOf(resource)
  const fits = pattern.segments.every((wanted, index) => {
    const segment = segments[index]
    return segment !== undefined && segment !== '' && (wanted === '*' || wanted === segment)
  })
  const depth = pattern.segments.length
  return fits && (pattern.below ? segments.length > depth : segments.length === depth)
}

/** `/` has no segments; `/a/` has the segments `a` and the empty one. */
function segmentsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/')
}

function isPartlyStar(segment: string): boolean {
  return segment !== '*' && segment.includes('*')
}
