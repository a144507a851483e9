import { generateKeyPairSync, randomUUID } from 'node:crypto'
import {
  declaredRoutes,
  type AnyValidator,
  type JsonSchema,
  type RouteDeclaration,
} from '#app/http/route_declaration'
import { newId } from '#app/ids/ids'
import type { TestRealm } from '#tests/support/client'

/**
 * Makes a valid request for any declared route, out of its own validators. What a schema cannot say
 * (which object, which market) stands in the tables below: a route that needs more is refused by
 * name, with what to add and where.
 */

/** What a sampled request points at. */
export interface Target {
  realmId: string
  /** Paths of two funded objects of the realm. */
  source: string
  target: string
  /** An id of each collection, by the path segment before the parameter. */
  ids: Record<string, string>
}

export interface SampleRoute {
  method: string
  pattern: string
  declaration: RouteDeclaration
}

export interface SampleRequest {
  method: string
  address: string
  body?: Record<string, unknown>
}

type Sample = (target: Target) => unknown

/** Fields whose name says more than their schema. Add the fields of new routes here. */
const FIELDS: Record<string, Sample> = {
  realmId: ({ realmId }) => realmId,
  objectId: ({ ids }) => ids.objects,
  objectPath: ({ source }) => source,
  objectRef: ({ source }) => source,
  sourceObjectPath: ({ source }) => source,
  targetObjectPath: ({ target }) => target,
  sourcePath: ({ source }) => source,
  targetPath: ({ target }) => target,
  sweepToPath: ({ target }) => target,
  prefix: ({ source }) => `${source.slice(0, source.lastIndexOf('/'))}/`,
  target: ({ source }) => source,
  name: () => 'Sample',
  displayName: () => 'Sample',
  reason: () => 'Sample',
  sub: () => 'user-1',
  amount: () => '1.00',
  from: () => '2026-01-01T00:00:00Z',
  to: () => '2030-01-01T00:00:00Z',
  asOf: () => new Date().toISOString(),
  market: () => 'vn:0:BTC',
  newSize: () => '1',
  totalSize: () => '1',
  triggerPx: () => '1',
  interval: () => '1m',
  labels: () => ({ sample: 'yes' }),
  metadata: () => '{}',
  sources: ({ source }) => [{ type: 'paths', value: source }],
  scope: () => ({ statements: [{ actions: ['svc:ReadObject'], resources: ['*'] }] }),
  publicKey: () =>
    Buffer.from(
      generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!,
      'base64url'
    ).toString('base64'),
  boundaryId: ({ ids }) => ids.boundaries,
  walletAddress: () => `0x${'ab'.repeat(20)}`,
  destinationAddress: () => `0x${'ab'.repeat(20)}`,
}

/** What one route needs besides its schema: rules that only its validator knows. */
const ROUTES: Record<string, Record<string, Sample>> = {
  'POST /api/v1/payment-links': { objectPath: ({ source }) => source },
  'POST /dev/chain/faucet': { address: () => `0x${'ab'.repeat(20)}` },
  'POST /api/v1/exchange/sim/prices': { price: () => '60000' },
  'POST /api/v1/exchange/sim/liquidity': { factor: () => '1' },
  'POST /api/v1/exchange/sim/funding': { rate: () => '0.001' },
  'POST /api/v1/exchange/sim/replay': {
    candles: () => [{ t: 0, o: '60000', h: '60000', l: '60000', c: '60000' }],
  },
  'PUT /api/v1/objects/:id/exchange/positions/:market/tpsl': {
    takeProfit: () => ({ triggerPx: '60000' }),
  },
  'POST /api/v1/objects/delete': { objectId: ({ ids }) => ids.objects },
  'POST /api/v1/custody/withdrawals': {
    nonce: () => newId('op'),
    signature: () => `0x${'ab'.repeat(65)}`,
  },
  'GET /api/v1/objects/aggregate/history': {
    target: ({ source }) => source,
    to: () => new Date().toISOString(),
  },
  'GET /api/v1/objects/pnl/history': {
    target: ({ source }) => source,
    to: () => new Date().toISOString(),
  },
  'GET /api/v1/objects/by-path': { path: ({ source }) => source },
  'GET /api/v1/objects/valuation': { path: ({ source }) => source },
}

/** A path in a body is a new one, of an operation or an object; in a query it is to be found. */
const newPath: Sample = ({ source }) => `${source}/sample-${randomUUID()}`

/** Every route somebody must sign in for, as this process has mounted it. */
export function guardedRoutes(): SampleRoute[] {
  return declaredRoutes().flatMap(({ route, declaration }) => {
    const { kind } = declaration.access ?? { kind: 'public' }
    if (kind === 'public' || kind === 'operator') return []
    const { pattern, methods } = route.toJSON()
    return methods
      .filter((method) => method !== 'HEAD')
      .map((method) => ({ method, pattern, declaration }))
  })
}

/** What anybody may open, and the pages of operators: addresses that name nothing. */
export function openPages(): SampleRoute[] {
  return declaredRoutes().flatMap(({ route, declaration }) => {
    const { kind } = declaration.access ?? { kind: 'public' }
    const { pattern, methods } = route.toJSON()
    const isOpen = (kind === 'public' || kind === 'operator') && methods.includes('GET')
    const asks = /[:*]/.test(pattern) || requiredOf(schemaOf(declaration.query)).length > 0
    return isOpen && !asks ? [{ method: 'GET', pattern, declaration }] : []
  })
}

