import { sentenceOf } from '#app/http/docs/guide_text'
import type { JsonSchema } from '#app/http/route_declaration'

/** A field as a row of a table; those inside of it follow with a greater depth. */
export interface FieldRow {
  name: string
  depth: number
  type: string
  /** The named schema that says the rest, or null. */
  schema: string | null
  required: boolean
  meaning: string
  /** The same as HTML. */
  meaningHtml: string
}

interface ObjectSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** What a description tells of a field. */
export function meaningOf(description: unknown): Pick<FieldRow, 'meaning' | 'meaningHtml'> {
  const meaning = typeof description === 'string' ? description : ''
  return { meaning, meaningHtml: sentenceOf(meaning) }
}

/** The fields of a schema as a reader goes through them. Named schemas are not opened. */
export function fieldRows(schema: JsonSchema, depth = 0): FieldRow[] {
  const { properties = {}, required = [] } = inner(schema) as ObjectSchema
  return Object.entries(properties).flatMap(([name, field]) => {
    const row = {
      name,
      depth,
      type: typeText(field),
      schema: schemaName(field),
      required: required.includes(name),
      ...meaningOf(field.description),
    }
    return [row, ...fieldRows(field, depth + 1)]
  })
}

/** What a field or the items of a list hold, without the null that may stand in its place. */
function inner(schema: JsonSchema): JsonSchema {
  const choices = choicesOf(schema).filter(({ type }) => type !== 'null')
  if (choices.length === 1) return inner(choices[0]!)
  return isSchema(schema.items) ? inner(schema.items) : schema
}

const choicesOf = ({ anyOf }: JsonSchema) => (Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : [])

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name of the schema that a field refers to, itself or in its items. */
export function schemaName(schema: JsonSchema): string | null {
  const { $ref } = inner(schema)
  return typeof $ref === 'string' ? $ref.split('/').pop()! : null
}

const DECIMAL = '^-?\\d+(\\.\\d+)?$'

/** The type of a field in words. */
export function typeText(schema: JsonSchema): string {
  const { $ref, const: only, enum: values, type, format, pattern } = schema
  if (typeof $ref === 'string') return $ref.split('/').pop()!
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = choicesOf(schema)
  if (choices.length > 0) return choices.map(typeText).join(' or ')
  if (isSchema(schema.items)) return `list of ${typeText(schema.items)}`
  if (isSchema(schema.additionalProperties))
    return `map to ${typeText(schema.additionalProperties)}`
  if (format === 'date-time') return 'time'
  if (pattern === DECIMAL) return 'decimal'
  const types = [type].flat().filter((each) => typeof each === 'string')
  return types.length > 0 ? types.join(' or ') : 'any'
}
