import openapiTypes, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { LEFT_OUT, NAMES, nameOf } from './names.js'

/** The parts of the API document that are read here. */
export interface ApiDocument {
  'paths': Record<string, Record<string, DocumentedOperation>>
  'components': { schemas: Record<string, Schema> }
  'x-error-codes': Record<string, { retryable: boolean; why: string }>
  'x-events': Record<string, string>
}

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}

interface DocumentedOperation {
  'operationId': string
  'summary': string
  'description': string
  'parameters': { name: string; in: string; schema: Schema }[]
  'requestBody'?: { content: Record<string, { schema: Schema }> }
  'responses': Record<string, { content?: Record<string, { schema: Schema }> }>
  'x-operation-path'?: string
}

/** An operation with its place in the client. */
interface Method {
  name: string
  verb: string
  path: string
  operation: DocumentedOperation
}

const HEAD =
  '// Generated from the documents of the service by `node ace client:generate`. Do not edit.\n'

/** The parts of the document of the stream that are read here. */
export interface StreamDocument {
  operations: Record<string, StreamOperation>
  components: { messages: Record<string, { payload: Schema }>; schemas: Record<string, Schema> }
}

interface StreamOperation {
  action: 'receive' | 'send'
  messages: { $ref: string }[]
  reply?: { messages: { $ref: string }[] }
}

/**
 * The generated files of the client by name, made from the API document (OpenAPI) and that of the
 * stream (AsyncAPI).
 */
export async function generate(
  document: ApiDocument,
  stream: StreamDocument
): Promise<Record<string, string>> {
  const resources = resourcesOf(document)
  return {
    'schema.ts': await schemaText(document, stream),
    'stream.ts': streamText(stream),
    'errors.ts': errorsText(document['x-error-codes']),
    'events.ts': eventsText(document['x-events']),
    'routes.ts': routesText(resources, document),
    'resources.ts': resourcesText(resources, document),
  }
}

function resourcesOf({ paths }: ApiDocument): Map<string, Method[]> {
  const places = new Map(
    Object.entries(NAMES).flatMap(([resource, methods]) =>
      Object.entries(methods).map(([name, id]) => [id, [resource, name] as const] as const)
    )
  )
  const resources = new Map<string, Method[]>(Object.keys(NAMES).map((name) => [name, []]))
  for (const [path, methods] of Object.entries(paths)) {
    for (const [verb, operation] of Object.entries(methods)) {
      const { operationId } = operation
      const isCalled = path.startsWith('/api/v1/') && !LEFT_OUT.includes(operationId)
      const place = places.get(operationId) ?? (isCalled ? nameOf(operationId, path) : null)
      if (!place) continue
      const [resource, name] = place
      const method = { name, verb: verb.toUpperCase(), path, operation }
      resources.set(resource, [...(resources.get(resource) ?? []), method])
    }
  }
  return new Map([...resources].filter(([, methods]) => methods.length > 0))
}

/**
 * The methods that change something, by operation: the console shows them beside its forms. It is no
 * part of the client, so that an installation without the client has it too.
 */
export function changingMethods(document: ApiDocument): string {
  const rows = [...resourcesOf(document)].flatMap(([resource, methods]) =>
    methods
      .filter(({ verb }) => verb !== 'GET')
      .map(({ name, operation }) => `  ${operation.operationId}: '${resource}.${name}',`)
  )
  return [
    HEAD,
    '/** Methods of the TypeScript client by operation. */',
    `export const CLIENT_METHODS: Readonly<Record<string, string>> = {\n${rows.join('\n')}\n}\n`,
  ].join('\n')
}

/** The types of what the methods take and answer; refusals all have one form. */
async function schemaText(document: ApiDocument, stream: StreamDocument): Promise<string> {
  const shown = [...resourcesOf(document).values()].flat()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { path, verb, operation } of shown) {
    const { summary, parameters, requestBody, responses, operationId } = operation
    const told = parameters.filter((each) => each.in !== 'header')
    const answers = Object.entries(responses).filter(([status]) => Number(status) < 300)
    const kept = { operationId, summary, parameters: told, requestBody }
    paths[path] = {
      ...paths[path],
      [verb.toLowerCase()]: { ...kept, responses: Object.fromEntries(answers.map(withoutHeaders)) },
    }
  }
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const frames = Object.entries(stream.components.messages).map(
    ([name, { payload }]) => [frameName(name), payload] as const
  )
  const schemas = {
    ...stream.components.schemas,
    ...document.components.schemas,
    ...Object.fromEntries(frames),
  }
  const nodes = await openapiTypes({ ...document, paths, components: { schemas } } as never, {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  })
  const wanted = ['components', 'operations']
  const isWanted = (node: ts.Node) =>
    ts.isInterfaceDeclaration(node) && wanted.includes(node.name.text)
  return HEAD + astToString(nodes.filter(isWanted))
}

