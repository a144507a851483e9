import vine from '@vinejs/vine'
import { opaqueId, realmId } from '#app/http/rules'

export const boundaryParams = vine.create({ boundaryId: opaqueId() })

export const boundariesQuery = vine.create({ realmId: realmId() })

export const exchangeObjectsQuery = vine.create({
  realmId: realmId(),
  boundaryId: opaqueId().optional(),
})

export const recoveryKeyBody = vine.create({
  realmId: realmId(),
  boundaryId: opaqueId(),
  walletAddress: vine.string().regex(/^0x[0-9a-fA-F]{40}$/),
})
