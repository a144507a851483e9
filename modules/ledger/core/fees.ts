import { portionOf } from '#app/money/portion'
import { parseUsd, type Atoms } from '#app/money/usd'

/** 0.05 USD for every transfer without an override. */
export const DEFAULT_TRANSFER_FEE: Atoms = parseUsd('0.05')

/** Tenths of a basis point in the whole. */
const TENTHS_BPS = 100_000n

/** The application fee of an order of this notional. */
export function applicationFee(amount: Atoms, tenthsBps: number): Atoms {
  return portionOf(amount, BigInt(tenthsBps), TENTHS_BPS)
}
