import vine from '@vinejs/vine'
import {
  callerPath,
  datedPage,
  form,
  givenName,
  instant,
  opaqueId,
  plainText,
  realmId,
  wholeNumber,
} from '#app/http/rules'
import { MISSED, SCHEDULE_STATUSES } from '../core/schedule.ts'
import { SCHEDULE_LIMITS } from '../limits.ts'

const templateRule = vine.createRule(
  (value, _options, field) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) field.report('The {{ field }} field must be an object', 'object', field)
  },
  {
    toJSONSchema: (schema) => Object.assign(schema, { type: 'object', additionalProperties: true }),
  }
)

/** Its fields depend on the action, which checks them. */
const template = () =>
  vine
    .any()
    .use(templateRule())
    .transform((value) => value as Record<string, unknown>)

export const createScheduleBody = vine.create({
  realmId: realmId(),
  path: callerPath(),
  name: givenName(),
  rule: vine
    .string()
    .minLength(1)
    .maxLength(SCHEDULE_LIMITS.ruleLength)
    .use(form(/^[\x20-\x7e]+$/, 'must be a recurrence rule, such as FREQ=MONTHLY;BYMONTHDAY=1'))
    .optional(),
  runAt: instant().optional(),
  startsAt: instant().optional(),
  timeZone: plainText(SCHEDULE_LIMITS.zoneLength).optional(),
  action: vine.string().minLength(1).maxLength(64),
  template: template(),
  missed: vine.enum(MISSED).optional(),
})

export const listSchedulesQuery = vine.create({
  realmId: realmId(),
  status: vine.enum(SCHEDULE_STATUSES).optional(),
  ...datedPage(),
})

export const scheduleParams = vine.create({ id: opaqueId() })

export const previewQuery = vine.create({ count: wholeNumber(SCHEDULE_LIMITS.previewMax) })
