import type { ClientFrameDeclaration, RealtimeTopic } from '#app/extension/realtime_topic'
import { ModuleHost } from '#app/extension/module_host'
import type { ServerFrame } from '#app/extension/server_frame'
import { singleton } from '#app/extension/singleton'
import { installation } from '#app/http/installation'
import { wordsOf } from '#app/http/openapi/document'
import { SchemaWriter } from '#app/http/openapi/schema_writer'
import { emptyAllowed, schemaOf } from '#app/http/openapi/validator_schema'
import type { JsonSchema } from '#app/http/route_declaration'
import { REQUEST_ID_LENGTH } from '#app/realtime/frames'
import { ERROR_FRAME, HOST_ACTIONS, HOST_PUSHES } from '#app/realtime/host_frames'
import { SOCKET_PATH } from '#app/realtime/socket_server'

/** What the host and the modules stream, topic by topic. */
export interface StreamPart {
  title: string
  actions: readonly ClientFrameDeclaration[]
  pushes: readonly ServerFrame[]
}

const ABOUT =
  'A WebSocket of JSON text frames. The first frame of a client is `auth`; then it asks for what it wants to ' +
  'be told. A frame of a client has `action`, one of the service has `type`. `requestId` is a text of the ' +
  'client, and comes back in the answer. Every event has `deliverySeq`, which counts from 1 on each connection ' +
  'without a gap: a client that would miss one is told so by `stream.resync`. A refusal is an `error` frame with ' +
  'a code of the API reference.'

/** The AsyncAPI 3 document of the stream, made once when all modules are loaded. */
@singleton()
export class StreamDocument {
  #document: JsonSchema | null = null

  constructor(private modules: ModuleHost) {}

  parts(): StreamPart[] {
    const topics = this.modules.contributions('realtimeTopics')
    return [
      { title: 'connection', actions: HOST_ACTIONS, pushes: HOST_PUSHES },
      ...topics.map(({ name, actions, pushes }: RealtimeTopic) => ({
        title: name,
        actions,
        pushes: pushes?.() ?? [],
      })),
    ]
  }

  document(): JsonSchema {
    return (this.#document ??= new Writing(wordsOf(this.modules.all())).document(this.parts()))
  }
}

const CHANNEL = { $ref: '#/channels/stream' }
const ofChannel = (name: string) => ({ $ref: `#/channels/stream/messages/${name}` })

/** The document while it is written. */
class Writing {
  #schemas: SchemaWriter
  #messages = new Map<string, JsonSchema>()

  constructor(words: ConstructorParameters<typeof SchemaWriter>[0]) {
    this.#schemas = new SchemaWriter(words)
  }

  document(parts: readonly StreamPart[]): JsonSchema {
    const operations = Object.fromEntries(parts.flatMap((part) => this.#operations(part)))
    const names = [...this.#messages.keys()]
    const { name: title, url } = installation()
    const { host, protocol } = new URL(url)
    return {
      asyncapi: '3.0.0',
      info: {
        title: `${title}: stream`,
        version: '1',
        description: ABOUT,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      defaultContentType: 'application/json',
      servers: {
        installation: { host, protocol: protocol === 'https:' ? 'wss' : 'ws' },
      },
      channels: {
        stream: {
          address: SOCKET_PATH,
          messages: Object.fromEntries(
            names.map((name) => [name, { $ref: `#/components/messages/${name}` }])
          ),
        },
      },
      operations,
      components: {
        messages: Object.fromEntries(this.#messages),
        schemas: this.#schemas.components,
      },
    }
  }

  /** AsyncAPI tells what the service does: it receives frames of clients, and sends its own. */
  #operations({ title, actions, pushes }: StreamPart): [string, JsonSchema][] {
    const asked = actions.map((declared): [string, JsonSchema] => {
      const replies = [...declared.answers().map((frame) => this.#sent(frame)), ERROR_FRAME.name]
      const operation = {
        action: 'receive',
        channel: CHANNEL,
        summary: declared.summary,
        messages: [ofChannel(this.#asked(declared))],
        reply: { channel: CHANNEL, messages: replies.map(ofChannel) },
      }
      return [declared.action, operation]
    })
    if (pushes.length === 0) return asked
    const pushed = {
      action: 'send',
      channel: CHANNEL,
      summary: `What is told of ${title}.`,
      messages: pushes.map((frame) => ofChannel(this.#sent(frame))),
    }
    return [...asked, [`push.${title}`, pushed]]
  }

  #asked({ action, validator, summary, example }: ClientFrameDeclaration): string {
    const taken = emptyAllowed(schemaOf(validator))
    const { properties = {}, required = [] } = taken as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    const head = {
      action: { const: action, description: 'What the frame asks for.' },
      requestId: {
        type: ['string', 'null'],
        maxLength: REQUEST_ID_LENGTH,
        description: 'A text of your own; the answer repeats it.',
      },
    }
    const frame = {
      ...taken,
      type: 'object',
      properties: { ...head, ...properties },
      required: ['action', ...required],
    }
    return this.#message(action, summary, frame, { action, requestId: 'r1', ...example })
  }

  #sent({ name, summary, schema, example }: ServerFrame): string {
    return this.#message(name, summary, schema, example)
  }

  /** @throws Error when two frames have one name, because the document would show one of them */
  #message(name: string, summary: string, schema: JsonSchema, example: ServerFrame['example']) {
    const payload = this.#schemas.write(schema, name)
    const message = { name, summary, payload, examples: [{ payload: example }] }
    const known = this.#messages.get(name)
    if (known && known.summary !== summary) throw new Error(`Two frames are named ${name}`)
    this.#messages.set(name, message)
    return name
  }
}
