import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '#app/http/route_declaration'
import type { Words } from '#app/http/openapi/glossary'

/**
 * Writes schemas as the document shows them: named ones once, as components, and every field with
 * what it means.
 */
export class SchemaWriter {
  readonly components: Record<string, JsonSchema> = {}
  #sources = new Map<string, JsonSchema>()

  constructor(private words: Words) {}

  /** @param owner the operation or named schema in whose words fields are explained first */
  write(schema: JsonSchema, owner: string): JsonSchema {
    const { title, ...unnamed } = schema
    if (typeof title !== 'string') return this.#fields(unnamed, owner)
    return this.writeAs(title, unnamed, title)
  }

  /** @throws Error when two schemas want one name */
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
    // An example stands at the request, where a test sends it, and not at each of its fields.
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
