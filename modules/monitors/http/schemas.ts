import { schema } from '#app/http/schemas'
import { DIRECTIONS, MEASURES, MONITOR_STATES } from '../core/monitor.ts'

const { decimal, enumeration, integer, list, nullable, object, string, timestamp } = schema

const monitor = schema.named('Monitor', {
  id: schema.id('mon'),
  realmId: schema.uuid,
  objectPath: nullable(schema.path),
  prefix: nullable(schema.path),
  measure: enumeration(...MEASURES),
  direction: enumeration(...DIRECTIONS),
  threshold: decimal,
  hysteresis: decimal,
  state: enumeration(...MONITOR_STATES),
  value: nullable(decimal),
  changedAt: nullable(timestamp),
  createdAt: timestamp,
})

export const answers = {
  monitor: schema.envelope(object({ monitor })),
  monitors: schema.envelope(
    object({ monitors: list(monitor), total: integer, nextCursor: nullable(string) })
  ),
  deleted: schema.envelope(object({ deleted: { const: true } })),
}
