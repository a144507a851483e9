import vine from '@vinejs/vine'
import { callerPath, opaqueId, realmId } from '#app/http/rules'

export const deleteObjectBody = vine.create({
  realmId: realmId(),
  objectId: opaqueId().optional(),
  path: callerPath().optional(),
  sweepToPath: callerPath().optional(),
  liquidatePositions: vine.boolean({ strict: true }).optional(),
})

export const deletionReadinessQuery = vine.create({ realmId: realmId() })
