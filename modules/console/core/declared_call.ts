/** A JSON Schema, as far as a form looks at it. */
export interface FormSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, FormSchema>
  required?: string[]
  items?: FormSchema
  anyOf?: FormSchema[]
  [rule: string]: unknown
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: FormSchema
}

interface DocumentedOperation {
  'operationId': string
  'summary': string
  'parameters': Parameter[]
  'requestBody'?: { content: Record<string, { schema: FormSchema }> }
  'x-operation-path'?: string
}

/** The parts of the API document that are read here. */
export interface CallDocument {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, FormSchema> }
}

/** What a form of the console has to know of a call: a few hundred bytes of the whole document. */
export interface DeclaredCall {
  operationId: string
  method: string
  /** `/api/v1/objects/{id}/labels` */
  path: string
  summary: string
  /** The method of the TypeScript client, such as `transfers.create`; null when it has none. */
  client: string | null
  /** Where its input goes. */
  input: 'body' | 'query'
  /** Whether it takes an `Idempotency-Key`. */
  keyed: boolean
  /** The field that names the operation, when it makes one. */
  operationPath: string | null
  schema: FormSchema
}

const KEY = 'Idempotency-Key'

/**
 * A call as the API document declares it.
 *
 * @param methods of the TypeScript client by operation
 * @returns null when there is no such operation, or it takes no JSON
 */
export function declaredCall(
  { paths, components }: CallDocument,
  operationId: string,
  methods: Readonly<Record<string, string>>
): DeclaredCall | null {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (operation.operationId !== operationId) continue
      const body = operation.requestBody?.content['application/json']?.schema
      if (operation.requestBody && !body) return null
      return {
        operationId,
        method: method.toUpperCase(),
        path,
        summary: operation.summary,
        client: methods[operationId] ?? null,
        input: body ? 'body' : 'query',
        keyed: operation.parameters.some(({ name }) => name === KEY),
        operationPath: operation['x-operation-path'] ?? null,
        schema: body ? inlined(body, components.schemas) : querySchema(operation, components),
      }
    }
  }
  return null
}

function querySchema(
  { parameters }: DocumentedOperation,
  { schemas }: CallDocument['components']
): FormSchema {
  const given = parameters.filter((each) => each.in === 'query')
  return {
    type: 'object',
    properties: Object.fromEntries(
      given.map(({ name, description, schema = {} }) => [
        name,
        { ...inlined(schema, schemas), ...(description !== undefined && { description }) },
      ])
    ),
    required: given.filter(({ required }) => required).map(({ name }) => name),
  }
}

/** A schema without references; requests refer to nothing that refers back to them. */
function inlined(schema: FormSchema, named: Record<string, FormSchema>): FormSchema {
  const { $ref, properties, items, anyOf, ...rest } = schema
  const target = $ref === undefined ? undefined : named[$ref.slice($ref.lastIndexOf('/') + 1)]
  if (target !== undefined) return { ...inlined(target, named), ...rest }
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, inlined(field, named)])
      ),
    }),
    ...(items && { items: inlined(items, named) }),
    ...(anyOf && { anyOf: anyOf.map((choice) => inlined(choice, named)) }),
  }
}
