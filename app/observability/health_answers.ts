import { schema } from '#app/http/schemas'

const { boolean, enumeration, list, object, string } = schema

export const liveAnswer = object({ status: enumeration('ok') })

/** A `HealthReport`, or only its status for a caller who may not see the inside. */
export const readyAnswer = schema.named(
  'Readiness',
  {
    status: enumeration('ok', 'degraded', 'down'),
    checks: list(
      schema.named('HealthCheck', { name: string, fatal: boolean, ok: boolean, detail: string })
    ),
  },
  ['checks']
)
