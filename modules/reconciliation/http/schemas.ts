import { ACTOR_TYPES } from '#app/extension/principal'
import { schema } from '#app/http/schemas'
import { ITEM_STATES } from '../core/match.ts'
import { ENCODINGS, FILE_FORMATS } from '../core/read_lines.ts'
import { RECONCILIATION_STATUSES } from '../core/reconciliation.ts'
import { RULE_KINDS } from '../core/rules.ts'

const { decimal, enumeration, integer, list, nullable, object, string, timestamp } = schema

const day = { type: 'string', format: 'date' }

const sum = schema.named('ReconciliationSum', { count: integer, there: decimal, here: decimal })

const reconciliation = schema.named('Reconciliation', {
  id: schema.id('rec'),
  realmId: schema.uuid,
  objectPath: nullable(schema.path),
  prefix: nullable(schema.path),
  format: enumeration(...FILE_FORMATS),
  encoding: enumeration(...ENCODINGS),
  mapping: nullable(schema.record),
  rules: list(
    schema.named('ReconciliationRule', { by: enumeration(...RULE_KINDS), days: integer })
  ),
  from: nullable(day),
  to: nullable(day),
  file: schema.named('ReconciliationFile', {
    name: string,
    bytes: integer,
    sha256: schema.sha256,
  }),
  status: enumeration(...RECONCILIATION_STATUSES),
  progress: schema.named('ReconciliationProgress', {
    lines: integer,
    items: integer,
    totalItems: nullable(integer),
  }),
  summary: nullable(object(Object.fromEntries(ITEM_STATES.map((state) => [state, sum])))),
  problems: nullable(
    list(schema.named('ReconciliationProblem', { row: integer, field: string, message: string }))
  ),
  actor: object({ type: enumeration(...ACTOR_TYPES), id: string }),
  createdAt: timestamp,
  endedAt: nullable(timestamp),
})

const item = schema.named('ReconciliationItem', {
  number: integer,
  state: enumeration(...ITEM_STATES),
  rule: nullable(integer),
  difference: nullable(decimal),
  line: nullable(
    schema.named('ReconciliationLine', {
      row: integer,
      date: day,
      amount: decimal,
      references: list(string),
      text: nullable(string),
    })
  ),
  entry: nullable(
    schema.named('ReconciliationEntry', {
      at: timestamp,
      type: schema.words('operationTypes'),
      operationId: nullable(schema.id('op')),
      operationPath: nullable(schema.path),
      reference: nullable(string),
      amount: decimal,
    })
  ),
  suggestion: nullable(integer),
})

const page = { total: integer, nextCursor: nullable(string) }

export const answers = {
  reconciliation: schema.envelope(object({ reconciliation })),
  reconciliations: schema.envelope(
    object({ reconciliations: list(reconciliation), ...page, totalIsExact: schema.boolean }, [
      'totalIsExact',
    ])
  ),
  items: schema.envelope(object({ items: list(item), ...page })),
  deleted: schema.envelope(object({ deleted: schema.boolean })),
}
