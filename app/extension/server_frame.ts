import { EXAMPLE_REALM, exampleId } from '#app/http/openapi/host_glossary'
import type { JsonSchema } from '#app/http/route_declaration'
import { schema } from '#app/http/schemas'

/** A frame that the service sends, as `/asyncapi.json` describes it. */
export interface ServerFrame {
  /** Its name in the document, which no other frame has. */
  readonly name: string
  readonly summary: string
  readonly schema: JsonSchema
  /** A frame as it was sent once. A test provokes one, and holds the example against its fields. */
  readonly example: Readonly<Record<string, unknown>>
}

interface FrameParts {
  /** Left out where the type is the name; needed where frames of one type hold different fields. */
  name?: string
  summary: string
  fields: Record<string, JsonSchema>
  /** Names of fields that may be missing. */
  optional?: string[]
  example: Record<string, unknown>
}

const said = (description: string, form: JsonSchema): JsonSchema => ({ ...form, description })

const REQUEST_ID = said(
  'The `requestId` of the frame that it answers.',
  schema.nullable(schema.string)
)
const DELIVERY_SEQ = said('Counts the events of this connection from 1, without a gap.', {
  type: 'integer',
})
const typeOf = (types: readonly string[]) =>
  said('What kind of frame it is.', types.length === 1 ? { const: types[0] } : { enum: types })

/** A frame that answers one of the client, and repeats its `requestId`. */
export function answerFrame(
  type: string,
  { name = type, summary, fields, optional, example }: FrameParts
): ServerFrame {
  const all = { type: typeOf([type]), requestId: REQUEST_ID, ...fields }
  return {
    name,
    summary,
    schema: schema.object(all, optional),
    example: { type, requestId: 'r1', ...example },
  }
}

const HEAD: Record<string, JsonSchema> = {
  realmId: schema.uuid,
  entityId: said('What it is about: an id, or a name.', schema.nullable(schema.string)),
  entityPath: said('The path of that, where it has one.', schema.nullable(schema.path)),
  eventId: said(
    'The same for the same event on every connection, and after every reconnect.',
    schema.id('evt')
  ),
  correlationId: said(
    'What it belongs to: an operation, or an order.',
    schema.nullable(schema.string)
  ),
  sequence: said(
    'The place in the journal of the realm; of prices, their time in milliseconds.',
    schema.integer
  ),
  timestamp: schema.timestamp,
}

const HEAD_EXAMPLE = {
  realmId: EXAMPLE_REALM,
  entityId: null,
  entityPath: null,
  eventId: exampleId('evt'),
  correlationId: null,
  sequence: 42,
  timestamp: '2026-01-01T00:00:00.000000Z',
}

/** A frame of an event: the head that all of them have (`StreamEventHead`), and a payload. */
export function eventFrame(
  type: string | readonly string[],
  { name, summary, fields, optional, example }: FrameParts
): ServerFrame {
  const types = [type].flat()
  const all = { deliverySeq: DELIVERY_SEQ, type: typeOf(types), ...HEAD, ...fields }
  return {
    name: name ?? types[0]!,
    summary,
    schema: schema.object(all, optional),
    example: { deliverySeq: 1, type: types[0], ...HEAD_EXAMPLE, ...example },
  }
}

/** The answers of a topic that a connection subscribes to as a whole. */
export function subscribedFrames(
  topic: string,
  terms: { fields?: Record<string, JsonSchema>; example?: Record<string, unknown> } = {}
): { subscribed: ServerFrame; unsubscribed: ServerFrame } {
  const { fields = {}, example = {} } = terms
  return {
    subscribed: answerFrame('subscribed', {
      name: `subscribed.${topic}`,
      summary: `What is told of ${topic} is sent from now on.`,
      fields: { topic: { const: topic }, ...fields },
      example: { topic, ...example },
    }),
    unsubscribed: answerFrame('unsubscribed', {
      name: `unsubscribed.${topic}`,
      summary: `Nothing is told of ${topic} any more.`,
      fields: { topic: { const: topic } },
      example: { topic },
    }),
  }
}
