import vine from '@vinejs/vine'
import { evmAddress, opaqueId, pageCursor, pageLimit, realmId } from '#app/http/rules'
import { LIMITS } from '#app/limits'

export const boundaryParams = vine.create({ boundaryId: opaqueId() })

const page = { limit: pageLimit(LIMITS.listMax), cursor: pageCursor() }

export const boundaryQuery = vine.create({ realmId: realmId() })

export const boundariesQuery = vine.create({ realmId: realmId(), ...page })

export const exchangeObjectsQuery = vine.create({
  realmId: realmId(),
  boundaryId: opaqueId().optional(),
  ...page,
})

export const recoveryKitQuery = vine.create({
  realmId: realmId(),
  boundaryId: opaqueId(),
  format: vine.enum(['json', 'html'] as const).optional(),
})

export const recoveryKeyBody = vine.create({
  realmId: realmId(),
  boundaryId: opaqueId(),
  walletAddress: evmAddress(),
})
