import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { Client, type AnyData, type Reply } from '#tests/support/client'

type Schema = AnyData

interface DocumentedOperation {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

/**
 * Judges answers by the service's OpenAPI document: they have what it promises, and nothing else.
 */
export class DocumentedAnswers {
  #ajv: Ajv2020
  /** The names of the outcomes that the document tells, by the type of their operations. */
  #outcomes: Map<string, string[]>
  #operations: Map<string, DocumentedOperation>

  constructor(document: AnyData) {
    this.#ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
    addFormats.default(this.#ajv)
    this.#ajv.addSchema({ $id: 'api', $defs: closed(document.components.schemas as Schema) })
    this.#outcomes = outcomesIn(document.components.schemas as Schema)
    const paths = document.paths as Record<string, Record<string, DocumentedOperation>>
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    this.#operations = new Map(operations.map((each) => [each.operationId, each]))
  }

  static async read(): Promise<DocumentedAnswers> {
    const { body } = await Client.anonymous().get('/openapi.json')
    return new DocumentedAnswers(body as AnyData)
  }

  /**
   * What an answer has that the document does not name, and what it lacks of what the document
   * names.
   */
  problems(operationId: string, { status, headers, body }: Reply<unknown>): string[] {
    const answer = this.#operations.get(operationId)?.responses[status]
    if (answer === undefined) return [`${operationId} does not document status ${status}`]
    if (answer.content === undefined) return []
    const type = headers.get('content-type')?.split(';')[0] ?? 'none'
    if (!(type in answer.content)) return [`${operationId} ${status} does not document ${type}`]
    if (type !== 'application/json') return []
    const judge = this.#judgeOf(`${operationId}-${status}`, answer.content[type]!.schema)
    return [...found(judge, body), ...this.#outcomeProblems(body)]
  }

  /**
   * Any object is the outcome of some module's operation, so every outcome is held against what the
   * document says of its own type.
   */
  #outcomeProblems(value: unknown): string[] {
    if (!isSchema(value)) return []
    const inner = Object.values(value).flatMap((each) => this.#outcomeProblems(each))
    const { type, outcome } = value
    const names = this.#outcomes.get(String(type))
    if (names === undefined || typeof outcome !== 'string') return inner
    const [one, ...others] = names.map((name) => ({ $ref: `#/components/schemas/${name}` }))
    const told = others.length === 0 ? one! : { anyOf: [one, ...others] }
    const judge = this.#judgeOf(names.join('-'), told)
    return [...inner, ...found(judge, JSON.parse(outcome)).map((problem) => `${names}${problem}`)]
  }

  #judgeOf(id: string, schema: Schema): ValidateFunction {
    return this.#ajv.getSchema(id) ?? this.#ajv.compile({ $id: id, ...closed(schema) })
  }
}

/** The same schema, closed, so that a field that it does not name is an error. */
export function closed(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === '$ref') return (value as string).replace('#/components/schemas/', 'api#/$defs/')
    const open = isSchema(value) && isSchema(value.properties) && !('additionalProperties' in value)
    return open ? { ...value, additionalProperties: false } : value
  }) as Schema
}

function found(judge: ValidateFunction, value: unknown): string[] {
  if (judge(value)) return []
  return judge.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`
  )
}

function outcomesIn(schemas: Schema): Map<string, string[]> {
  const told = Object.entries(schemas as Record<string, Schema>).flatMap(([name, schema]) => {
    const [, type] = /^Of a `(\w+)`\.$/.exec(String(schema.description)) ?? []
    return type === undefined ? [] : [{ type, name }]
  })
  const byType = Map.groupBy(told, ({ type }) => type)
  return new Map([...byType].map(([type, named]) => [type, named.map(({ name }) => name)]))
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
