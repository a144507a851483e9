import {
  RATE_ONE,
  clamp,
  notionalMicros,
  powerOfTen,
  PRICE_DECIMALS,
  type Price,
  type Rate,
} from '../numerics.ts'
import type { Draft } from './draft.ts'
import { withPosition } from './fill_side.ts'
import { marketOf, pricedMarket, type Inputs, type PricedMarket } from './market_inputs.ts'
import { HOUSE, crossOf, isolatedOf, move } from './postings.ts'
import { larger, smaller } from './state.ts'
import { syntheticLevels } from './synthetic_book.ts'

/**
 * One basis point of interest in eight hours; the premium pulls the rate toward it by at most five.
 */
const INTEREST: Rate = 100_000_000n
const MAX_PULL: Rate = 500_000_000n
const HOURS_OF_RATE = 8n
/** Four percent an hour. */
const MAX_HOURLY: Rate = 40_000_000_000n

/** What one market's positions pay for an hour that has ended. */
export interface FundingRate {
  market: string
  /** Hour since the Unix epoch. */
  hour: number
  rate: Rate
}

/** The hourly rate for the average premium of an hour. */
export function fundingRate(premium: Rate): Rate {
  const eightHours = premium + clamp(INTEREST - premium, -MAX_PULL, MAX_PULL)
  return clamp(eightHours / HOURS_OF_RATE, -MAX_HOURLY, MAX_HOURLY)
}

/** How far the synthetic book stands from the oracle, at the prices a given notional trades at. */
export function premiumSample(inputs: Inputs, marketId: string): Rate {
  const input = pricedMarket(inputs, marketId)
  const { oracle } = input.prices
  const [bid, ask] = [impactPrice(inputs, input, 'bids'), impactPrice(inputs, input, 'asks')]
  const above = bid === null ? 0n : larger(bid - oracle, 0n)
  const below = ask === null ? 0n : larger(oracle - ask, 0n)
  return ((above - below) * RATE_ONE) / oracle
}

/** The average price of a trade of the impact notional; of the whole side when it holds less. */
function impactPrice(inputs: Inputs, input: PricedMarket, side: 'bids' | 'asks'): Price | null {
  const { impactNotionalUsd, szDecimals } = input.market
  const unit = powerOfTen(PRICE_DECIMALS + szDecimals)
  let wanted = impactNotionalUsd * unit
  let [value, lots] = [0n, 0n]
  for (const level of syntheticLevels(inputs, input, side, 0n)) {
    const taken = smaller(level.lots, wanted / level.price)
    value += taken * level.price
    lots += taken
    wanted -= taken * level.price
    if (taken < level.lots) break
  }
  return lots === 0n ? null : value / lots
}

/**
 * Pays an hour's funding on present positions, at the oracle; the house is the other side of every
 * payment. An hour is paid once, however often this runs.
 */
export function payFunding(draft: Draft, { market, hour, rate }: FundingRate): void {
  if (hour <= draft.fundedHour(market)) return
  draft.setFundedHour(market, hour)
  const { oracle } = pricedMarket(draft.inputs, market).prices
  const { szDecimals } = marketOf(draft.inputs, market)
  for (const objectId of draft.objectIds()) {
    const account = draft.requireAccount(objectId)
    const position = account.positions[market]
    if (!position) continue
    const { size } = position
    const amount = -((notionalMicros(oracle, size, szDecimals) * rate) / RATE_ONE)
    if (amount === 0n) continue
    const isolated = position.mode === 'isolated'
    const next = withPosition(account, market, {
      ...position,
      isolatedCash: position.isolatedCash + (isolated ? amount : 0n),
      costs: { ...position.costs, funding: position.costs.funding + amount },
      updatedAtMs: draft.nowMs,
    })
    draft.putAccount({ ...next, crossCash: account.crossCash + (isolated ? 0n : amount) })
    const own = isolated ? isolatedOf(objectId, market) : crossOf(objectId)
    draft.emit(
      { type: 'funding_paid', objectId, market, hour, rate, oracle, size, amount },
      move(HOUSE, own, amount, 'funding')
    )
  }
}
