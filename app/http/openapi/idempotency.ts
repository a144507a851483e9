import { LIMITS } from '#app/limits'
import type { JsonSchema, RouteDeclaration } from '#app/http/route_declaration'

const OF_KEY = 'Done once per `Idempotency-Key`'
const AS_FIRST = 'a repeat is answered as the first time.'

/** How a POST that is sent again is answered; null for other methods, which declare nothing of it. */
export function repeatSentence({ idempotency }: RouteDeclaration): string | null {
  switch (idempotency?.kind) {
    case 'operation': {
      const { named, repeats } = idempotency
      if (named === null) return `${OF_KEY}: ${AS_FIRST}`
      const once = `Done once per \`${named.field}\` or \`Idempotency-Key\`: ${AS_FIRST}`
      return repeats ? `${once} With neither, a repeat does it again.` : once
    }
    case 'kept':
      return `${OF_KEY}, for 24 hours: ${AS_FIRST} Without one, a repeat is another request.`
    case 'natural':
    case 'none':
      return idempotency.why
    default:
      return null
  }
}

export const KEY_PARAMETER: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeated with the same key, the request is executed once and answered as the first time. Without a path in the body, the operation path is made from it.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: LIMITS.idempotencyKeyLength,
    pattern: '^[\\x21-\\x7e]+$',
  },
  example: 'order-4711',
}

export const REPLAY_HEADER: JsonSchema = {
  'Idempotent-Replayed': {
    description: 'True when this is the answer to an earlier, equal request.',
    schema: { type: 'string', enum: ['true'] },
  },
}
