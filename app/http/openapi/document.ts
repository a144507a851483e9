import type { ErrorCatalogue, ErrorEntry } from '#app/http/errors/catalogue'
import type { ServiceModule } from '#app/extension/module'
import type { MovementGuard } from '#app/extension/movement_guard'
import { isPage } from '#app/http/page_route'
import {
  declaredRoutes,
  type AnyValidator,
  type JsonSchema,
  type RouteDeclaration,
} from '#app/http/route_declaration'

const TOO_MANY = 429

const RATE_LIMIT_HEADERS = Object.fromEntries(
  [
    ['Retry-After', 'Seconds to wait'],
    ['RateLimit-Limit', 'Requests in a window'],
    ['RateLimit-Remaining', 'Requests that are left in it'],
    ['RateLimit-Reset', 'Seconds until it is over'],
  ].map(([name, description]) => [name!, { description, schema: { type: 'integer' } }])
)

/** Refusals that follow from what a route declares, so that no route has to repeat them. */
function impliedRefusals(declaration: RouteDeclaration): string[] {
  const codes: string[] = []
  const { access, addressBudget, body, query, params } = declaration
  const credential = access?.kind !== 'public' && access?.kind !== 'operator'
  if (credential) codes.push('UNAUTHORIZED', 'INVALID_SIGNATURE')
  if (credential || addressBudget !== null) codes.push('RATE_LIMITED')
  const restricted = ['organization', 'builder_session', 'actions', 'platform_admin']
  if (restricted.includes(access?.kind ?? '')) codes.push('FORBIDDEN')
  if (body || query || params) codes.push('VALIDATION_ERROR')
  if (body) codes.push('PAYLOAD_TOO_LARGE')
  return codes
}

/** Every code a route may refuse with, those of the guards that it asks included. */
export function refusalsOf(
  declaration: RouteDeclaration,
  guards: readonly MovementGuard[]
): string[] {
  const guarded = declaration.guarded.flatMap((step) =>
    guards.flatMap(({ refusals: codes }) => codes?.[step] ?? [])
  )
  const all = [...impliedRefusals(declaration), ...declaration.refusals, ...guarded]
  return [...new Set(all)].sort()
}

/**
 * The OpenAPI 3.1 document of this process, made from route declarations, their validators and the
 * error catalogue, so that it cannot say anything the service does not do.
 */
export function openApiDocument(
  modules: readonly ServiceModule[],
  catalogue: ErrorCatalogue,
  serverUrl: string
): JsonSchema {
  const guards = modules.flatMap(({ movementGuards }) => movementGuards ?? [])
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { route, declaration } of declaredRoutes()) {
    // Pages of operators and the data behind them are no part of the API.
    if (declaration.access?.kind === 'operator') continue
    const json = route.toJSON()
    const path = json.pattern.replace(/:(\w+)\??/g, '{$1}')
    for (const method of json.methods.filter((name) => name !== 'HEAD')) {
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: operation(declaration, json.pattern, method, { catalogue, guards }),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ledger and custody service',
      version: '1',
      description: STREAM_NOTE,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    tags: [
      { name: 'Service' },
      ...modules.map(({ title, description }) => ({ name: title, description })),
    ],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

/** OpenAPI describes requests and answers; a stream of frames is neither. */
const STREAM_NOTE =
  'Changes are pushed over a WebSocket at `/api/v1/ws`: JSON text frames, the first of them ' +
  '`{"action":"auth","realmId":"…","token":"…"}` (or `apiKey`) within ten seconds. Refusals come as ' +
  '`error` frames with the codes of this document.'

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['success', 'error'],
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        errorId: { type: 'string' },
        details: { type: 'object' },
      },
    },
  },
}

/** What the codes of a route are looked up in. */
interface Refusing {
  catalogue: ErrorCatalogue
  guards: readonly MovementGuard[]
}

