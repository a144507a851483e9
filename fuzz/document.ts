/** The parts of an OpenAPI 3.1 document that requests are made from. */

// A schema is open by nature: any keyword may stand in it.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Schema = Record<string, any>

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Schema
  example?: unknown
}

export interface Operation {
  /** `POST /api/v1/transfer` */
  name: string
  method: string
  /** With its parameters in braces. */
  path: string
  parameters: Parameter[]
  /** Schema of the body, null without one. */
  body: Schema | null
  /** What the document shows for fields and parameters, by name. */
  examples: Record<string, unknown>
  contentType: string
  needsCredential: boolean
  /** Content types of the answers, by status. */
  answers: Record<string, string[]>
}

export class ApiDocument {
  readonly operations: Operation[]

  constructor(readonly json: Schema) {
    this.operations = Object.entries(json.paths as Schema).flatMap(([path, methods]) =>
      Object.entries(methods as Schema).map(([method, operation]) =>
        operationOf(path, method, operation as Schema)
      )
    )
  }

  /** The schema itself, or what it refers to. */
  resolved(schema: Schema): Schema {
    if (typeof schema.$ref !== 'string') return schema
    const keys = schema.$ref.replace(/^#\//, '').split('/')
    return keys.reduce((part, key) => part[key] as Schema, this.json)
  }
}

function operationOf(path: string, method: string, declared: Schema): Operation {
  const content = Object.entries((declared.requestBody?.content ?? {}) as Schema)[0]
  const media = (content?.[1] ?? {}) as Schema
  const [shown] = Object.values((media.examples ?? {}) as Record<string, Schema>)
  const parameters = (declared.parameters ?? []) as Parameter[]
  const inParameters = parameters.map(({ name, example }) => [name, example] as const)
  const examples = { ...Object.fromEntries(inParameters), ...(media.example ?? shown?.value) }
  const answers = Object.entries(declared.responses as Record<string, Schema>).map(
    ([status, { content: types = {} }]) => [status, Object.keys(types as Schema)]
  )
  return {
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters,
    body: media.schema ?? null,
    examples: Object.fromEntries(
      Object.entries(examples as Schema).filter(([, value]) => value !== undefined)
    ),
    contentType: content?.[0] ?? 'application/json',
    needsCredential: declared.security.length > 0,
    answers: Object.fromEntries(answers),
  }
}
