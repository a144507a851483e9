import { PRICE_DECIMALS, powerOfTen, type Lots, type Price } from '../numerics.ts'
import { Draft } from './draft.ts'
import { freeMargin, settingOf, totalReserve, valueAtMark } from './margin.ts'
import { marketOf, pricedMarket, type Inputs } from './market_inputs.ts'
import type { OrderTerms } from './order_terms.ts'
import { newOrder, sizeFits } from './place_order.ts'
import type { Refusal } from './refusals.ts'
import { largestPassing } from './fit_size.ts'
import { setLeverage } from './settings.ts'
import {
  absolute,
  type Account,
  larger,
  signOf,
  smaller,
  type MicroUsd,
  type Side,
  type VenueState,
} from './state.ts'

const USD_DECIMALS = 6

export interface MaxSizeQuestion {
  objectId: string
  market: string
  side: Side
  leverage: number | null
  /** Limit price of an order that rests or takes; null for a market order. */
  price: Price | null
}

export interface MaxOrderSize {
  /** What the margin alone allows at the mark, without fees and spread. */
  venueMax: Lots
  /**
   * The largest order that would be accepted now: one lot more would not. It is capped at what the
   * margin buys at the mark; only a book that sells below the mark could allow more.
   */
  maxWithFees: Lots
}

/**
 * How much an account could order. The answer is found by trying sizes on a draft that is thrown
 * away, so that it cannot differ from the check of a real order.
 */
export function maxOrderSize(
  state: VenueState,
  inputs: Inputs,
  question: MaxSizeQuestion
): MaxOrderSize | Refusal {
  const { objectId, market, side, leverage, price } = question
  const draft = new Draft(state, inputs)
  const refusal = leverage === null ? null : setLeverage(draft, objectId, market, leverage)
  if (refusal) return refusal
  const account = draft.requireAccount(objectId)
  const free = larger(0n, freeMargin(draft, objectId))
  const leverageSet = BigInt(settingOf(inputs, account, market).leverage)
  // The search must reach far enough: orders of the other side share their reserve with this order
  // and end when it would meet them, and turning an isolated position frees its margin.
  const within = free + totalReserve(draft, account) + isolatedEquity(inputs, account, market)
  const held = account.positions[market]?.size ?? 0n
  const opposing = held * signOf(side) < 0n ? 2n * absolute(held) : 0n
  const { mark } = pricedMarket(inputs, market).prices
  const lotsAt = (margin: MicroUsd, reference: Price) =>
    lotsFor(margin * leverageSet, reference, inputs, market) + opposing
  const terms = termsOf(question, inputs.fees.applicationTenthsBps)
  const order = newOrder(draft, terms, { orderId: 'max-size', objectId })
  const most = lotsAt(within, price === null ? mark : smaller(price, mark))
  const fits = (lots: Lots) => sizeFits(draft, order, lots)
  return { venueMax: lotsAt(free, mark), maxWithFees: largestPassing(0n, most, fits) }
}

function isolatedEquity(inputs: Inputs, account: Account, market: string): MicroUsd {
  const position = account.positions[market]
  if (position?.mode !== 'isolated') return 0n
  return larger(0n, position.isolatedCash + valueAtMark(inputs, market, position.size))
}

/** How many whole lots a notional buys. */
function lotsFor(notional: bigint, price: Price, inputs: Inputs, market: string): Lots {
  const { szDecimals } = marketOf(inputs, market)
  return (notional * powerOfTen(PRICE_DECIMALS - USD_DECIMALS + szDecimals)) / price
}

function termsOf(
  { market, side, price }: MaxSizeQuestion,
  applicationFeeTenthsBps: number
): OrderTerms {
  return {
    market,
    side,
    orderType: price === null ? 'MARKET' : 'LIMIT',
    size: 0n,
    price,
    leverage: null,
    reduceOnly: false,
    timeInForce: 'GTC',
    trigger: null,
    isolated: null,
    useMax: false,
    sizeTolerance: null,
    ocoGroupId: null,
    applicationFeeTenthsBps,
  }
}
