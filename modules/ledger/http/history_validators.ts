import vine from '@vinejs/vine'
import { VOCABULARY } from '#app/extension/vocabulary'
import {
  form,
  instant,
  opaqueId,
  pageCursor,
  pageLimit,
  pathFilters,
  pathPrefix,
  realmId,
  timeFilters,
} from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { LEDGER_LIMITS } from '../limits.ts'
import { DELTA_TYPES } from '../extension/ledger_terms.ts'
import { operationTypes } from './validators.ts'
import { OPERATION_STATES } from '../core/terms.ts'

const page = { limit: pageLimit(LEDGER_LIMITS.journalListMax), cursor: pageCursor() }

const objectFilters = () => ({
  objectId: opaqueId().optional(),
  objectPath: pathPrefix().optional(),
})

/** The two names of one filter must not contradict each other. */
const oneType = vine.createRule((value, _options, field) => {
  const { type } = field.parent as { type?: unknown }
  if (type === undefined || type === value) return
  field.report('type and deltaType must not be different', 'exclusive', field)
})

/** A name with dots and underscores, as event and delta types are. */
const typeName = () =>
  vine
    .string()
    .use(form(/^[a-z][a-z_.]{0,63}$/, 'must be a name of lower-case letters, dots and underscores'))

export const listEventsQuery = vine.create({
  realmId: realmId(),
  type: typeName().optional(),
  ...objectFilters(),
  ...pathFilters(),
  ...timeFilters(),
  ...page,
})

export const listDeltasQuery = vine.create({
  realmId: realmId(),
  type: vine.enum(DELTA_TYPES).optional(),
  /** Another name of `type`. */
  deltaType: vine.enum(DELTA_TYPES).use(oneType()).optional(),
  ...objectFilters(),
  ...pathFilters(),
  ...timeFilters(),
  ...page,
})

export const exportQuery = vine.create({
  realmId: realmId(),
  from: instant(),
  to: instant(),
  type: vine.enum(VOCABULARY.operationTypes).optional(),
  types: operationTypes().optional(),
  ...objectFilters(),
  ...pathFilters(),
  state: vine.enum(OPERATION_STATES).optional(),
  ...page,
})

export const snapshotQuery = vine.create({ realmId: realmId(), asOf: instant() })

export const statementQuery = vine.create({
  realmId: realmId().optional(),
  ...timeFilters(),
  format: vine.enum(['json', 'csv'] as const).optional(),
})

export const realmQuery = vine.create({ realmId: realmId() })

export const reconciliationQuery = vine.create({
  realmId: realmId(),
  limit: pageLimit(LIMITS.listMax),
  cursor: pageCursor(),
})
