import { LIMITS } from '#app/limits'

/** Prefixes under which only the service itself may create. */
export const RESERVED_PREFIXES = ['/_system', '/_builder']

const FORBIDDEN_CHARACTERS = String.raw`\s\u0000-\u001f\u007f-\u009f*,`
const FORBIDDEN = new RegExp(`[${FORBIDDEN_CHARACTERS}]`, 'u')
const LONE_SURROGATE = /\p{Surrogate}/u
/** A path, apart from its length in bytes. */
const SOUND = new RegExp(
  String.raw`^(?:/(?!\.\.?(?:/|$))[^${FORBIDDEN_CHARACTERS}/\p{Surrogate}]{1,${LIMITS.pathSegmentLength}})+$`,
  'u'
)
/** Texts of so many code units are short enough, because none takes more than three bytes. */
const SURELY_SHORT = Math.floor(LIMITS.pathBytes / 3)

/**
 * Why a text is not a path, or null when it is one: absolute, 1–512 bytes, segments of 1–128
 * characters without whitespace, control characters, `*` or `,`; no trailing slash, no `.` or `..`.
 */
export function pathProblem(path: string): string | null {
  // One look, because a bulk has thousands of paths; what follows finds the words for a refusal.
  if (path.length <= SURELY_SHORT && SOUND.test(path)) return null
  if (!path.startsWith('/')) return 'must start with /'
  if (path === '/') return 'must name something below /'
  if (path.endsWith('/')) return 'must not end with /'
  if (Buffer.byteLength(path) > LIMITS.pathBytes) return `must be at most ${LIMITS.pathBytes} bytes`
  if (FORBIDDEN.test(path)) return 'must not contain whitespace, control characters, * or ,'
  if (LONE_SURROGATE.test(path)) return 'must be valid Unicode'
  for (const segment of path.slice(1).split('/')) {
    if (segment === '') return 'must not contain an empty segment'
    if (segment === '.' || segment === '..') return 'must not contain a . or .. segment'
    // No text has more characters than code units.
    if (
      segment.length > LIMITS.pathSegmentLength &&
      [...segment].length > LIMITS.pathSegmentLength
    ) {
      return `must have segments of at most ${LIMITS.pathSegmentLength} characters`
    }
  }
  return null
}

/** A prefix is `/`, a path, or a path with a trailing slash. */
export function prefixProblem(prefix: string): string | null {
  if (prefix === '/') return null
  return pathProblem(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix)
}

/** Whether the path lies in the service's own part of the tree. */
export function isReservedPath(path: string): boolean {
  return RESERVED_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}
