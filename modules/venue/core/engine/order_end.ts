import type { Draft } from './draft.ts'
import type { LotChange } from './lot.ts'
import { isResting } from './order_reserve.ts'
import { closingSide, smaller, type CancelReason, type Order } from './state.ts'

/** Reasons after which the legs of a partly filled entry end with it. */
const ENDS_LEGS = new Set<CancelReason>([
  'user_requested',
  'liquidated',
  'market_delisted',
  'object_deleting',
])

export function cancelOrder(draft: Draft, order: Order, cancelReason: CancelReason): void {
  const cancelled: Order = { ...order, status: 'CANCELLED', cancelReason }
  draft.putOrder(cancelled)
  settleLegs(draft, cancelled)
}

/**
 * Decides what becomes of the legs of a bracket when their entry ends. An entry that was filled, or
 * partly filled and then cut short by the venue, arms them; any other end takes them along.
 */
export function settleLegs(draft: Draft, entry: Order): void {
  const legs = draft.ordersOf(entry.objectId).filter((order) => {
    return order.parentOrderId === entry.orderId && order.status === 'PENDING'
  })
  const { cancelReason } = entry
  const dropped = cancelReason !== null && (ENDS_LEGS.has(cancelReason) || entry.filled === 0n)
  for (const leg of legs) {
    if (dropped) cancelOrder(draft, leg, cancelReason)
    else armLeg(draft, leg, entry)
  }
}

function armLeg(draft: Draft, leg: Order, entry: Order): void {
  const held = draft.requireAccount(leg.objectId).positions[leg.market]?.size ?? 0n
  // The entry only made an opposite position smaller: the leg has nothing to close.
  if (held === 0n || closingSide(held) !== leg.side) {
    cancelOrder(draft, leg, 'reduce_only')
    return
  }
  const size = leg.trigger?.sizeToMax ? 0n : smaller(leg.size, entry.filled)
  draft.putOrder({ ...leg, size, status: 'WAITING_FOR_TRIGGER' })
  // The leg's condition may hold already; without this the next tick would be the first to look.
  draft.triggersArmed = true
}

/**
 * What one fill does to the account's other orders, before the next match: orders of the same group
 * end, and with the lot end all triggers of the market and all orders that could only have reduced
 * it.
 */
export function followFill(
  draft: Draft,
  filled: { objectId: string; market: string; orderId: string | null; ocoGroupId: string | null },
  change: LotChange
): void {
  const { objectId, market, orderId, ocoGroupId } = filled
  if (ocoGroupId !== null) {
    for (const order of draft.ordersOf(objectId)) {
      const sibling = order.ocoGroupId === ocoGroupId && order.orderId !== orderId
      if (sibling) cancelOrder(draft, order, 'sibling_filled')
    }
  }
  const flipped = change.closed > 0n && change.opened > 0n
  if (change.after.size !== 0n && !flipped) return
  for (const order of draft.ordersOf(objectId)) {
    if (order.market !== market) continue
    if (order.status === 'WAITING_FOR_TRIGGER') {
      cancelOrder(draft, order, flipped ? 'position_flipped' : 'position_closed')
    } else if (order.reduceOnly && isResting(order)) cancelOrder(draft, order, 'reduce_only')
  }
}

/** Ends all live orders of an account, or those a filter picks. */
export function cancelOrders(
  draft: Draft,
  objectId: string,
  reason: CancelReason,
  picks: (order: Order) => boolean = () => true
): void {
  for (const { orderId } of draft.ordersOf(objectId)) {
    // The end of an earlier order may have ended this one too.
    const order = draft.order(orderId)
    if (order && picks(order)) cancelOrder(draft, order, reason)
  }
}
