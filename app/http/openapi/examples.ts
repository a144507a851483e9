import type { Words } from '#app/http/openapi/glossary'
import type { JsonSchema } from '#app/http/route_declaration'

/** Where the values of an example come from. */
export interface ExampleSource {
  words: Words
  /** The operation or collection whose words are used. */
  owner: string
  /** The values that the route itself gives its fields. */
  given: Record<string, unknown>
}

/** The collection of an id in an address: `objects` in `/objects/:id`. */
export function collectionOf(pattern: string, name: string): string {
  const segments = pattern.split('/')
  const index = segments.findIndex((segment) => segment.startsWith(`:${name}`))
  return segments[index - 1] ?? ''
}

/**
 * An example value of a field: the route's, else the glossary's for the name, else one that the
 * schema allows. Undefined when there is none.
 */
export function exampleOf(name: string, schema: JsonSchema, source: ExampleSource): unknown {
  const { words, owner, given } = source
  const { const: only, enum: choices, examples, minimum, description } = schema
  // A field with its own description does not use the word of its name.
  const said = name in given ? given[name] : description ? undefined : words.example(owner, name)
  if (said !== undefined) return said
  if (only !== undefined) return only
  if (Array.isArray(choices)) return choices[0]
  if (Array.isArray(examples)) return examples[0]
  const type: unknown = [schema.type].flat()[0]
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return minimum ?? 1
  if (type === 'object') return exampleBody(schema, source)
  if (type === 'array') {
    const item = exampleOf(name, (schema.items ?? {}) as JsonSchema, source)
    return item === undefined ? undefined : [item]
  }
  return undefined
}

/** An object with its required fields, and those that the route gives a value. */
export function exampleBody(schema: JsonSchema, source: ExampleSource): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  const shown = Object.entries(properties).filter(
    ([name]) => required.includes(name) || name in source.given
  )
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(name, field, source)]))
}