type Responding = DocumentedOperation['responses'][string]

const withoutHeaders = ([status, { content }]: [string, Responding]) =>
  [status, { description: '', content }] as const

const frameName = (message: string) => `frame.${message}`

/** The frames that a client sends, those that answer them, and all that the service sends. */
function streamText({ operations }: StreamDocument): string {
  const nameOfMessage = ({ $ref }: { $ref: string }) => $ref.split('/').pop()!
  const typeOf = (name: string) => `Schemas['${frameName(name)}']`
  const all = Object.values(operations)
  const asked = all.filter(({ action }) => action === 'receive')
  const answersOf = ({ reply }: StreamOperation) =>
    (reply?.messages ?? []).map(nameOfMessage).filter((name) => name !== 'error')
  const pushed = all.filter(({ action }) => action === 'send').flatMap(({ messages }) => messages)
  const sent = [...new Set(['error', ...asked.flatMap(answersOf), ...pushed.map(nameOfMessage)])]
  const rows = (of: (operation: StreamOperation) => string) =>
    asked.map((each) => `  ${nameOfMessage(each.messages[0]!)}: ${of(each)}`).join('\n')
  return [
    HEAD,
    "import type { components } from './schema.js'\n",
    "type Schemas = components['schemas']\n",
    '/** Frames of the client, by action. */',
    `export interface ClientFrames {\n${rows(({ messages }) => typeOf(nameOfMessage(messages[0]!)))}\n}\n`,
    '/** What answers each of them, when it is not refused. */',
    `export interface ClientAnswers {\n${rows((each) => answersOf(each).map(typeOf).join(' | '))}\n}\n`,
    '/** Frames of the service. */',
    `export type ServerFrame =\n${sent.map((name) => `  | ${typeOf(name)}`).join('\n')}\n`,
  ].join('\n')
}

function errorsText(codes: ApiDocument['x-error-codes']): string {
  const all = Object.entries(codes)
  const members = all.map(([code, { why }]) => `  /** ${why} */\n  ${code}: true`)
  const retryable = all.filter(([, each]) => each.retryable).map(([code]) => `  '${code}',`)
  return [
    HEAD,
    '/** Why the service refuses, by code. */',
    `export interface ErrorCodes {\n${members.join('\n')}\n}\n`,
    'export type ErrorCode = keyof ErrorCodes\n',
    '/** Codes with which the same request may succeed later. */',
    `export const RETRYABLE_CODES: readonly ErrorCode[] = [\n${retryable.join('\n')}\n]\n`,
  ].join('\n')
}

function eventsText(events: ApiDocument['x-events']): string {
  const members = Object.entries(events).map(([type, why]) => `  /** ${why} */\n  '${type}': true`)
  return [
    HEAD,
    '/** What events tell, by type. */',
    `export interface EventTypes {\n${members.join('\n')}\n}\n`,
    'export type EventType = keyof EventTypes\n',
  ].join('\n')
}

function routesText(resources: Map<string, Method[]>, document: ApiDocument): string {
  const rows = [...resources].map(([resource, methods]) => {
    const lines = methods.map((method) => `    ${method.name}: ${routeText(method, document)},`)
    return `  ${resource}: {\n${lines.join('\n')}\n  },`
  })
  return [
    HEAD,
    "import type { Route } from '../route.js'\n",
    '/** The requests behind the methods of the client. */',
    `export const RESOURCES: Record<string, Record<string, Route>> = {\n${rows.join('\n')}\n}\n`,
  ].join('\n')
}

