import vine from '@vinejs/vine'
import { instant, opaqueId, pathPrefix, realmId, wholeNumber } from '#app/http/rules'
import { ANALYTICS_LIMITS } from '../limits.ts'

export const historyQuery = vine.create({
  realmId: realmId(),
  target: pathPrefix().optional(),
  prefix: pathPrefix().optional(),
  kind: vine.enum(['path', 'object'] as const).optional(),
  objectId: opaqueId().optional(),
  from: instant(),
  to: instant(),
  points: wholeNumber(ANALYTICS_LIMITS.historyPoints),
})
