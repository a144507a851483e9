import { LIMITS } from '#app/limits'

/** Schemes that run, embed or open something in the page that follows the link. */
const REFUSED_SCHEMES = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'filesystem:',
  'view-source:',
])

// Browsers drop tabs and line feeds inside a scheme, so `java\nscript:` would run.
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\s\u0000-\u001f\u007f-\u009f]/u

/**
 * Why a text is not a return URL, or null when it is one: `https:`, `http:` or an application's own
 * scheme, without credentials.
 */
export function returnUrlProblem(text: string): string | null {
  if (text.length > LIMITS.linkReturnUrlLength) {
    return `must be at most ${LIMITS.linkReturnUrlLength} characters`
  }
  if (INVISIBLE.test(text)) return 'must not contain whitespace or control characters'
  if (!URL.canParse(text)) return 'must be an absolute URL'
  const url = new URL(text)
  if (REFUSED_SCHEMES.has(url.protocol)) return `must not use the ${url.protocol} scheme`
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  return null
}
