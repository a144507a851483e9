import type { RouteDeclaration } from '#app/http/route_declaration'

const VERBS: Record<string, string> = {
  GET: 'get',
  POST: 'create',
  PUT: 'set',
  PATCH: 'update',
  DELETE: 'delete',
}

/**
 * The name of an operation in generated clients: `getObject`, `listOperations`, `deleteSigningKey`.
 * It is made from method and path, unless the route names it.
 */
export function operationIdOf(
  { operationId: given }: RouteDeclaration,
  pattern: string,
  method: string
): string {
  if (given !== null) return given
  const segments = pattern.replace('/api/v1', '').split('/').filter(Boolean)
  const names = segments.filter((segment) => !segment.startsWith(':'))
  const last = names.pop() ?? 'root'
  const ofOne = segments.at(-1)?.startsWith(':') || method === 'POST'
  const verb = method === 'GET' && !ofOne && singular(last) !== last ? 'list' : VERBS[method]!
  return verb + [...names.map(singular), ofOne ? singular(last) : last].map(pascal).join('')
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word
}

export function pascal(text: string): string {
  return text
    .split(/\W+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
}
