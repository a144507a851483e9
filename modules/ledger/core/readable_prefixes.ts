import type { PolicyStatement } from '#app/extension/principal'

/** With more prefixes the query would be slower than reading everything. */
const PREFIXES = 32

/**
 * Paths at or below which everything lies that the statements could permit; null when that could be
 * anywhere. It says only where to look, never what may be seen: a reader of one customer's folder
 * must not make the database read the folders of all customers.
 */
export function readablePrefixes(statements: readonly PolicyStatement[] | null): string[] | null {
  if (statements === null) return null
  const prefixes = new Set<string>()
  for (const { effect, resources } of statements) {
    if (effect !== 'Allow') continue
    for (const resource of resources) {
      const prefix = literalPrefix(resource)
      if (prefix === '') return null
      prefixes.add(prefix)
    }
  }
  const found = [...prefixes].filter((prefix) => !liesBelowAnother(prefix, prefixes))
  return found.length > PREFIXES ? null : found
}

/** The part before the first segment with a wildcard; empty when that is the first segment. */
function literalPrefix(resource: string): string {
  const segments = resource.split('/')
  const wildcard = segments.findIndex((segment) => segment.includes('*'))
  return (wildcard === -1 ? segments : segments.slice(0, wildcard)).join('/')
}

function liesBelowAnother(prefix: string, others: ReadonlySet<string>): boolean {
  for (let end = prefix.lastIndexOf('/'); end > 0; end = prefix.lastIndexOf('/', end - 1)) {
    if (others.has(prefix.slice(0, end))) return true
  }
  return false
}
