import vine from '@vinejs/vine'
import { realmId, usdAmountOrZero } from '#app/http/rules'

const limit = () => usdAmountOrZero().nullable().optional()

export const limitObjectBody = vine.create({
  realmId: realmId(),
  maxPerMovement: limit(),
  maxPerDay: limit(),
  maxBalance: limit(),
  minBalance: limit(),
})
