import type { Draft } from '../../core/engine/draft.ts'
import { isLive } from '../../core/engine/draft.ts'
import { fillSide, withPosition } from '../../core/engine/fill_side.ts'
import { HOUSE, crossOf, isolatedOf, move } from '../../core/engine/postings.ts'
import { absolute, type MicroUsd, type Order, type OrderStatus } from '../../core/engine/state.ts'
import type { Market } from '../../core/markets.ts'
import {
  PRICE_DECIMALS,
  RATE_DECIMALS,
  notionalMicros,
  parseFixed,
  powerOfTen,
} from '../../core/numerics.ts'
import type { WireFill, WireFunding } from './wire_shapes.ts'

const USD_DECIMALS = 6
/** More decimals than any amount of the venue has. */
const WIDE_DECIMALS = 18
const HOUR_MS = 3_600_000

/**
 * Cuts at the sixth decimal, without rounding, as the venue does.
 *
 * @throws Error when the text is no number
 */
export function usdOf(text: string): MicroUsd {
  return parsed(text, WIDE_DECIMALS) / powerOfTen(WIDE_DECIMALS - USD_DECIMALS)
}

export function parsed(text: string, decimals: number): bigint {
  const value = parseFixed(text, decimals)
  if (value === null) throw new Error('The venue sent a number that is none')
  return value
}

/**
 * Books a fill of the live venue like one of the simulated venue; the house stands for the live
 * venue. The fill also changes its order, even one that had ended in the books, because a fill is a
 * fact.
 */
export function bookFill(
  draft: Draft,
  {
    objectId,
    market,
    order,
    fill,
  }: {
    objectId: string
    market: Market
    order: Order | null
    fill: WireFill
  }
): void {
  const lots = parsed(fill.sz, market.szDecimals)
  const price = parsed(fill.px, PRICE_DECIMALS)
  const builder = usdOf(fill.builderFee ?? '0')
  fillSide(draft, {
    objectId,
    market: market.id,
    side: fill.side === 'B' ? 'buy' : 'sell',
    lots,
    price,
    fees: { exchange: usdOf(fill.fee) - builder, platform: 0n, builder },
    orderId: order?.orderId ?? null,
    twapId: null,
    isMaker: !fill.crossed,
    isLiquidation: fill.liquidation !== undefined,
    counterparty: 'house',
    release: fill.liquidation?.method === 'backstop' ? 'seized' : 'pro_rata',
  })
  if (!order) return
  const filled = order.filled + lots
  // The size of an unsized trigger is the size that it fills.
  const size = order.size < filled ? filled : order.size
  const notional = notionalMicros(price, lots, market.szDecimals)
  const filledNotional = order.filledNotional + notional
  const complete = filled === size && !order.trigger?.sizeToMax
  const status = complete ? 'FILLED' : isLive(order) ? partStatus(order) : order.status
  draft.putOrder({ ...order, size, filled, filledNotional, status })
}

/**
 * An order without a price does not rest on the book: as a resting order it would hold back margin.
 */
function partStatus({ price, trigger }: Order): OrderStatus {
  if (price !== null) return 'PARTIALLY_FILLED'
  return trigger ? 'TRIGGERED' : 'PENDING'
}

/** Books a funding payment that the venue has made. */
export function bookFunding(
  draft: Draft,
  { objectId, market, funding }: { objectId: string; market: Market; funding: WireFunding }
): void {
  const { delta, time } = funding
  const amount = usdOf(delta.usdc)
  if (amount === 0n) return
  const size = parsed(delta.szi, market.szDecimals)
  const rate = parsed(delta.fundingRate, WIDE_DECIMALS) / powerOfTen(WIDE_DECIMALS - RATE_DECIMALS)
  const account = draft.requireAccount(objectId)
  const position = account.positions[market.id]
  const isolated = position?.mode === 'isolated'
  const next = position
    ? withPosition(account, market.id, {
        ...position,
        isolatedCash: position.isolatedCash + (isolated ? amount : 0n),
        costs: { ...position.costs, funding: position.costs.funding + amount },
        updatedAtMs: draft.nowMs,
      })
    : account
  draft.putAccount({ ...next, crossCash: account.crossCash + (isolated ? 0n : amount) })
  const own = isolated ? isolatedOf(objectId, market.id) : crossOf(objectId)
  const hour = Math.floor(time / HOUR_MS)
  const terms = { market: market.id, hour, rate, size, amount }
  draft.emit(
    { type: 'funding_paid', objectId, oracle: oracleOf(terms, market), ...terms },
    move(HOUSE, own, amount, 'funding')
  )
}

/** The venue reports the payment without its price, which follows from the other numbers. */
function oracleOf(
  { rate, size, amount }: { rate: bigint; size: bigint; amount: bigint },
  { szDecimals }: Market
): bigint {
  const divisor = absolute(rate) * absolute(size)
  if (divisor === 0n) return 0n
  const scale = powerOfTen(RATE_DECIMALS + szDecimals + PRICE_DECIMALS - USD_DECIMALS)
  return (absolute(amount) * scale) / divisor
}
