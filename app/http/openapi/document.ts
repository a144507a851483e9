import type { ErrorCatalogue, ErrorEntry } from '#app/http/errors/catalogue'
import type { ServiceModule } from '#app/extension/module'
import { takesKey } from '#app/http/idempotency/route_idempotency'
import { collectionOf, exampleOf, exampleBody } from '#app/http/openapi/examples'
import { Words } from '#app/http/openapi/glossary'
import { HOST_GLOSSARY } from '#app/http/openapi/host_glossary'
import { KEY_PARAMETER, REPLAY_HEADER, repeatSentence } from '#app/http/openapi/idempotency'
import { operationIdOf, pascal } from '#app/http/openapi/operation_id'
import { errorSchema, refusals, type Refusing } from '#app/http/openapi/refusals'
import { SchemaWriter } from '#app/http/openapi/schema_writer'
import { MEDIA_TYPES } from '#app/http/request_body'
import {
  emptyAllowed,
  propertiesOf,
  requiredOf,
  schemaOf,
} from '#app/http/openapi/validator_schema'
import { isForPrograms } from '#app/http/page_route'
import type { AnyValidator, JsonSchema, RouteDeclaration } from '#app/http/route_declaration'
import { declaredRoutes } from '#app/http/route_macros'

/** A route as the document shows it: one method of one pattern. */
export interface ApiRoute {
  method: string
  pattern: string
  operationId: string
  declaration: RouteDeclaration
}

/** The routes of the API. Pages of operators and the data behind them are not among them. */
export function apiRoutes(): ApiRoute[] {
  return declaredRoutes()
    .filter(({ declaration }) => declaration.access?.kind !== 'operator')
    .flatMap(({ route, declaration }) => {
      const { pattern, methods } = route.toJSON()
      return methods
        .filter((method) => method !== 'HEAD')
        .map((method) => ({
          method,
          pattern,
          operationId: operationIdOf(declaration, pattern, method),
          declaration,
        }))
    })
}

/** `/api/v1/objects/:id` is `/api/v1/objects/{id}`; a `*` is called `rest`. */
export const documentPath = (pattern: string) =>
  pattern.replace(/:(\w+)\??/g, '{$1}').replace('*', '{rest}')

/** The words of the host and the modules. */
export function wordsOf(modules: readonly ServiceModule[]): Words {
  const words = new Words()
  words.add(HOST_GLOSSARY)
  for (const { glossary } of modules) if (glossary) words.add(glossary)
  return words
}

/** What the operations of one document are written with. */
interface Writing extends Refusing {
  words: Words
  schemas: SchemaWriter
}

/**
 * The OpenAPI 3.1 document of this process. It is made from route declarations, their validators,
 * the glossaries and the error catalogue, so that it cannot say anything that the service does not
 * do.
 */
export function openApiDocument(
  modules: readonly ServiceModule[],
  catalogue: ErrorCatalogue,
  service: { title: string; url: string }
): JsonSchema {
  const words = wordsOf(modules)
  const schemas = new SchemaWriter(words)
  const guardRefusals = modules.flatMap((module) => module.guardRefusals ?? [])
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of apiRoutes()) {
    const path = documentPath(route.pattern)
    const written = operation(route, { catalogue, guardRefusals, words, schemas })
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: written }
  }
  schemas.write(errorSchema, '')
  return {
    'openapi': '3.1.0',
    'info': {
      title: service.title,
      version: '1',
      description: [envelopes(), TEXT_NOTE, STREAM_NOTE].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    'servers': [{ url: service.url, description: 'This installation' }],
    'tags': [
      { name: 'Service', description: 'Health, metrics and this reference.' },
      ...modules.map(tagOf),
    ],
    paths,
    'components': {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, an access token, or a scoped token.',
        },
      },
      schemas: schemas.components,
    },
    // OpenAPI has no place for these two, of which generated clients make types.
    'x-error-codes': Object.fromEntries(
      catalogue.all().map(([code, entry]) => [code, toldOf(entry)])
    ),
    'x-events': Object.assign({}, ...modules.map(({ events }) => events)) as JsonSchema,
  }
}

const toldOf = ({ status, retryable, why, fix }: ErrorEntry) => ({ status, retryable, why, fix })

function tagOf({ title, description, events = {} }: ServiceModule) {
  const told = Object.entries(events).map(([type, meaning]) => `- \`${type}\`: ${meaning}`)
  const parts = [description, ...(told.length > 0 ? [`Events:\n\n${told.join('\n')}`] : [])]
  return { name: title, description: parts.filter(Boolean).join('\n\n') }
}

const ENVELOPE =
  'An answer is `{"success": true, "data": …}`, a refusal `{"success": false, "error": {"code", "message"}}`. ' +
  'The interface fixes other forms of some answers, which say only what they tell: '

/** Which addresses of programs answer without the envelope, so that a reader knows what to expect. */
function envelopes(): string {
  const bare = apiRoutes().filter(
    ({ pattern, declaration: { answers } }) =>
      isForPrograms(pattern) &&
      answers.some(({ status, schema: answered, contentType }) => {
        const { success } = (answered?.properties ?? {}) as JsonSchema
        return status < 300 && answered && contentType === undefined && success === undefined
      })
  )
  const named = bare.map(({ method, pattern }) => `\`${method} ${documentPath(pattern)}\``)
  return `${ENVELOPE}${named.join(', ')}.`
}

const TEXT_NOTE =
  'Texts that are kept (names, descriptions, reasons, labels, metadata) have no control characters: those of one line ' +
  'none at all, all others only tabs and line breaks. What stands in a file for spreadsheets and could run there begins with an apostrophe.'

