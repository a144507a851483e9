import vine from '@vinejs/vine'
import { instant, opaqueId, pageCursor, pageLimit, pathPrefix, realmId } from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { operationTypes } from '#modules/ledger/http/validators'
import { OPERATION_TYPES } from '#modules/ledger/core/terms'

const page = { limit: pageLimit(LIMITS.feedListMax), cursor: pageCursor() }

/** A name with dots and underscores, as event and delta types are. */
const typeName = () => vine.string().regex(/^[a-z][a-z_.]{0,63}$/)

export const listEventsQuery = vine.create({
  realmId: realmId(),
  type: typeName().optional(),
  objectPath: pathPrefix().optional(),
  ...page,
})

export const DELTA_TYPES = [
  'balance_change',
  'hold_change',
  'status_change',
  'position_change',
  'labels_change',
  'creation',
  'deletion',
  'adjustment',
] as const

export const listDeltasQuery = vine.create({
  realmId: realmId(),
  deltaType: vine.enum(DELTA_TYPES).optional(),
  objectPath: pathPrefix().optional(),
  ...page,
})

export const exportQuery = vine.create({
  realmId: realmId(),
  from: instant(),
  to: instant(),
  type: vine.enum(OPERATION_TYPES).optional(),
  types: operationTypes().optional(),
  objectPath: pathPrefix().optional(),
  objectId: opaqueId().optional(),
  path: pathPrefix().optional(),
  ...page,
})

export const snapshotQuery = vine.create({ realmId: realmId(), asOf: instant() })

export const realmQuery = vine.create({ realmId: realmId() })

export const reconciliationQuery = vine.create({
  realmId: realmId(),
  limit: pageLimit(LIMITS.listMax),
  cursor: pageCursor(),
})
