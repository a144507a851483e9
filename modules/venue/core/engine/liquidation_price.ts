import { divideHalfEven, powerOfTen, PRICE_DECIMALS, type Price } from '../numerics.ts'
import { maintenanceSchedule } from './maintenance.ts'
import { accountMargin, type AccountMargin } from './margin.ts'
import { marketOf, type Inputs } from './market_inputs.ts'
import { absolute, type Account } from './state.ts'

const USD_DECIMALS = 6

/**
 * The mark at which a scope's equity meets its maintenance, while everything else stays: the line
 * `other + q x = |q| x r - d + otherMaintenance`, solved in the tier that the answer lies in.
 *
 * @returns a price to eight decimals, half to even; null when no positive price reaches it
 */
export function liquidationPrice(
  inputs: Inputs,
  account: Account,
  marketId: string,
  margin: AccountMargin = accountMargin(inputs, account)
): Price | null {
  const own = margin.positions.find(({ position }) => position.market === marketId)
  if (!own) return null
  const { position, value, maintenance } = own
  const isolated = position.mode === 'isolated'
  const otherEquity = isolated ? position.isolatedCash : margin.crossEquity - value
  const otherMaintenance = isolated ? 0n : margin.maintenanceCross - maintenance
  const market = marketOf(inputs, marketId)
  const { scale, tiers } = maintenanceSchedule(market)
  const size = absolute(position.size)
  const perLot = powerOfTen(PRICE_DECIMALS - USD_DECIMALS + market.szDecimals)
  for (const { lowerBound, upperBound, rate, deduction } of tiers) {
    // Notional at the answer, as a fraction of micros: below zero for a scope that cannot fall.
    const excess = (otherEquity - otherMaintenance) * scale + deduction
    const [numerator, denominator]: [bigint, bigint] =
      position.size > 0n ? [-excess, scale - rate] : [excess, scale + rate]
    if (numerator <= 0n) continue
    const reached = upperBound === null || numerator < upperBound * denominator
    if (numerator < lowerBound * denominator || !reached) continue
    const price = divideHalfEven(numerator * perLot, denominator * size)
    return price > 0n ? price : null
  }
  return null
}
