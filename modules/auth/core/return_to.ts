import { AUTH_LIMITS } from '../limits.ts'

const HERE = 'http://here.invalid'
const HOME = '/'

/**
 * Where a browser goes after signing in: a path of this site, or `/`. Browsers read `//host`,
 * `/\host` and `/<tab>/host` as other sites, and dot segments can produce a `//` (`/x/..//host`),
 * so the resolved path is checked again.
 */
export function safeReturnTo(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > AUTH_LIMITS.returnToLength) return HOME
  if (!wanted.startsWith('/') || /[\\\p{Cc}]/u.test(wanted) || !URL.canParse(wanted, HERE)) {
    return HOME
  }
  const { origin, pathname, search, hash } = new URL(wanted, HERE)
  if (origin !== HERE || pathname.startsWith('//')) return HOME
  return `${pathname}${search}${hash}`
}
