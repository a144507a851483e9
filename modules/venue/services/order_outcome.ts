import { formatUsd } from '#app/money/usd'
import { USD } from '#modules/ledger/index'
import { orderView, type OrderView } from '../core/books/order_view.ts'
import type { VenueEvent } from '../core/engine/events.ts'
import { settingOf } from '../core/engine/margin.ts'
import { marketOf } from '../core/engine/market_inputs.ts'
import type { Order } from '../core/engine/state.ts'
import type { Done } from './venue_desk.ts'

type Commanded = 'order' | 'cancel' | 'adjustment'

/** One order as a command left it. */
export type OrderTold = {
  orderId: string
  /** What it cost to be filled at once. */
  fee?: { amount: string; denomination: string }
} & { [Name in Commanded]?: OrderView }

/** Those that a command touched. */
export type OrdersTold = {
  [Name in 'order' | 'cancel']?: { orders: { orderId: string; status: string }[]; count: number }
}

/** The outcome of an operation about one order, as the command left the order. */
export function orderOutcome(
  name: Commanded,
  orderId: string,
  operationId: string
): (done: Done) => OrderTold {
  return (done) => {
    const order = lastOf(done.events, orderId)
    const view = order && { [name]: viewOf(done, order, operationId) }
    return { orderId, ...view, ...feeOf(done, orderId) }
  }
}

/** Like `orderOutcome`, for a command that changes several orders. */
export function ordersOutcome(name: 'order' | 'cancel'): (done: Done) => OrdersTold {
  return ({ events }) => {
    const changed = new Map<string, Order>()
    for (const event of events) {
      if (event.type === 'order_changed') changed.set(event.order.orderId, event.order)
    }
    const orders = [...changed.values()].map(({ orderId, status }) => ({ orderId, status }))
    return { [name]: { orders: orders.slice(0, SHOWN), count: orders.length } }
  }
}

/**
 * An account may have a thousand orders, and an outcome is read as one text, so it names at most
 * this many.
 */
const SHOWN = 200

/** The fees of the fills of this very command; left out when it filled nothing. */
function feeOf({ events }: Done, orderId: string) {
  let fee = 0n
  for (const event of events) {
    if (event.type === 'filled' && event.fill.orderId === orderId) fee += event.fill.fee
  }
  return fee === 0n ? {} : { fee: { amount: formatUsd(fee), denomination: USD } }
}

function lastOf(events: readonly VenueEvent[], orderId: string): Order | null {
  const event = events.findLast(
    (each) => each.type === 'order_changed' && each.order.orderId === orderId
  )
  return event?.type === 'order_changed' ? event.order : null
}

function viewOf({ state, inputs }: Done, order: Order, operationId: string) {
  const account = state.accounts.get(order.objectId)
  const leverage = account ? settingOf(inputs, account, order.market).leverage : 1
  const row = { order, operationId, leverage, failureReason: null }
  return orderView(row, marketOf(inputs, order.market).szDecimals)
}
