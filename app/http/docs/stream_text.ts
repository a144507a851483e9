import { fieldRows } from '#app/http/docs/field_rows'
import { proseOf } from '#app/http/docs/guide_text'
import type { JsonSchema } from '#app/http/route_declaration'

interface Ref {
  $ref: string
}

interface Operation {
  action: 'send' | 'receive'
  summary: string
  messages: Ref[]
  reply?: { messages: Ref[] }
}

interface Message {
  name: string
  summary: string
  payload: JsonSchema
  examples: { payload: unknown }[]
}

const nameOf = ({ $ref }: Ref) => $ref.split('/').pop()!

/** The frames of the AsyncAPI document as `/docs/stream` shows them. */
export function streamText(document: JsonSchema) {
  const { description } = document.info as { description: string }
  const operations = Object.entries(document.operations as Record<string, Operation>)
  const { messages } = document.components as { messages: Record<string, Message> }
  const text = (name: string) => {
    const { summary, payload, examples } = messages[name]!
    const example = JSON.stringify(examples[0]!.payload, null, 2)
    return { name, summary, fields: fieldRows(payload), example }
  }
  const asked = operations.filter(([, { action }]) => action === 'receive')
  const pushed = operations.filter(([, { action }]) => action === 'send')
  const clients = new Set(asked.flatMap(([, operation]) => operation.messages.map(nameOf)))
  return {
    title: 'Stream',
    about: proseOf(description),
    asked: asked.map(([name, { reply }]) => ({
      ...text(name),
      answers: reply!.messages.map(nameOf),
    })),
    pushed: pushed.map(([name, { messages: told }]) => ({
      topic: name.replace('push.', ''),
      frames: told.map(nameOf),
    })),
    frames: Object.keys(messages)
      .filter((name) => !clients.has(name))
      .map(text),
  }
}
