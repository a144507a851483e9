import { randomUUID } from 'node:crypto'
import { collectionOf } from '#app/http/openapi/examples'
import { apiRoutes } from '#app/http/openapi/document'
import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'
import type { AnyValidator, JsonSchema } from '#app/http/route_declaration'
import { declaredRoutes } from '#app/http/route_macros'
import { newId } from '#app/ids/ids'
import {
  withReal,
  type DocumentedExamples,
  type SampleRequest,
  type SampleRoute,
} from '#tests/support/documented_examples'

/**
 * A valid request for any declared route: its example in the API reference, with ids that are there.
 * The example lies in the paths `/users/u1/wallet` and `/users/u2/wallet`.
 */

/**
 * What a sampled request points at: an id of each collection, by the path segment before it. Where no
 * address says which, the first one with the prefix is meant.
 */
export interface Target {
  realmId: string
  ids: Record<string, string>
}

/** Parameters of addresses that name nothing a tenant may have, or only to platform admins. */
const OF_NO_TENANT = new Set(['market', 'realmId'])

/** Every route somebody must sign in for, as this process has mounted it. */
export const guardedRoutes = (): SampleRoute[] =>
  apiRoutes().filter(({ declaration }) => declaration.access?.kind !== 'public')

/** What anybody may open, and the pages of operators: addresses that name nothing. */
export function openPages(): SampleRoute[] {
  return declaredRoutes().flatMap(({ route, declaration }) => {
    const { kind } = declaration.access ?? { kind: 'public' }
    const { pattern, methods } = route.toJSON()
    const isOpen = (kind === 'public' || kind === 'operator') && methods.includes('GET')
    const asks = /[:*]/.test(pattern) || schemaOf(declaration.query).required?.length
    return isOpen && !asks ? [{ method: 'GET', pattern, declaration }] : []
  })
}

/** `GET /api/v1/objects/:id` */
export const nameOf = ({ method, pattern }: SampleRoute): string => `${method} ${pattern}`

/** Whether the route names a realm itself, in its body or its query. */
export const namesRealm = ({ declaration: { body, query } }: SampleRoute): boolean =>
  hasRealm(body) || hasRealm(query)

/** Whether the address names something of a tenant. */
export const namesTenants = ({ pattern }: SampleRoute): boolean =>
  paramsOf(pattern).some((name) => !OF_NO_TENANT.has(name))

/** @throws Error that says what to add here when an example names what nobody has made */
export function sampleRequest(
  route: SampleRoute,
  target: Target,
  examples: DocumentedExamples
): SampleRequest {
  const { pattern } = route
  const idOf = (collection: string) =>
    target.ids[collection === 'objects' && pattern.includes('/exchange/') ? 'exchange' : collection]
  const named = examples.parameters(route, 'path').map(({ name, example }): [string, string] => {
    const shown = String(example)
    return [shown, idOf(collectionOf(pattern, name)) ?? shown]
  })
  const others = Object.values(target.ids).map((id) => [exampleId(id.split('_')[0]!), id] as const)
  const request = withReal(namingRealm(route, examples.request(route)), [
    [EXAMPLE_REALM, target.realmId],
    ['2026-01-02T00:00:00Z', new Date().toISOString()],
    ...named,
    ...others,
  ])
  const left = JSON.stringify(request).match(`[a-z]+${exampleId('')}`)
  if (left === null) return request
  throw new Error(
    `${nameOf(route)}: nothing stands for ${left[0]}. Make one in tenant_matrix.spec.ts (idsOf).`
  )
}

/** Optional or not: which realm is meant is what the matrix is about. */
function namingRealm(route: SampleRoute, request: SampleRequest): SampleRequest {
  const { body } = request
  const { body: validator, bodyType } = route.declaration
  if (body === undefined || bodyType !== 'json' || !hasRealm(validator)) return request
  return { ...request, body: JSON.stringify({ ...JSON.parse(body), realmId: EXAMPLE_REALM }) }
}

/** The same kinds of things, none of which exist. */
export function nowhere({ ids }: Target): Target {
  return {
    realmId: randomUUID(),
    ids: Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, unknownLike(id)])),
  }
}

function unknownLike(id: string): string {
  const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(id)?.[1]
  return prefix === undefined ? randomUUID() : newId(prefix as Parameters<typeof newId>[0])
}

const paramsOf = (pattern: string) => [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name!)

const hasRealm = (validator: AnyValidator | null) =>
  'realmId' in (schemaOf(validator).properties ?? {})

function schemaOf(validator: AnyValidator | null) {
  return (validator?.toJSONSchema() ?? {}) as JsonSchema & {
    properties?: object
    required?: string[]
  }
}
