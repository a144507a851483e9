import { settingOf } from '../../core/engine/margin.ts'
import { marketOf, pricedMarket, type Inputs } from '../../core/engine/market_inputs.ts'
import type { MaxOrderSize, MaxSizeQuestion } from '../../core/engine/max_order_size.ts'
import { absolute, larger, signOf, type Account, type MicroUsd } from '../../core/engine/state.ts'
import { PRICE_DECIMALS, RATE_ONE, powerOfTen, type Lots } from '../../core/numerics.ts'

const USD_DECIMALS = 6
const TENTH_BPS = RATE_ONE / 100_000n

/**
 * What free margin buys at the venue, by the venue's own formula; the book there decides in the
 * end.
 */
export function buyingPower(
  inputs: Inputs,
  account: Account,
  free: MicroUsd,
  { market, side, leverage, price }: MaxSizeQuestion
): MaxOrderSize {
  const { prices } = pricedMarket(inputs, market)
  const { szDecimals, takerFeeRate } = marketOf(inputs, market)
  const { platformTenthsBps, applicationTenthsBps } = inputs.fees
  const feeRate = takerFeeRate + BigInt(platformTenthsBps + applicationTenthsBps) * TENTH_BPS
  const times = BigInt(leverage ?? settingOf(inputs, account, market).leverage)
  const held = account.positions[market]?.size ?? 0n
  const opposing: Lots = held * signOf(side) < 0n ? 2n * absolute(held) : 0n
  const reference = price ?? prices.mark
  const scale = powerOfTen(PRICE_DECIMALS - USD_DECIMALS + szDecimals)
  const notional = larger(0n, free) * times
  // The fee is paid out of the same margin.
  const afterFees = (notional * RATE_ONE) / (RATE_ONE + feeRate * times)
  return {
    venueMax: (notional * scale) / prices.mark + opposing,
    maxWithFees: (afterFees * scale) / reference + opposing,
  }
}
