import vine from '@vinejs/vine'
import { form, realmId, usdAmount } from '#app/http/rules'

export const statusQuery = vine.create({ realmId: realmId() })

export const faucetBody = vine.create({
  // The token refuses the zero address.
  address: vine
    .string()
    .use(
      form(/^0x(?!0{40}$)[0-9a-fA-F]{40}$/, 'must be 0x and 40 hexadecimal digits, not all zero')
    ),
  amount: usdAmount(),
})
