import { errorText } from '#app/preflight/error_text'
import { LIMITS } from '#app/limits'

interface DriverError {
  errno: number
  code: string
  sqlState: string
}

/** What an error message may hold that no page should show, and what is shown in its place. */
const HIDDEN: readonly [what: RegExp, shown: string][] = [
  // The addresses of nodes and providers often have a key in their path or query.
  [/\b([a-z][a-z\d+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#"'<>)]+)[^\s"'<>)]*/gi, '$1$2/…'],
  [/\b(bearer|basic)\s+\S+/gi, '$1 …'],
  [/\b(\w*(?:password|secret|token|api[_-]?key))(["']?\s*[=:]\s*)\S+/gi, '$1$2…'],
  // A private key looks like the hash of a transaction, of which the beginning is enough.
  [/\b((?:0x)?[\da-f]{8})[\da-f]{56,}\b/gi, '$1…'],
  // Tokens and keys. Ids of the service are shorter, and addresses of the chain are no secret.
  [/(?<![\w-])(?!0x[\da-f]{40}\b)(?=[\w-]*\d)([\w-]{6})[\w-]{34,}(?:\.[\w-]+)*/gi, '$1…'],
]

/**
 * Why a job has failed, as operators read it: one line of at most `jobErrorLength` characters,
 * without credentials. The message of a database error quotes values of customers, so that only its
 * code is told; the log has the whole error.
 */
export function failureText(error: unknown): string {
  const text = isDriverError(error) ? `Database: ${error.code} (${error.errno})` : errorText(error)
  // eslint-disable-next-line no-control-regex
  const line = text.slice(0, LIMITS.jobErrorLength * 10).replace(/[\x00-\x1f\x7f]+/g, ' ')
  const shown = HIDDEN.reduce((kept, [what, instead]) => kept.replace(what, instead), line)
  return [...shown.toWellFormed().trim()].slice(0, LIMITS.jobErrorLength).join('')
}

function isDriverError(error: unknown): error is DriverError {
  return typeof error === 'object' && error !== null && 'sqlState' in error && 'errno' in error
}
