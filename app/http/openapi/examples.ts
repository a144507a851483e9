import type { Words } from '#app/http/openapi/glossary'
import type { JsonSchema } from '#app/http/route_declaration'

/** Where the values of an example are looked up. */
export interface ExampleSource {
  words: Words
  /** In whose words: of an operation, or of a collection. */
  owner: string
  /** What the route says of its fields itself. */
  given: Record<string, unknown>
}

/** What an id in an address belongs to: `objects` in `/objects/:id`. */
export function collectionOf(pattern: string, name: string): string {
  const segments = pattern.split('/')
  const index = segments.findIndex((segment) => segment.startsWith(`:${name}`))
  // An object of another kind has no such routes.
  return segments[index + 1] === 'exchange' ? 'exchange' : (segments[index - 1] ?? '')
}

/**
 * A value for a field: what the route says, what the glossary says of the name, or else what the
 * schema allows. Undefined when none of them tells.
 */
export function exampleOf(name: string, schema: JsonSchema, source: ExampleSource): unknown {
  const { words, owner, given } = source
  const { const: only, enum: choices, examples, minimum, description } = schema
  // A field that explains itself is no case of the word.
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

/** An object with its required fields, and those the route itself gives a value. */
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
