import type { AnyValidator, JsonSchema } from '#app/http/route_declaration'

/** In JSON, null in an optional field means that the field is left out. */
export function emptyAllowed(schema: JsonSchema): JsonSchema {
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
  const { type, enum: values, anyOf, const: only, description } = schema
  if (only !== undefined) {
    return {
      anyOf: [{ type, const: only }, { type: 'null' }],
      ...(description ? { description } : {}),
    }
  }
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(Array.isArray(values) && { enum: [...new Set<unknown>([...values, null])] }),
    ...(Array.isArray(anyOf) && { anyOf: [...(anyOf as JsonSchema[]), { type: 'null' }] }),
  }
}

/** What a validator takes, as JSON Schema. */
export function schemaOf(validator: AnyValidator): JsonSchema {
  const schema = JSON.parse(
    JSON.stringify(validator.toJSONSchema(), (_key, value: unknown) =>
      isObject(value) ? inOneForm(value) : value
    )
  ) as JsonSchema
  requireNullables(schema, validator.toJSON().schema.schema)
  return schema
}

type Compiled = ReturnType<AnyValidator['toJSON']>['schema']['schema']

/** VineJS calls a field that may be null one that may be left out, and refuses a request without it. */
function requireNullables(schema: JsonSchema, node: Compiled) {
  if (node.type !== 'object' || !('properties' in schema)) return
  const fields = schema.properties as Record<string, JsonSchema>
  for (const each of node.properties) {
    if ('fieldName' in each && each.fieldName in fields)
      requireNullables(fields[each.fieldName]!, each)
  }
  const needed = node.properties.filter((each) => 'isOptional' in each && !each.isOptional)
  if (needed.length > 0) schema.required = needed.map(({ fieldName }) => fieldName)
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * VineJS describes a field of any type as all types, even when a rule has named one, and one value
 * as an enumeration of it, which generators of clients do not know of booleans.
 */
function inOneForm(schema: JsonSchema): JsonSchema {
  const { enum: values, type, anyOf, ...rest } = schema
  if (type === 'boolean' && Array.isArray(values) && values.length === 1) {
    return { ...rest, type, const: values[0] as unknown }
  }
  return anyOf !== undefined && type !== undefined ? { ...schema, anyOf: undefined } : schema
}

export function propertiesOf(validator: AnyValidator | null): Record<string, JsonSchema> {
  return validator ? ((schemaOf(validator).properties ?? {}) as Record<string, JsonSchema>) : {}
}

export function requiredOf(validator: AnyValidator | null): string[] {
  return validator ? ((schemaOf(validator).required ?? []) as string[]) : []
}
