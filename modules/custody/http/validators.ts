import vine from '@vinejs/vine'
import { realmId, usdAmount } from '#app/http/rules'

export const statusQuery = vine.create({ realmId: realmId() })

export const faucetBody = vine.create({
  // The token refuses the zero address.
  address: vine.string().regex(/^0x(?!0{40}$)[0-9a-fA-F]{40}$/),
  amount: usdAmount(),
})
