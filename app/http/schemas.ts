import { VOCABULARY } from '#app/extension/vocabulary'
import type { JsonSchema } from '#app/http/route_declaration'
import type { IdPrefix } from '#app/ids/ids'

/** Notices to the caller about a request that has succeeded. */
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

/** A small JSON Schema vocabulary for declaring answers. */
export const schema = {
  string: { type: 'string' } as JsonSchema,
  text: (description: string, form: JsonSchema = {}): JsonSchema => ({
    type: 'string',
    ...form,
    description,
  }),
  nullable: ({ description, ...inner }: JsonSchema): JsonSchema => ({
    anyOf: [inner, { type: 'null' }],
    ...(description !== undefined && { description }),
  }),
  boolean: { type: 'boolean' } as JsonSchema,
  integer: { type: 'integer' } as JsonSchema,
  decimal: { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' } as JsonSchema,
  timestamp: { type: 'string', format: 'date-time' } as JsonSchema,
  /** An id that the service has issued. */
  id: (...prefixes: IdPrefix[]): JsonSchema => ({
    type: 'string',
    pattern: `^(${prefixes.join('|')})_[0-7][0-9a-z]{25}$`,
  }),
  uuid: { type: 'string', format: 'uuid' } as JsonSchema,
  /** A path of a realm, or a folder with its trailing slash. */
  path: { type: 'string', pattern: '^/' } as JsonSchema,
  /** An address of an EVM chain. */
  address: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' } as JsonSchema,
  /** The CAIP-2 name of a chain. */
  chain: { type: 'string', pattern: '^eip155:\\d+$' } as JsonSchema,
  url: { type: 'string', format: 'uri' } as JsonSchema,
  /** Hash of a transaction or an operation on the chain. */
  chainHash: { type: 'string', pattern: '^0x[0-9a-f]{64}$' } as JsonSchema,
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } as JsonSchema,
  enumeration: (...values: readonly string[]): JsonSchema => ({ type: 'string', enum: values }),
  /** The words of all modules, also of those that are loaded later. */
  words: (of: 'operationTypes' | 'legKinds' | 'objectTypes'): JsonSchema => ({
    type: 'string',
    enum: VOCABULARY[of],
  }),
  /** What operations of all modules tell, also of those that are loaded later. */
  told: (of: 'outcomes' | 'contexts'): JsonSchema => ({ anyOf: VOCABULARY[of] }),
  list: (items: JsonSchema): JsonSchema => ({ type: 'array', items }),
  /** An object whose properties are all required, but for those named as optional. */
  object: (properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema => ({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  }),
  /** An object with any fields, for content without a fixed shape. */
  record: { type: 'object', additionalProperties: true } as JsonSchema,
  /** An object that the reference shows once, under this name; answers that have it refer to it. */
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
  /**
   * The envelope with notices, for a request that may be sent without what makes its retries safe.
   */
  noticed: (envelope: JsonSchema): JsonSchema => ({
    ...envelope,
    properties: { ...(envelope.properties as object), notices },
  }),
}
