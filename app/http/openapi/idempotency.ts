import { LIMITS } from '#app/limits'
import type { JsonSchema, RouteDeclaration } from '#app/http/route_declaration'

/** Whether an `Idempotency-Key` makes the retries of a route safe. */
export function takesKey({ idempotency }: RouteDeclaration): boolean {
  return idempotency?.kind === 'operation' || idempotency?.kind === 'kept'
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
