import { schema } from '#app/http/schemas'
import { objectSchema, operationSchema } from './schemas.ts'

const { string, decimal, boolean, integer, list, object, envelope, enumeration } = schema

/** JSON Schemas of the answers about deletions. */
export const deletionAnswers = {
  realm: envelope(object({ deleted: { const: true } })),
  object: envelope(object({ object: objectSchema, operation: operationSchema })),
  readiness: envelope(
    schema.named('DeletionReadiness', {
      objectId: schema.id('obj'),
      path: schema.path,
      objectPath: schema.path,
      ready: boolean,
      settledBalance: decimal,
      openPositionCount: integer,
      heldOutboundCount: integer,
      heldInboundCount: integer,
      requiresSweep: boolean,
      requiresLiquidation: boolean,
      valueAtRisk: decimal,
      cosignArmed: boolean,
      authorization: enumeration('none', 'drain_first', 'step_up'),
      reasons: list(string),
    })
  ),
}
