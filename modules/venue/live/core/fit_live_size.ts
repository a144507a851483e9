import { marketOf, type Inputs } from '../../core/engine/market_inputs.ts'
import type { OrderTerms } from '../../core/engine/order_terms.ts'
import { refuse, type Refusal } from '../../core/engine/refusals.ts'
import { smaller, type Account, type MicroUsd } from '../../core/engine/state.ts'
import { RATE_ONE, formatFixed } from '../../core/numerics.ts'
import { buyingPower } from './buying_power.ts'

/** What an account can spend at the venue. */
export interface Means {
  inputs: Inputs
  account: Account
  /** null while one of its positions has no price. */
  free: MicroUsd | null
}

/**
 * Reduces an order before it is sent to what the margin allows, if its tolerance permits that: the
 * venue knows neither a largest size nor a tolerance. The order is never made larger, and the venue
 * decides in the end whether the margin reaches.
 */
export function fitLiveSize(terms: OrderTerms, means: Means): OrderTerms | Refusal {
  const { sizeTolerance, useMax, size, market, side, leverage, price } = terms
  if (sizeTolerance === null || terms.reduceOnly || terms.trigger) return terms
  const { inputs, account, free } = means
  if (free === null || !inputs.markets.get(market)?.prices) return refuse('no_market_data')
  const question = { objectId: account.objectId, market, side, leverage, price }
  const fees = { ...inputs.fees, applicationTenthsBps: terms.applicationFeeTenthsBps }
  const { maxWithFees } = buyingPower({ ...inputs, fees }, account, free, question)
  const largest = smaller(size, maxWithFees)
  const kept = size * (RATE_ONE - sizeTolerance)
  const least = (kept + RATE_ONE - 1n) / RATE_ONE
  if (largest > 0n && largest >= least) return { ...terms, size: largest }
  if (!useMax) return terms
  const { szDecimals } = marketOf(inputs, market)
  return refuse('max_below_tolerance', { maxSize: formatFixed(largest, szDecimals) })
}
