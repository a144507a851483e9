import type { Lots, Price, Rate } from '../numerics.ts'
import type { MarginMode } from '../markets.ts'
import type { Direction } from './lot.ts'
import type { Leg } from './postings.ts'
import type { FeeParts, LotCosts, MicroUsd, Order, Side, Twap } from './state.ts'

export interface FillRecord {
  objectId: string
  market: string
  /** null for a liquidation or a settlement, which no order of the account asked for. */
  orderId: string | null
  twapId: string | null
  side: Side
  size: Lots
  price: Price
  direction: Direction
  startPosition: Lots
  /** Before fees. */
  realizedPnl: MicroUsd
  fee: MicroUsd
  feeBreakdown: FeeParts
  /** `realizedPnl` minus `fee`. */
  netBalanceChange: MicroUsd
  /** null when the fill closed the position. */
  resultingPosition: { size: Lots; entryNotional: MicroUsd; leverage: number } | null
  lotId: string
  isMaker: boolean
  isLiquidation: boolean
  /** The other side of the trade: an account of the realm, or the house. */
  counterparty: string
}

export interface VenueClose {
  objectId: string
  /** null when the event is about the cross positions of the account. */
  market: string | null
  method: 'market' | 'backstop' | 'settlement'
  /** Equity and maintenance of the scope when its shortfall was found. */
  accountValue: MicroUsd
  maintenance: MicroUsd
}

export interface LotEnd {
  objectId: string
  market: string
  lotId: string
  reason: 'closed' | 'flipped'
  costs: LotCosts
}

export type EventBody =
  | { type: 'account_opened'; objectId: string }
  | { type: 'account_closed'; objectId: string }
  | { type: 'cash_moved'; objectId: string; amount: MicroUsd }
  /** A negative amount was given back. */
  | { type: 'cash_reserved'; objectId: string; operationId: string; amount: MicroUsd }
  | { type: 'leverage_set'; objectId: string; market: string; from: number; to: number }
  | { type: 'margin_mode_set'; objectId: string; market: string; mode: MarginMode }
  | { type: 'isolated_margin_moved'; objectId: string; market: string; amount: MicroUsd }
  | { type: 'order_changed'; order: Order }
  | { type: 'twap_changed'; twap: Twap }
  | { type: 'filled'; fill: FillRecord }
  | { type: 'lot_ended'; lot: LotEnd }
  | {
      type: 'funding_paid'
      objectId: string
      market: string
      hour: number
      rate: Rate
      oracle: Price
      size: Lots
      /** Signed: negative when the account pays. */
      amount: MicroUsd
    }
  | { type: 'venue_closed'; close: VenueClose }
  /**
   * What a scope has left after its last position: the house takes a remainder, and insurance
   * covers a debt.
   */
  | { type: 'remainder_taken'; objectId: string; market: string | null; amount: MicroUsd }
  | { type: 'market_delisted'; market: string; price: Price | null }
  | { type: 'fees_distributed'; platform: MicroUsd; builder: MicroUsd }

/** One entry of the log. Its legs cancel out by denomination. */
export type VenueEvent = EventBody & { seq: number; atMs: number; legs: readonly Leg[] }

/**
 * An event as one line of JSON: equal events give equal bytes. Integers that JSON cannot hold are
 * texts.
 */
export function eventLine(event: VenueEvent): string {
  return JSON.stringify(event, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  )
}
