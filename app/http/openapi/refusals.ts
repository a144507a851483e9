import { takesKey } from '#app/http/idempotency/route_idempotency'
import type { ErrorCatalogue, ErrorEntry } from '#app/http/errors/catalogue'
import type { GuardRefusals } from '#app/extension/guarded_step'
import { isForPrograms, isPage } from '#app/http/page_route'
import type { RouteDeclaration } from '#app/http/route_declaration'
import { schema } from '#app/http/schemas'

const TOO_MANY = 429

const RATE_LIMIT_HEADERS = Object.fromEntries(
  [
    ['Retry-After', 'Seconds to wait'],
    ['RateLimit-Limit', 'Requests in a window'],
    ['RateLimit-Remaining', 'Requests that are left in it'],
    ['RateLimit-Reset', 'Seconds until it is over'],
  ].map(([name, description]) => [name!, { description, schema: { type: 'integer' } }])
)

/** Refusals that follow from a route's declaration, so that no route has to repeat them. */
function impliedRefusals(declaration: RouteDeclaration, pattern: string): string[] {
  const codes: string[] = []
  const { access, addressBudget, body, query, params } = declaration
  const credential = access?.kind !== 'public' && access?.kind !== 'operator'
  if (credential) codes.push('UNAUTHORIZED', 'INVALID_SIGNATURE')
  if (credential || addressBudget !== null) codes.push('RATE_LIMITED')
  const restricted = ['organization', 'builder_session', 'actions', 'platform_admin']
  if (restricted.includes(access?.kind ?? '')) codes.push('FORBIDDEN')
  // A route without validators takes no fields, and refuses those that are sent.
  if (body || query || params || isForPrograms(pattern)) codes.push('VALIDATION_ERROR')
  if (body) codes.push('PAYLOAD_TOO_LARGE')
  if (takesKey(declaration.idempotency)) codes.push('VALIDATION_ERROR', 'IDEMPOTENCY_VIOLATION')
  return codes
}

/** Every code that a route may refuse with, including those of the modules that it asks. */
export function refusalsOf(
  declaration: RouteDeclaration,
  pattern: string,
  guardRefusals: readonly GuardRefusals[]
): string[] {
  const guarded = declaration.guarded.flatMap((step) =>
    guardRefusals.flatMap((codes) => codes[step] ?? [])
  )
  const all = [...impliedRefusals(declaration, pattern), ...declaration.refusals, ...guarded]
  return [...new Set(all)].sort()
}

/** What the codes of a route are looked up in. */
export interface Refusing {
  catalogue: ErrorCatalogue
  guardRefusals: readonly GuardRefusals[]
}

/** The answer of every refusal. */
export const errorSchema = schema.named('Error', {
  success: { const: false },
  error: schema.object(
    {
      code: schema.string,
      message: schema.string,
      errorId: schema.id('err'),
      details: schema.record,
    },
    ['errorId', 'details']
  ),
})

/** The error answers of a route, by status. */
export function refusals(
  declaration: RouteDeclaration,
  pattern: string,
  { catalogue, guardRefusals }: Refusing
) {
  const byStatus = new Map<number, [string, ErrorEntry][]>()
  for (const code of refusalsOf(declaration, pattern, guardRefusals)) {
    const entry = catalogue.find(code)
    if (!entry) throw new Error(`A route declares the unknown error code ${code}`)
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), [code, entry]])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [
      String(status),
      {
        description: entries.map(([code, { why }]) => `\`${code}\`: ${why}`).join('\n\n'),
        ...(status === TOO_MANY && { headers: RATE_LIMIT_HEADERS }),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Error' } },
          // A browser that opens a page gets the refusal in words.
          ...(isPage(declaration) && { 'text/html': { schema: { type: 'string' } } }),
        },
      },
    ])
  )
}
