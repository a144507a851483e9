import vine from '@vinejs/vine'
import { opaqueId, realmId, shortText } from '#app/http/rules'
import { CUSTODY_LIMITS } from '../limits.ts'

export const sheetQuery = vine.create({ realmId: realmId() })

export const realmParams = vine.create({ realmId: realmId() })

export const liabilityQuery = vine.create({ attestationId: opaqueId().optional() })

export const liabilityParams = vine.create({ id: opaqueId() })

export const haltBody = vine.create({
  type: vine.enum(['withdrawals', 'all_flows'] as const),
  reason: shortText(CUSTODY_LIMITS.haltReasonLength),
})
