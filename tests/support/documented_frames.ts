import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import app from '@adonisjs/core/services/app'
import { StreamDocument } from '#app/realtime/stream_document'
import type { AnyData } from '#tests/support/client'
import { closed } from '#tests/support/documented_answers'

interface Message {
  name: string
  judge: ValidateFunction
}

/** Judges frames by `/asyncapi.json`: they have what it promises, and nothing else. */
export class DocumentedFrames {
  static #own: Promise<DocumentedFrames> | null = null
  #messages = new Map<string, Message[]>()

  constructor({ components }: AnyData) {
    const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
    addFormats.default(ajv)
    ajv.addSchema({ $id: 'api', $defs: closed(components.schemas as AnyData) })
    const messages = components.messages as Record<string, { payload: AnyData }>
    for (const [name, { payload }] of Object.entries(messages)) {
      const judge = ajv.compile({ $id: name, ...closed(payload) })
      for (const type of typesOf(payload)) {
        this.#messages.set(type, [...(this.#messages.get(type) ?? []), { name, judge }])
      }
    }
  }

  /** Those of this process, made once. */
  static read(): Promise<DocumentedFrames> {
    return (this.#own ??= app.container
      .make(StreamDocument)
      .then((stream) => new DocumentedFrames(stream.document())))
  }

  /** The message of the document that a frame is; null when it is none. */
  nameOf(frame: AnyData): string | null {
    return this.#of(frame).find(({ judge }) => judge(frame))?.name ?? null
  }

  /** Why a frame is no message of the document; empty when it is one. */
  problems(frame: AnyData): string[] {
    if (this.nameOf(frame) !== null) return []
    const known = this.#of(frame)
    if (known.length === 0) return [`${String(frame.type)} is not documented`]
    return known.flatMap(({ name, judge }) => {
      judge(frame)
      return judge.errors!.map(
        ({ instancePath, message, params }) =>
          `${name}${instancePath} ${message} ${JSON.stringify(params)}`
      )
    })
  }

  #of({ type, action }: AnyData): Message[] {
    return this.#messages.get((type ?? action) as string) ?? []
  }
}

/** The types of the frames that a message describes, or the action of the client's. */
function typesOf({ properties: { type, action } }: AnyData): string[] {
  const { const: only, enum: several } = (type ?? action) as AnyData
  return several ?? [only]
}