/** OpenAPI describes requests and answers; a stream of frames is neither. */
const STREAM_NOTE =
  'Changes are pushed over a WebSocket at `/api/v1/ws`: JSON text frames, the first of them ' +
  '`{"action":"auth","realmId":"…","token":"…"}` (or `apiKey`) within ten seconds. Refusals come as ' +
  '`error` frames with the codes of this document. `/asyncapi.json` describes every frame.'

function operation(route: ApiRoute, writing: Writing): JsonSchema {
  const { declaration, operationId } = route
  const { access, summary, tag, body } = declaration
  const open = access?.kind === 'public' || access?.kind === 'operator'
  return {
    operationId,
    tags: [tag],
    summary,
    description: [accessSentence(route), repeatSentence(declaration)].filter(Boolean).join(' '),
    security: open ? [] : [{ bearer: [] }],
    parameters: [
      ...pathParameters(route, writing),
      ...queryParameters(route, writing),
      ...(takesKey(route.declaration.idempotency) ? [KEY_PARAMETER] : []),
    ],
    ...(body && { requestBody: requestBody(route, body, writing) }),
    responses: responses(route, writing),
    ...pathField(declaration),
  }
}

/** The field by which a request names its operation, and with that the key of its retries. */
function pathField({ operationPath }: RouteDeclaration): JsonSchema {
  return operationPath?.each === null ? { 'x-operation-path': operationPath.field } : {}
}

const WAITS =
  'Where the policy asks for `approvals`, the answer is 202 with `data.approval`, and it waits.'

const roleWords = (roles: readonly string[]) =>
  roles.length === 0 ? '' : ` with the role ${roles.map((role) => `\`${role}\``).join(' or ')}`

function accessSentence({ method, declaration: { access, bodyType } }: ApiRoute): string {
  switch (access?.kind) {
    case 'authenticated':
      return 'Any valid credential.'
    case 'organization':
      return 'An unscoped credential of the organization.'
    case 'builder_session':
      return `The access token of a builder${roleWords(access.roles)} who signed in; no API key, no scoped token.`
    case 'operator':
      return 'An operator signed in with a browser.'
    case 'platform_admin':
      return 'The own access token of a platform admin.'
    case 'actions': {
      const needs = access.requires.map(
        ({ action, on }) => `Needs \`${action}\` on ${on.describe}.`
      )
      const waits = method !== 'GET' && bodyType === 'json'
      return [...needs, ...(waits ? [WAITS] : [])].join(' ')
    }
    default:
      return 'No credential.'
  }
}

function pathParameters(route: ApiRoute, writing: Writing): JsonSchema[] {
  const fields = propertiesOf(route.declaration.params)
  return [...documentPath(route.pattern).matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    // A parameter `id` is explained as the id of what its collection holds.
    parameter({ name: name!, in: 'path', required: true }, fields[name!], {
      route,
      writing,
      owner: name === 'id' ? collectionOf(route.pattern, name) : route.operationId,
    })
  )
}

function queryParameters(route: ApiRoute, writing: Writing): JsonSchema[] {
  const { query } = route.declaration
  const required = new Set(requiredOf(query))
  return Object.entries(propertiesOf(query)).map(([name, field]) =>
    parameter({ name, in: 'query', required: required.has(name) }, field, {
      route,
      writing,
      owner: route.operationId,
    })
  )
}

interface ParameterContext {
  route: ApiRoute
  writing: Writing
  /** The operation or collection in whose words the parameter is explained. */
  owner: string
}

function parameter(
  place: { name: string; in: string; required: boolean },
  field: JsonSchema = { type: 'string' },
  { route, writing: { words, schemas }, owner }: ParameterContext
): JsonSchema {
  const { description, ...written } = schemas.write(field, owner)
  const given = route.declaration.example
  const example = exampleOf(place.name, field, { words, owner, given })
  return {
    ...place,
    description: description ?? words.meaning(owner, place.name),
    schema: written,
    ...(example !== undefined && { example }),
  }
}

function requestBody(route: ApiRoute, body: AnyValidator, { words, schemas }: Writing) {
  const { declaration, operationId } = route
  const { bodyType, example: given } = declaration
  const taken = bodyType === 'json' ? emptyAllowed(schemaOf(body)) : schemaOf(body)
  return {
    required: true,
    content: {
      [MEDIA_TYPES[bodyType]]: {
        schema: schemas.writeAs(`${pascal(operationId)}Request`, taken, operationId),
        example: exampleBody(taken, { words, owner: operationId, given }),
      },
    },
  }
}

interface DocumentedResponse {
  description: string
  headers?: JsonSchema
  content?: JsonSchema
}

/** A status may be both an answer of the handler and a refusal; the document then has both. */
function responses(
  { declaration, pattern, operationId }: ApiRoute,
  { schemas, ...refusing }: Writing
) {
  const all: Record<string, DocumentedResponse> = refusals(declaration, pattern, refusing)
  for (const { status, description, schema: answered, contentType } of declaration.answers) {
    const refusal = all[String(status)]
    const type = contentType ?? 'application/json'
    const refused = refusal?.content?.[type] as { schema: JsonSchema } | undefined
    const written = answered && schemas.write(answered, operationId)
    const content = written && {
      // A page is text in both cases; two kinds of JSON get an `anyOf`.
      [type]: { schema: refused?.schema.$ref ? { anyOf: [refused.schema, written] } : written },
    }
    all[String(status)] = {
      ...refusal,
      description: refusal ? `${description}\n\n${refusal.description}` : description,
      ...(takesKey(declaration.idempotency) && {
        headers: { ...refusal?.headers, ...REPLAY_HEADER },
      }),
      ...((content || refusal) && { content: { ...refusal?.content, ...content } }),
    }
  }
  return all
}
