import vine from '@vinejs/vine'
import { instant, opaqueId, pageLimit, pathPrefix, realmId } from '#app/http/rules'
import { ANALYTICS_LIMITS } from '../limits.ts'

export const historyQuery = vine.create({
  realmId: realmId(),
  target: pathPrefix().optional(),
  prefix: pathPrefix().optional(),
  kind: vine.enum(['path', 'object'] as const).optional(),
  objectId: opaqueId().optional(),
  from: instant(),
  to: instant(),
  points: pageLimit(ANALYTICS_LIMITS.historyPoints),
})
