import { schema } from '#app/http/schemas'

const { nullable, decimal, object, envelope } = schema

/** JSON Schemas of the limits of an object. */
export const limitAnswers = {
  limits: envelope(
    object({
      limits: schema.named('ObjectLimits', {
        objectId: schema.id('obj'),
        maxPerMovement: nullable(decimal),
        maxPerDay: nullable(decimal),
        maxBalance: nullable(decimal),
        minBalance: nullable(decimal),
        movedToday: decimal,
      }),
    })
  ),
}
