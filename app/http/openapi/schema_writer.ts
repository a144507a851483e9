import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '#app/http/route_declaration'
import type { Words } from '#app/http/openapi/glossary'

/**
 * Writes schemas in the form of the document: named ones once, as components, and every field with
 * its meaning.
 */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {}
  #sources = new Map<string, JsonSchema>()

  constructor(private words: Words) {}

  /** @param owner the operation or named schema whose words come first */
  write(schema: JsonSchema, owner: string): JsonSchema {
    const { title, ...unnamed } = schema
    if (typeof title !== 'string') return this.#fields(unnamed, owner)
    return this.writeAs(title, unnamed, title)
  }

  /** @throws Error when two schemas have one name */
  writeAs(name: string, schema: JsonSchema, owner: string): JsonSchema {
    const known = this.#sources.get(name)
    if (known === undefined) {
      this.#sources.set(name, schema)
      this.components[name] = this.#fields(schema, owner)
    } else if (!isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas are named ${name}`)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #fields(schema: JsonSchema, owner: string): JsonSchema {
    const { properties, items, additionalProperties, anyOf } = schema as {
      properties?: Record<string, JsonSchema>
      items?: JsonSchema
      additionalProperties?: JsonSchema | boolean
      anyOf?: JsonSchema[]
    }
    // The example of a request has the values, and a test sends it; the fields have no examples of
    // their own.
    return {
      ...schema,
      examples: undefined,
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, field]) => [
            name,
            this.#explained(this.write(field, owner), owner, name),
          ])
        ),
      }),
      ...(items && { items: this.write(items, owner) }),
      ...(typeof additionalProperties === 'object' && {
        additionalProperties: this.write(additionalProperties, owner),
      }),
      ...(anyOf && { anyOf: anyOf.map((choice) => this.write(choice, owner)) }),
    }
  }

  #explained(field: JsonSchema, owner: string, name: string): JsonSchema {
    const description = field.description ?? this.words.meaning(owner, name)
    return description === undefined ? field : { ...field, description }
  }
}
