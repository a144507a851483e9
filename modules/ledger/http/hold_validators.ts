import vine from '@vinejs/vine'
import {
  callerPath,
  metadataMap,
  opaqueId,
  pageCursor,
  pageLimit,
  pathPrefix,
  realmId,
  timeFilters,
  usdAmount,
} from '#app/http/rules'
import { HOLD_STATUSES } from '../core/hold.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { conditionFields } from './condition_rules.ts'

const seconds = () =>
  vine.number({ strict: true }).withoutDecimals().range([1, LEDGER_LIMITS.holdSecondsMax])

export const holdParams = vine.create({ operationId: opaqueId() })

export const openHoldBody = vine.create({
  realmId: realmId(),
  path: callerPath(),
  sourceObjectPath: callerPath(),
  targetObjectPath: callerPath().optional(),
  amount: usdAmount(),
  expiresInSeconds: seconds().optional(),
  metadata: metadataMap().optional(),
  ...conditionFields(),
})

export const captureHoldBody = vine.create({
  realmId: realmId(),
  path: callerPath(),
  amount: usdAmount().optional(),
  targetObjectPath: callerPath().optional(),
  final: vine.boolean({ strict: true }).optional(),
})

export const releaseHoldBody = vine.create({
  realmId: realmId(),
  path: callerPath().optional(),
})

export const extendHoldBody = vine.create({ realmId: realmId(), expiresInSeconds: seconds() })

export const listHoldsQuery = vine.create({
  realmId: realmId(),
  objectPath: pathPrefix().optional(),
  status: vine.enum(HOLD_STATUSES).optional(),
  ...timeFilters(),
  limit: pageLimit(LEDGER_LIMITS.journalListMax),
  cursor: pageCursor(),
})