function operation(
  declaration: RouteDeclaration,
  pattern: string,
  method: string,
  refusing: Refusing
): JsonSchema {
  const { access, summary, tag, body, form } = declaration
  const open = access?.kind === 'public' || access?.kind === 'operator'
  return {
    operationId: `${method.toLowerCase()}${pattern.replace(/\W+/g, '_')}`,
    tags: [tag],
    summary,
    description: accessSentence(declaration),
    security: open ? [] : [{ bearer: [] }],
    parameters: parameters(declaration, pattern),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [form ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: form ? schemaOf(body) : emptyAllowed(schemaOf(body)),
          },
        },
      },
    }),
    responses: responses(declaration, refusing),
  }
}

function accessSentence({ access }: RouteDeclaration): string {
  switch (access?.kind) {
    case 'authenticated':
      return 'Any valid credential.'
    case 'organization':
      return 'An unscoped credential of the organization.'
    case 'builder_session':
      return 'The access token of a builder who signed in; no API key, no scoped token.'
    case 'operator':
      return 'An operator signed in with a browser.'
    case 'platform_admin':
      return 'The own access token of a platform admin.'
    case 'actions':
      return access.requires
        .map(({ action, on }) => `Needs \`${action}\` on ${on.describe}.`)
        .join(' ')
    default:
      return 'No credential.'
  }
}

function parameters(declaration: RouteDeclaration, pattern: string): JsonSchema[] {
  const inPath = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: propertiesOf(declaration.params)[name!] ?? { type: 'string' },
  }))
  const required = new Set(requiredOf(declaration.query))
  const inQuery = Object.entries(propertiesOf(declaration.query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }))
  return [...inPath, ...inQuery]
}

interface DocumentedResponse {
  description: string
  headers?: JsonSchema
  content?: JsonSchema
}

/** A status may be an answer of the handler and a refusal as well; both are told. */
function responses(declaration: RouteDeclaration, refusing: Refusing) {
  const all: Record<string, DocumentedResponse> = refusals(declaration, refusing)
  for (const { status, description, schema, contentType } of declaration.answers) {
    const refusal = all[String(status)]
    const content = schema && { [contentType ?? 'application/json']: { schema } }
    all[String(status)] = {
      ...refusal,
      description: refusal ? `${description}\n\n${refusal.description}` : description,
      ...((content || refusal) && { content: { ...refusal?.content, ...content } }),
    }
  }
  return all
}

function refusals(declaration: RouteDeclaration, { catalogue, guards }: Refusing) {
  const byStatus = new Map<number, [string, ErrorEntry][]>()
  for (const code of refusalsOf(declaration, guards)) {
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
          // A browser that opened a page is told in words.
          ...(isPage(declaration) && { 'text/html': { schema: { type: 'string' } } }),
        },
      },
    ])
  )
}

/** In JSON, null for a field that may be left out is the same as leaving it out. */
function emptyAllowed(schema: JsonSchema): JsonSchema {
  const { properties, required, items } = schema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
    items?: JsonSchema
  }
  return {
    ...schema,
    ...(items && !Array.isArray(items) && { items: emptyAllowed(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const inner = emptyAllowed(field)
          const given = required?.includes(name) || inner['x-nullable'] === false
          return [name, given ? inner : orNull(inner)]
        })
      ),
    }),
  }
}

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(values) && { enum: [...new Set<unknown>([...values, null])] }),
    ...(Array.isArray(anyOf) && { anyOf: [...(anyOf as JsonSchema[]), { type: 'null' }] }),
  }
}

function schemaOf(validator: AnyValidator): JsonSchema {
  return validator.toJSONSchema() as JsonSchema
}

function propertiesOf(validator: AnyValidator | null): Record<string, JsonSchema> {
  return validator ? ((schemaOf(validator).properties ?? {}) as Record<string, JsonSchema>) : {}
}

function requiredOf(validator: AnyValidator | null): string[] {
  return validator ? ((schemaOf(validator).required ?? []) as string[]) : []
}
