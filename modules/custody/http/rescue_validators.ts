import vine from '@vinejs/vine'
import { evmAddress, form } from '#app/http/rules'

/** Of an asset with decimals of its own, so no amount of USD. */
const baseUnits = () =>
  vine.string().use(form(/^[1-9]\d{0,76}$/, 'must be a whole number of base units, as text'))

export const rescueBody = vine.create({
  assetAddress: evmAddress().optional(),
  amount: baseUnits(),
  destinationAddress: evmAddress(),
  fromAddress: evmAddress().optional(),
})
