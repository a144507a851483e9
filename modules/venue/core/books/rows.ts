import type { FillRecord } from '../engine/events.ts'
import type { FailureReason } from '../engine/refusals.ts'
import type { Order, Twap } from '../engine/state.ts'
import type { Price, Rate, Lots } from '../numerics.ts'

/**
 * The rows that a command adds to the venue's own history, beside the state. Their times come from
 * the posting.
 */
export interface OrderRow {
  order: Order
  operationId: string
  leverage: number
  /** Why the order was refused; null for one that was accepted. */
  failureReason: FailureReason | null
}

export interface FillRow {
  id: string
  operationId: string
  /** null for a fill that no order of the account asked for. */
  orderOperationId: string | null
  fill: FillRecord
  notional: bigint
}

export interface FundingRow {
  id: string
  operationId: string
  objectId: string
  market: string
  hour: number
  rate: Rate
  oracle: Price
  size: Lots
  amount: bigint
}

export interface TwapRow {
  twap: Twap
}

export interface HistoryRows {
  orders: Map<string, OrderRow>
  fills: FillRow[]
  funding: FundingRow[]
  twaps: Map<string, TwapRow>
}
