import { ACTOR_TYPES } from '#app/extension/principal'
import { schema } from '#app/http/schemas'
import { MISSED, OCCURRENCE_STATUSES, SCHEDULE_STATUSES, STATUS_REASONS } from '../core/schedule.ts'

const { enumeration, integer, list, nullable, object, string, timestamp } = schema

const schedule = schema.named('Schedule', {
  id: schema.id('sch'),
  realmId: schema.uuid,
  name: string,
  path: schema.path,
  rule: nullable({ type: 'string', pattern: '^[A-Z]+=' }),
  runAt: nullable(timestamp),
  timeZone: string,
  action: { type: 'string', pattern: '^[a-z_]+$' },
  template: schema.record,
  missed: enumeration(...MISSED),
  status: enumeration(...SCHEDULE_STATUSES),
  statusReason: nullable(enumeration(...STATUS_REASONS)),
  nextRunAt: nullable(timestamp),
  occurrenceCount: integer,
  actor: object({ type: enumeration(...ACTOR_TYPES), id: string }),
  createdAt: timestamp,
  updatedAt: timestamp,
})

const occurrence = schema.named('ScheduleOccurrence', {
  number: integer,
  path: schema.path,
  scheduledAt: timestamp,
  status: enumeration(...OCCURRENCE_STATUSES),
  attempts: integer,
  nextAttemptAt: nullable(timestamp),
  operationId: nullable(schema.id('op')),
  code: nullable({ type: 'string', pattern: '^[A-Z_]+$' }),
  message: nullable(string),
  endedAt: nullable(timestamp),
})

const time = schema.named('ScheduleTime', {
  number: integer,
  path: schema.path,
  scheduledAt: timestamp,
})

const page = { total: integer, totalIsExact: schema.boolean, nextCursor: nullable(string) }

export const answers = {
  schedule: schema.envelope(object({ schedule })),
  detail: schema.envelope(object({ schedule, lastOccurrences: list(occurrence) })),
  preview: schema.envelope(object({ times: list(time) })),
  schedules: schema.envelope(object({ schedules: list(schedule), ...page }, ['totalIsExact'])),
}