/** `GET /api/v1/objects/:id` */
export const nameOf = ({ method, pattern }: SampleRoute): string => `${method} ${pattern}`

/** Whether the route names a realm itself, in its body or its query. */
export function namesRealm({ declaration: { body, query } }: SampleRoute): boolean {
  return [body, query].some((validator) => 'realmId' in propertiesOf(schemaOf(validator)))
}

/** Parameters of the pattern that name something of a tenant, each with its collection. */
export function tenantParams(route: SampleRoute): { name: string; collection: string }[] {
  return paramsOf(route.pattern).filter(({ name }) => !(name in FIELDS))
}

/** @throws Error that says what to add here when the route cannot be sampled */
export function sampleRequest(route: SampleRoute, target: Target): SampleRequest {
  const { method, pattern, declaration } = route
  const query = fieldsOf(route, declaration.query, target, 'query')
  const body = fieldsOf(route, declaration.body, target, 'body')
  let address = pattern
  for (const { name, collection } of paramsOf(pattern)) {
    const value = FIELDS[name]?.(target) ?? target.ids[collection]
    if (value === undefined) {
      throw new Error(
        `${nameOf(route)}: no id is known for ":${name}". Make one of "${collection}" in tenant_matrix.spec.ts (idsOf).`
      )
    }
    address = address.replace(new RegExp(`:${name}\\??`), encodeURIComponent(String(value)))
  }
  const parameters = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)])
  )
  return {
    method,
    address: parameters.size === 0 ? address : `${address}?${parameters}`,
    ...(body && { body }),
  }
}

/** The same kinds of things, none of which exist. */
export function nowhere(target: Target): Target {
  const ids = Object.entries(target.ids).map(([name, id]) => [name, unknownLike(id)])
  return { ...target, realmId: randomUUID(), ids: Object.fromEntries(ids) }
}

export function targetOf(realm: TestRealm, ids: Record<string, string>): Target {
  return { realmId: realm.id, source: '/matrix/a', target: '/matrix/b', ids }
}

function unknownLike(id: string): string {
  const prefix = /^([a-z]+)_[0-9a-z]{26}$/.exec(id)?.[1]
  return prefix === undefined ? randomUUID() : newId(prefix as Parameters<typeof newId>[0])
}

function paramsOf(pattern: string): { name: string; collection: string }[] {
  const segments = pattern.split('/')
  return segments.flatMap((segment, index) => {
    const name = /^:(\w+)/.exec(segment)?.[1]
    // An object of another kind has no such routes.
    const collection = segments[index + 1] === 'exchange' ? 'exchange' : segments[index - 1]!
    return name === undefined ? [] : [{ name, collection }]
  })
}

function fieldsOf(
  route: SampleRoute,
  validator: AnyValidator | null,
  target: Target,
  part: 'body' | 'query'
): Record<string, unknown> | null {
  if (validator === null) return null
  const schema = schemaOf(validator)
  const extra = ROUTES[nameOf(route)] ?? {}
  const known = Object.keys(propertiesOf(schema))
  const wanted = new Set([...requiredOf(schema), ...known.filter((name) => name in extra)])
  // Optional or not: which realm is meant is what the matrix is about.
  if (known.includes('realmId')) wanted.add('realmId')
  return sampleObject(schema, [...wanted], { route, target, part, extra })
}

interface Context {
  route: SampleRoute
  target: Target
  part: 'body' | 'query'
  extra: Record<string, Sample>
}

function sampleObject(schema: JsonSchema, names: string[], context: Context) {
  const properties = propertiesOf(schema)
  return Object.fromEntries(
    names.map((name) => [name, sampleField(name, properties[name] ?? {}, context)])
  )
}

function sampleField(name: string, schema: JsonSchema, context: Context): unknown {
  const { extra, target, part } = context
  const sample = extra[name] ?? FIELDS[name]
  if (sample) return sample(target)
  if (/path$/i.test(name)) return (part === 'body' ? newPath : FIELDS.objectPath!)(target)
  return sampleValue(name, schema, context)
}

function sampleValue(name: string, schema: JsonSchema, context: Context): unknown {
  const {
    enum: choices,
    examples,
    type,
    format,
  } = schema as {
    enum?: unknown[]
    examples?: unknown[]
    type?: string
    format?: string
  }
  if (choices) return choices[0]
  if (examples) return examples[0]
  if (format === 'uuid') return context.target.realmId
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return Number(schema.minimum ?? 1)
  if (type === 'object') return sampleObject(schema, requiredOf(schema), context)
  if (type === 'array') return [sampleField(name, (schema.items ?? {}) as JsonSchema, context)]
  throw new Error(
    `${nameOf(context.route)}: no sample for the ${context.part} field "${name}". Add it to FIELDS or ROUTES in tests/functional/auth/support/route_samples.ts.`
  )
}

function schemaOf(validator: AnyValidator | null): JsonSchema {
  return validator === null ? {} : (validator.toJSONSchema() as JsonSchema)
}

function propertiesOf(schema: JsonSchema): Record<string, JsonSchema> {
  return (schema.properties ?? {}) as Record<string, JsonSchema>
}

function requiredOf(schema: JsonSchema): string[] {
  return (schema.required ?? []) as string[]
}
