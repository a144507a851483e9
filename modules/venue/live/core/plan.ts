import type { OrderTerms } from '../../core/engine/order_terms.ts'
import type { AccountCommand } from '../../core/engine/commands.ts'
import type { MarginMode } from '../../core/markets.ts'
import type { RefusalReason, VenueFault } from '../../core/engine/refusals.ts'
import type { Grouping, L1Action } from './wire_shapes.ts'

/** An order of a plan, as it will stand in the books. */
export interface PlannedOrder {
  orderId: string
  cloid: string
  terms: OrderTerms
  parentOrderId: string | null
}

/** What a command comes down to at the venue; decided and stored before anything is sent. */
export type LivePlan = {
  command: AccountCommand
  /** Sent before the rest, where the setting differs; it is no part of the outcome's safety. */
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
  /** On the book, or waiting for its trigger or its entry. */
  | { orderId: string; kind: 'live'; oid: number | null }
  /** Taken: what it was filled with comes with the fills. */
  | { orderId: string; kind: 'filled'; oid: number | null }
  | { orderId: string; kind: 'ended'; reason: RefusalReason }

/** What the venue has made of a plan. */
export type LiveResult =
  | { kind: 'orders'; orders: OrderOutcome[] }
  | { kind: 'cancelled'; orderIds: string[] }
  | { kind: 'done' }
  /** Nothing of it was done. */
  | { kind: 'refused'; reason: RefusalReason }
  /** Nothing of it was done, for a reason that lies with the venue. */
  | { kind: 'failed'; reason: VenueFault }

/** The ids a plan makes orders known by. */
export function newOrders(plan: LivePlan): { cloid: string; orderId: string }[] {
  if (plan.kind === 'orders') return plan.orders.map(({ cloid, orderId }) => ({ cloid, orderId }))
  return plan.kind === 'resize' ? [{ cloid: plan.cloid, orderId: plan.orderId }] : []
}
