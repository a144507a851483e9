import vine from '@vinejs/vine'
import { realmId, shortText } from '#app/http/rules'
import { LIMITS } from '#app/limits'

export const sheetQuery = vine.create({ realmId: realmId() })

export const realmParams = vine.create({ realmId: realmId() })

export const haltBody = vine.create({
  type: vine.enum(['withdrawals', 'all_flows'] as const),
  reason: shortText(LIMITS.haltReasonLength),
})
