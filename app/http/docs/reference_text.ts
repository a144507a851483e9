import {
  fieldRows,
  meaningOf,
  schemaName,
  typeText,
  type FieldRow,
} from '#app/http/docs/field_rows'
import { proseOf } from '#app/http/docs/guide_text'
import type { JsonSchema } from '#app/http/route_declaration'

interface Parameter {
  name: string
  in: string
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: unknown[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: JsonSchema }> }
  >
}

/** An operation as its page shows it. */
export interface OperationText {
  id: string
  method: string
  path: string
  summary: string
  access: string
  parameters: FieldRow[]
  body: FieldRow[]
  request: string
  answers: AnswerText[]
}

interface AnswerText {
  status: string
  says: string
  /** What else is said of it, as HTML. */
  more: string
  type: string
  schema: string | null
  fields: FieldRow[]
}

/** The operations of one tag. */
export interface ReferencePart {
  slug: string
  title: string
  /** HTML. */
  about: string
  operations: OperationText[]
}

const FORM = 'application/x-www-form-urlencoded'

export const slugOf = (title: string) => title.toLowerCase().replace(/\W+/g, '-')

/** The reference, part by part, in the order of the document. */
export function referenceParts(document: JsonSchema): ReferencePart[] {
  const tags = document.tags as { name: string; description: string }[]
  const { url } = (document.servers as { url: string }[])[0]!
  const paths = document.paths as Record<string, Record<string, DocumentedOperation>>
  const schemas = schemasOf(document)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      text: operationText({ method: method.toUpperCase(), path, operation }, url, schemas),
    }))
  )
  return tags
    .map(({ name, description }) => ({
      slug: slugOf(name),
      title: name,
      about: proseOf(description),
      operations: operations.filter(({ tag }) => tag === name).map(({ text }) => text),
    }))
    .filter((part) => part.operations.length > 0)
}

/** Every named schema of several documents, with its fields. */
export function schemaPage(...documents: JsonSchema[]) {
  const schemas = Object.entries(Object.assign({}, ...documents.map(schemasOf)) as Schemas)
    .filter(([name]) => !name.endsWith('Request'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => ({ name, fields: fieldRows(schema) }))
  return { title: 'Schemas', schemas }
}

type Schemas = Record<string, JsonSchema>

const schemasOf = (document: JsonSchema) => (document.components as { schemas: Schemas }).schemas

interface Place {
  method: string
  path: string
  operation: DocumentedOperation
}

function operationText(place: Place, url: string, schemas: Schemas): OperationText {
  const { method, path, operation } = place
  const [content] = Object.values(operation.requestBody?.content ?? {})
  const named = content && schemaName(content.schema)
  return {
    id: operation.operationId,
    method,
    path,
    summary: operation.summary,
    access: operation.description,
    parameters: operation.parameters.map(parameterRow),
    body: named ? fieldRows(schemas[named]!) : [],
    request: curlOf(place, url),
    answers: Object.entries(operation.responses).map(([status, answer]) => {
      const [answered] = Object.values(answer.content ?? {})
      const [says = '', ...more] = answer.description.split('\n\n')
      return {
        status,
        says: says.replaceAll('`', ''),
        more: proseOf(more.join('\n\n')),
        type: answered ? typeText(answered.schema) : '',
        schema: answered ? schemaName(answered.schema) : null,
        fields: answered && Number(status) < 300 ? fieldRows(answered.schema) : [],
      }
    }),
  }
}

function parameterRow({ name, in: place, required, description, schema }: Parameter): FieldRow {
  return {
    name,
    depth: 0,
    type: `${typeText(schema)}, in the ${place}`,
    schema: null,
    required,
    ...meaningOf(description),
  }
}

/** The request of the example, to be pasted. */
function curlOf({ method, path, operation }: Place, url: string): string {
  const given = (place: string) =>
    operation.parameters.filter((each) => each.in === place && (place !== 'query' || each.required))
  const address = given('path').reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    path
  )
  const query = new URLSearchParams(
    given('query').map(({ name, example }): [string, string] => [name, String(example)])
  )
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {})
  const lines = [
    `curl '${url.replace(/\/$/, '')}${address}${query.size > 0 ? `?${query}` : ''}'`,
    ...(method === 'GET' || (method === 'POST' && content) ? [] : [`-X ${method}`]),
    ...(operation.security.length > 0 ? ['-H "authorization: Bearer $TOKEN"'] : []),
  ]
  if (content && type === FORM) {
    const form = new URLSearchParams(content.example as Record<string, string>)
    lines.push(`-d '${form}'`)
  } else if (content) {
    lines.push(`-H 'content-type: application/json'`)
    lines.push(`-d '${JSON.stringify(content.example, null, 2).replaceAll("'", "'\\''")}'`)
  }
  return lines.join(' \\\n  ')
}
