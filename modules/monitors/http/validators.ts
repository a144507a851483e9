import vine from '@vinejs/vine'
import {
  callerPath,
  datedPage,
  opaqueId,
  pathPrefix,
  realmId,
  usdAmountOrZero,
} from '#app/http/rules'
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
  ...datedPage(),
})

export const monitorParams = vine.create({ id: opaqueId() })
