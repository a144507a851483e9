import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { isLive, type Draft } from '../../core/engine/draft.ts'
import type { Order } from '../../core/engine/state.ts'
import { bookFill, bookFunding } from '../core/book_venue.ts'
import type { LiveMarket } from '../core/live_markets.ts'
import type { VenueOrderStatus } from '../core/order_status.ts'
import type { WireFill, WireFunding } from '../core/wire_shapes.ts'
import { fillKey, LiveOrderStore } from '../storage/live_order_store.ts'

/** What the venue reports of an account. Parts may be known already, and come in any order. */
export interface Reports {
  markets: ReadonlyMap<string, LiveMarket>
  fills: readonly WireFill[]
  funding: readonly WireFunding[]
  /** The status of orders that are not on the venue's book any more, by order id. */
  statuses: ReadonlyMap<string, VenueOrderStatus>
}

export const NO_REPORTS: Reports = {
  markets: new Map(),
  fills: [],
  funding: [],
  statuses: new Map(),
}

const HOUR_MS = 3_600_000

/** Books the venue's reports, each fact once, inside a posting. */
@singleton()
export class BookReports {
  constructor(private orders: LiveOrderStore) {}

  /**
   * @returns the time of the oldest fill that could not be booked yet; null when all were booked
   */
  async book(
    draft: Draft,
    session: SqlSession,
    objectId: string,
    reports: Reports
  ): Promise<number | null> {
    if (!draft.account(objectId)) return null
    const held = await this.#fills(draft, session, objectId, reports)
    await this.#funding(draft, session, objectId, reports)
    for (const [orderId, status] of reports.statuses) endOrder(draft, orderId, status)
    return held
  }

  async #fills(
    draft: Draft,
    session: SqlSession,
    objectId: string,
    { fills, markets }: Reports
  ): Promise<number | null> {
    if (fills.length === 0) return null
    const seen = await this.orders.bookedFills(session, objectId, fills)
    const fresh = inOrder(fills).filter((fill) => {
      const key = fillKey(fill)
      return !seen.has(key) && seen.add(key)
    })
    const cloids = fresh.flatMap(({ cloid }) => cloid ?? [])
    const orderIds = await this.orders.byCloid(session, objectId, cloids)
    const ended = await this.orders.ended(session, [...new Set(orderIds.values())])
    const done: WireFill[] = []
    let held: number | null = null
    for (const fill of fresh) {
      const market = markets.get(fill.coin)
      const orderId = fill.cloid === undefined ? undefined : orderIds.get(fill.cloid)
      const order = orderId === undefined ? null : (draft.order(orderId) ?? ended.get(orderId))
      // The order of this fill was sent and is not booked yet: its operation comes first.
      if (!market || order === undefined) {
        held ??= fill.time
        continue
      }
      bookFill(draft, { objectId, market: market.market, order, fill })
      if (orderId !== undefined) ended.set(orderId, newest(draft, orderId, order!))
      done.push(fill)
    }
    await this.orders.storeFills(session, objectId, done)
    return held
  }

  async #funding(
    draft: Draft,
    session: SqlSession,
    objectId: string,
    { funding, markets }: Reports
  ): Promise<void> {
    const hourOf = ({ time }: WireFunding) => Math.floor(time / HOUR_MS)
    const paid = await this.orders.fundedHours(session, objectId, funding.map(hourOf))
    for (const each of [...funding].sort((a, b) => a.time - b.time)) {
      const market = markets.get(each.delta.coin)?.market
      if (!market) continue
      const key = `${market.id}|${hourOf(each)}`
      if (paid.has(key)) continue
      paid.add(key)
      bookFunding(draft, { objectId, market, funding: each })
    }
  }
}

/** The order in the state of its last event: an ended order is no longer among the live ones. */
function newest(draft: Draft, orderId: string, before: Order): Order {
  const event = draft.events.findLast((each) => {
    return each.type === 'order_changed' && each.order.orderId === orderId
  })
  return event?.type === 'order_changed' ? event.order : before
}

function inOrder(fills: readonly WireFill[]): WireFill[] {
  return [...fills].sort((a, b) => a.time - b.time || a.tid - b.tid)
}

function endOrder(draft: Draft, orderId: string, status: VenueOrderStatus): void {
  const order = draft.order(orderId)
  if (!order || !isLive(order)) return
  switch (status.kind) {
    case 'live':
      return stand(draft, order)
    case 'triggered':
      if (order.status === 'TRIGGERED' || order.status === 'PARTIALLY_FILLED') return
      return draft.putOrder({ ...order, status: 'TRIGGERED', triggeredAtMs: draft.nowMs })
    case 'filled':
      // The order's fills have not been reported yet: they will end it.
      if (order.filled === 0n) return
      if (order.filled === order.size) return draft.putOrder({ ...order, status: 'FILLED' })
      // An order that only takes has all its fills at once; the venue calls it filled and drops the
      // rest.
      if (order.orderType !== 'MARKET' && order.timeInForce !== 'IOC') return
      return draft.putOrder({ ...order, status: 'CANCELLED', cancelReason: 'ioc_remainder' })
    case 'cancelled':
      return draft.putOrder({ ...order, status: 'CANCELLED', cancelReason: status.reason })
    case 'refused':
      return draft.putOrder({ ...order, status: 'CANCELLED', cancelReason: 'no_liquidity' })
  }
}

/**
 * A leg whose entry was filled becomes an order of its own. A market order that waits for its fills
 * does not rest.
 */
function stand(draft: Draft, order: Order): void {
  if (order.status !== 'PENDING' || (order.price === null && order.trigger === null)) return
  draft.putOrder({ ...order, status: order.trigger ? 'WAITING_FOR_TRIGGER' : 'OPEN' })
}