function routeText({ verb, path, operation }: Method, document: ApiDocument): string {
  const { parameters, requestBody } = operation
  const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const operationPath = operation['x-operation-path']
  const list = listOf(operation, document)
  const takesRealm = query.includes('realmId') || 'realmId' in fieldsOf(requestBody, document)
  const parts = [
    `method: '${verb}'`,
    `path: '${path}'`,
    requestBody && 'body: true',
    requestBody && 'multipart/form-data' in requestBody.content && 'form: true',
    requestBody && query.length > 0 && `query: ['${query.join("', '")}']`,
    takesRealm && 'realm: true',
    takesKey(operation) && 'keyed: true',
    operationPath && `operationPath: '${operationPath}'`,
    list && `list: '${list}'`,
  ]
  return `{ ${parts.filter(Boolean).join(', ')} }`
}

function resourcesText(resources: Map<string, Method[]>, document: ApiDocument): string {
  const interfaces = [...resources].map(([resource, methods]) => {
    const members = methods.map((method) => methodText(method, document))
    return `export interface ${typeName(resource)}<Bound extends boolean> {\n${members.join('\n\n')}\n}\n`
  })
  const members = [...resources.keys()].map(
    (resource) => `  readonly ${resource}: ${typeName(resource)}<Bound>`
  )
  return [
    HEAD,
    "import type { Call, ListCall } from '../call.js'",
    "import type { CallOptions } from '../transport.js'",
    "import type { Data, Input, Item, Rest } from '../types.js'\n",
    ...interfaces,
    '/** Everything that can be asked of the service. */',
    `export interface Resources<Bound extends boolean> {\n${members.join('\n')}\n}\n`,
  ].join('\n')
}

function methodText({ name, path, operation }: Method, document: ApiDocument): string {
  const { operationId, summary, description } = operation
  const list = listOf(operation, document)
  const answer = list
    ? `ListCall<Data<'${operationId}'>, Item<'${operationId}', '${list}'>>`
    : `Call<Data<'${operationId}'>>`
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, id]) => `${id}: string`)
  const named = takesKey(operation) && operation['x-operation-path']
  const rest = [`'${operationId}'`, 'Bound', ...(named ? [`'${named}'`] : [])].join(', ')
  const taken = [...ids, `...rest: Rest<${rest}>`].join(', ')
  const asked = (input: string, told: string) =>
    `  ${name}(${[...ids, input, 'options?: CallOptions'].join(', ')}): Call<${told}>`
  const all = `Input<'${operationId}', Bound>`
  const data = `Exclude<Data<'${operationId}'>, string>`
  const forms = [
    asked(`input: ${all} & { format: 'csv' }`, 'string'),
    asked(`input?: ${all} & { format?: 'json' }`, data),
  ]
  return [
    `  /** ${summary}. ${description} */`,
    ...(isFileOnRequest(operation) ? forms : []),
    `  ${name}(${taken}): ${answer}`,
  ].join('\n')
}

/** Whether it answers with data, and with a file for `format=csv`. */
const isFileOnRequest = ({ parameters, responses }: DocumentedOperation) => {
  const types = Object.keys(responses['200']?.content ?? {})
  const takesFormat = parameters.some(({ name }) => name === 'format')
  return takesFormat && types.includes('application/json') && types.includes('text/csv')
}

const takesKey = ({ parameters }: DocumentedOperation) =>
  parameters.some(({ name }) => name === 'Idempotency-Key')

const typeName = (resource: string) => resource.charAt(0).toUpperCase() + resource.slice(1)

/** The field of the answer that a walk with `cursor` lists. */
function listOf(operation: DocumentedOperation, document: ApiDocument): string | null {
  if (!operation.parameters.some(({ name }) => name === 'cursor')) return null
  const answered = fieldsOf(operation.responses['200'], document)
  const data = answered.data ? propertiesOf(answered.data, document) : answered
  const lists = Object.entries(data).filter(([, { type }]) => type === 'array')
  return 'nextCursor' in data && lists.length === 1 ? lists[0]![0] : null
}

type WithContent = { content?: Record<string, { schema: Schema }> } | undefined

function fieldsOf(part: WithContent, document: ApiDocument): Record<string, Schema> {
  const schema = Object.values(part?.content ?? {})[0]?.schema
  return schema ? propertiesOf(schema, document) : {}
}

function propertiesOf(schema: Schema, document: ApiDocument): Record<string, Schema> {
  const name = schema.$ref?.split('/').pop()
  return (name ? document.components.schemas[name] : schema)?.properties ?? {}
}
