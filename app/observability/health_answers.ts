import { schema } from '#app/http/schemas'

const { boolean, enumeration, list, object, string } = schema

export const liveAnswer = object({ status: enumeration('ok') })

/** A `HealthReport`; the word alone for whoever may not look inside. */
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
