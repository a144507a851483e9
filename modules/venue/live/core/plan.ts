import type { OrderTerms } from '../../core/engine/order_terms.ts'
import type { TradingCommand } from '../../core/engine/commands.ts'
import type { MarginMode } from '../../core/markets.ts'
import type { RefusalReason, VenueFault } from '../../core/engine/refusals.ts'
import type { Grouping, L1Action } from './wire_shapes.ts'

/** An order of a plan, as the books will have it. */
export interface PlannedOrder {
  orderId: string
  cloid: string
  terms: OrderTerms
  parentOrderId: string | null
}

/** What a live venue is asked for. It has no TWAPs. */
export type LiveCommand = Exclude<TradingCommand, { type: 'start_twap' | 'stop_twap' }>

/**
 * What has to be sent to the venue for a command. It is decided and stored before anything is sent.
 */
export type LivePlan = {
  command: LiveCommand
  /** A setting that is sent before the rest, when it differs. Sending it again is harmless. */
  before: L1Action | null
  action: L1Action | null
} & (
  | { kind: 'orders'; orders: PlannedOrder[]; grouping: Grouping; replaces: Cancelled[] }
  | { kind: 'cancels'; cancels: Cancelled[] }
  | { kind: 'resize'; orderId: string; cloid: string; size: bigint }
  | { kind: 'leverage'; market: string; leverage: number; mode: MarginMode }
  | { kind: 'isolated_margin'; market: string; amount: bigint }
)

export interface Cancelled {
  orderId: string
  cloid: string
  asset: number
}

export type OrderOutcome =
  /** The order is on the book, or waits for its trigger or its entry. */
  | { orderId: string; kind: 'live'; oid: number | null }
  /** The order took: its fills are reported separately. */
  | { orderId: string; kind: 'filled'; oid: number | null }
  | { orderId: string; kind: 'ended'; reason: RefusalReason }

/** The venue's result of a plan. */
export type LiveResult =
  | { kind: 'orders'; orders: OrderOutcome[] }
  | { kind: 'cancelled'; orderIds: string[] }
  | { kind: 'done' }
  /** The venue did nothing of the plan. */
  | { kind: 'refused'; reason: RefusalReason }
  /** The venue did nothing of the plan, for a reason of its own. */
  | { kind: 'failed'; reason: VenueFault }

/** The client order ids of the orders that a plan makes. */
export function newOrders(plan: LivePlan): { cloid: string; orderId: string }[] {
  if (plan.kind === 'orders') return plan.orders.map(({ cloid, orderId }) => ({ cloid, orderId }))
  return plan.kind === 'resize' ? [{ cloid: plan.cloid, orderId: plan.orderId }] : []
}
