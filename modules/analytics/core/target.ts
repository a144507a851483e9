/** What is to be valued. */
export type Target =
  /** `/a/` means all objects below, `/a` exactly that object. */
  | { kind: 'prefix' | 'path'; value: string }
  /** One object, even one that has been deleted since. */
  | { kind: 'object'; objectId: string }
  /** Exactly these objects. */
  | { kind: 'paths'; values: readonly string[] }
  /** `*` matches one whole segment. */
  | { kind: 'pattern'; value: string }
  /** All of these together; an object in several of them counts once. */
  | { kind: 'union'; of: readonly Target[] }

/** The path or prefix of a request: a trailing slash makes it a prefix. */
export function targetOf(value: string): Target {
  return { kind: value.endsWith('/') ? 'prefix' : 'path', value }
}

/** The part of a pattern before its first wildcard segment, as a prefix. */
export function patternPrefix(pattern: string): string {
  const segments = pattern.split('/')
  const first = segments.indexOf('*')
  return first === -1 ? pattern : `${segments.slice(0, first).join('/')}/`
}

/** Whether a path has the segments of a pattern; each wildcard matches exactly one. */
export function matchesPattern(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return false
  return wanted.every((segment, index) => segment === '*' || segment === given[index])
}
