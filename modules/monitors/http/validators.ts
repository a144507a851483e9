import vine from '@vinejs/vine'
import {
  callerPath,
  opaqueId,
  pageCursor,
  pageLimit,
  pathPrefix,
  realmId,
  usdAmountOrZero,
  timeFilters,
} from '#app/http/rules'
import { LIMITS } from '#app/limits'
import { DIRECTIONS, MEASURES } from '../core/monitor.ts'

export const createMonitorBody = vine.create({
  realmId: realmId(),
  objectPath: callerPath().optional(),
  prefix: pathPrefix().optional(),
  measure: vine.enum(MEASURES),
  direction: vine.enum(DIRECTIONS),
  threshold: usdAmountOrZero(),
  hysteresis: usdAmountOrZero().optional(),
})

export const listMonitorsQuery = vine.create({
  realmId: realmId(),
  ...timeFilters(),
  limit: pageLimit(LIMITS.listMax),
  cursor: pageCursor(),
})

export const monitorParams = vine.create({ id: opaqueId() })
