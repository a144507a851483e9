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
  /** Gross of fees. */
  realizedPnl: MicroUsd
  fee: MicroUsd
  feeBreakdown: FeeParts
  /** realizedPnl less fee. */
  netBalanceChange: MicroUsd
  /** null when the fill closed the position. */
  resultingPosition: { size: Lots; entryNotional: MicroUsd; leverage: number } | null
  lotId: string
  isMaker: boolean
  isLiquidation: boolean
  /** Who stood on the other side: an account of the realm, or the house. */
  counterparty: string
}

export interface VenueClose {
  objectId: string
  /** null when the cross positions of the account are meant. */
  market: string | null
  method: 'market' | 'backstop' | 'settlement'
  /** Equity and maintenance of the scope when it was found. */
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
  /** Negative for what was given back. */
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
  /** What a scope is left with after its last position: taken by the house, or covered for it. */
  | { type: 'remainder_taken'; objectId: string; market: string | null; amount: MicroUsd }
  | { type: 'market_delisted'; market: string; price: Price | null }
  | { type: 'fees_distributed'; platform: MicroUsd; builder: MicroUsd }

/** One entry of the log. Its legs cancel out by denomination. */
export type VenueEvent = EventBody & { seq: number; atMs: number; legs: readonly Leg[] }

/** One line of JSON: the same events give the same bytes. Integers beyond JSON are texts. */
export function eventLine(event: VenueEvent): string {
  return JSON.stringify(event, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value
  )
}
