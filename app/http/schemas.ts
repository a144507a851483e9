import type { JsonSchema } from '#app/http/route_declaration'

/** What a caller should know about a request that has succeeded. */
const notices: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      code: {
        type: 'string',
        enum: ['RETRY_REPEATS'],
        description: 'What it is about; `RETRY_REPEATS`: a retry would do it again.',
      },
      message: { type: 'string', description: 'What to do next time, in words.' },
    },
    required: ['code', 'message'],
  },
}

/** Small JSON Schema vocabulary for declaring answers. */
export const schema = {
  string: { type: 'string' } as JsonSchema,
  text: (description: string): JsonSchema => ({ type: 'string', description }),
  nullable: ({ description, ...inner }: JsonSchema): JsonSchema => ({
    anyOf: [inner, { type: 'null' }],
    ...(description !== undefined && { description }),
  }),
  boolean: { type: 'boolean' } as JsonSchema,
  integer: { type: 'integer' } as JsonSchema,
  decimal: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' } as JsonSchema,
  timestamp: { type: 'string', format: 'date-time' } as JsonSchema,
  enumeration: (...values: string[]): JsonSchema => ({ type: 'string', enum: values }),
  list: (items: JsonSchema): JsonSchema => ({ type: 'array', items }),
  /** All properties are required, save those named as optional. */
  object: (properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  }),
  /** An object of any fields, for what has no fixed shape. */
  record: { type: 'object', additionalProperties: true } as JsonSchema,
  /** An object that the reference shows once, under this name; answers that hold it refer there. */
  named: (
    name: string,
    properties: Record<string, JsonSchema>,
    optional: string[] = []
  ): JsonSchema => ({
    title: name,
    ...schema.object(properties, optional),
  }),
  /** The success envelope around a payload. */
  envelope: (data: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { success: { const: true }, data },
    required: ['success', 'data'],
  }),
  /** The same, where the request may have been sent without what makes its retries safe. */
  noticed: (envelope: JsonSchema): JsonSchema => ({
    ...envelope,
    properties: { ...(envelope.properties as object), notices },
  }),
}
