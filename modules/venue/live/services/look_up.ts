import type { LivePlan, LiveResult, OrderOutcome } from '../core/plan.ts'
import { readOrderStatus } from '../core/order_status.ts'
import type { WireOrderStatus } from '../core/wire_shapes.ts'
import type { Hyperliquid } from '../wire/hyperliquid.ts'

/**
 * The venue's status of an order.
 *
 * @returns null when the venue does not know the order
 */
export async function lookUpOrder(
  wire: Hyperliquid,
  user: string,
  { orderId, cloid }: { orderId: string; cloid: string }
): Promise<OrderOutcome | null> {
  const request = { type: 'orderStatus', user, oid: cloid }
  const answer = await wire.info<WireOrderStatus>(request, 'order')
  if (answer.status !== 'order') return null
  const { oid } = answer.order.order
  const status = readOrderStatus(answer.order.status)
  if (status?.kind === 'refused') return { orderId, kind: 'ended', reason: status.reason }
  // An order that was cancelled since was placed first; the next poll of the account ends it.
  return { orderId, kind: status?.kind === 'filled' ? 'filled' : 'live', oid }
}

/**
 * What became of an action whose answer was lost. The venue is asked, and the action is never sent
 * again.
 *
 * @returns null while nothing is proved
 */
export async function lookUpPlan(
  wire: Hyperliquid,
  user: string,
  plan: LivePlan,
  /** Whether it is too late for the action to arrive. */
  over: boolean
): Promise<LiveResult | null> {
  const lost: LiveResult | null = over ? { kind: 'failed', reason: 'never_arrived' } : null
  switch (plan.kind) {
    case 'orders':
      return lookUpOrders(wire, user, plan.orders, lost)
    case 'resize': {
      const found = await lookUpOrder(wire, user, plan)
      return found ? { kind: 'done' } : lost
    }
    case 'cancels': {
      const ended: string[] = []
      for (const cancel of plan.cancels) {
        const request = { type: 'orderStatus', user, oid: cancel.cloid }
        const answer = await wire.info<WireOrderStatus>(request, 'cancel')
        const status = answer.status === 'order' ? readOrderStatus(answer.order.status) : null
        if (status?.kind === 'cancelled') ended.push(cancel.orderId)
      }
      if (ended.length === plan.cancels.length) return { kind: 'cancelled', orderIds: ended }
      return over ? { kind: 'cancelled', orderIds: ended } : null
    }
    case 'leverage': {
      const coin = await lookUpLeverage(wire, user, plan)
      return coin ? { kind: 'done' } : lost
    }
    case 'isolated_margin':
      // Moved margin leaves no trace that could be attributed; the account itself shows the truth.
      return lost
  }
}

async function lookUpOrders(
  wire: Hyperliquid,
  user: string,
  orders: readonly { orderId: string; cloid: string }[],
  lost: LiveResult | null
): Promise<LiveResult | null> {
  const found: (OrderOutcome | null)[] = []
  for (const order of orders) found.push(await lookUpOrder(wire, user, order))
  if (found.every((each) => each === null)) return lost
  if (found[0] === null && lost === null) return null
  const outcomes = orders.map(({ orderId }, index): OrderOutcome => {
    // The legs of a bracket have no number before their entry is filled.
    return found[index] ?? { orderId, kind: 'live', oid: null }
  })
  return { kind: 'orders', orders: outcomes }
}

async function lookUpLeverage(
  wire: Hyperliquid,
  user: string,
  { market, leverage, mode }: Extract<LivePlan, { kind: 'leverage' }>
): Promise<boolean> {
  const coin = market.split(':').at(-1)!
  const answer = await wire.info<{ leverage?: { type: string; value: number } }>(
    { type: 'activeAssetData', user, coin },
    'order'
  )
  return answer.leverage?.value === leverage && answer.leverage.type === mode
}
