import vine from '@vinejs/vine'
import {
  callerPath,
  datedPage,
  form,
  jsonInForm,
  opaqueId,
  pageCursor,
  pageLimit,
  pathPrefix,
  plainText,
  realmId,
  uploadedFile,
} from '#app/http/rules'
import { DATE_FORMATS, dayOf } from '../core/day.ts'
import { ITEM_STATES } from '../core/match.ts'
import { ENCODINGS, FILE_FORMATS } from '../core/read_lines.ts'
import { RECONCILIATION_STATUSES } from '../core/reconciliation.ts'
import { RULE_KINDS } from '../core/rules.ts'
import { RECONCILIATION_LIMITS } from '../limits.ts'

const column = () => plainText(RECONCILIATION_LIMITS.columnLength)

const isDay = vine.createRule(
  (value, _options, field) => {
    if (typeof value === 'string' && dayOf(value, 'yyyy-MM-dd') === null) {
      field.report('The {{ field }} field must be a day such as 2026-01-31', 'day', field)
    }
  },
  { toJSONSchema: (schema) => Object.assign(schema, { format: 'date' }) }
)

/** A day, read as days since 1970-01-01. */
const day = () =>
  vine
    .string()
    .use(form(/^\d{4}-\d\d-\d\d$/, 'must be a day such as 2026-01-31'))
    .use(isDay())
    .transform((value) => dayOf(value, 'yyyy-MM-dd')!)

export const createReconciliationBody = vine.create({
  realmId: realmId(),
  objectPath: callerPath().optional(),
  prefix: pathPrefix().optional(),
  format: vine.enum(FILE_FORMATS),
  encoding: vine.enum(ENCODINGS).optional(),
  mapping: vine
    .object({
      date: column(),
      amount: column().optional(),
      credit: column().optional(),
      debit: column().optional(),
      reference: column().optional(),
      text: column().optional(),
      currency: column().optional(),
      delimiter: vine.enum([',', ';', '\t', '|'] as const).optional(),
      dateFormat: vine.enum(DATE_FORMATS).optional(),
      decimal: vine.enum(['.', ','] as const).optional(),
      group: vine.enum(['.', ',', ' ', "'"] as const).optional(),
      inverted: vine.boolean({ strict: true }).optional(),
    })
    .parse(jsonInForm)
    .optional(),
  rules: vine
    .array(
      vine.object({
        by: vine.enum(RULE_KINDS),
        days: vine
          .number({ strict: true })
          .withoutDecimals()
          .range([0, RECONCILIATION_LIMITS.ruleDays]),
      })
    )
    .minLength(1)
    .maxLength(RECONCILIATION_LIMITS.rules)
    .parse(jsonInForm)
    .optional(),
  from: day().optional(),
  to: day().optional(),
  file: uploadedFile(),
})

export const listReconciliationsQuery = vine.create({
  realmId: realmId(),
  status: vine.enum(RECONCILIATION_STATUSES).optional(),
  ...datedPage(),
})

export const reconciliationParams = vine.create({ id: opaqueId() })

const state = () => vine.enum(ITEM_STATES).optional()

export const reportQuery = vine.create({ state: state() })

export const itemsQuery = vine.create({
  state: state(),
  limit: pageLimit(RECONCILIATION_LIMITS.itemsMax),
  cursor: pageCursor(),
})
