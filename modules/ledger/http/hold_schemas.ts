import { schema } from '#app/http/schemas'
import { HOLD_STATUSES } from '../core/hold.ts'
import { countedPage, operationSchema } from './schemas.ts'
import { moneySchema } from './value_schemas.ts'

const { nullable, decimal, timestamp, list, object, envelope, enumeration } = schema

const holdSchema = schema.named('Hold', {
  operationId: schema.id('op'),
  path: schema.path,
  status: enumeration(...HOLD_STATUSES),
  sourceObjectPath: schema.path,
  targetObjectPath: nullable(schema.path),
  amount: decimal,
  capturedAmount: decimal,
  remainingAmount: decimal,
  denomination: { const: 'USD' },
  expiresAt: nullable(timestamp),
  metadata: nullable({ type: 'object', additionalProperties: { type: 'string' } }),
  captures: list(schema.id('op')),
  createdAt: timestamp,
})

/** JSON Schemas of the routes about holds. */
export const holdAnswers = {
  operation: envelope(object({ operation: operationSchema })),
  capture: envelope(object({ operation: operationSchema, fee: moneySchema })),
  hold: envelope(object({ hold: holdSchema })),
  holds: envelope(object({ holds: list(holdSchema), ...countedPage }, ['totalIsExact'])),
}
