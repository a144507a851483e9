import { singleton } from '#app/extension/singleton'
import type { Order } from '../../core/engine/state.ts'
import { readOrderStatus, type VenueOrderStatus } from '../core/order_status.ts'
import type { WireFill, WireFunding, WireOpenOrder, WireOrderStatus } from '../core/wire_shapes.ts'
import type { LiveAccount } from '../storage/live_account_store.ts'
import type { Reports } from './book_reports.ts'
import { LiveConnection } from './live_connection.ts'
import { LivePrices } from './live_prices.ts'

/** How far back from the last report the next poll looks for late ones. */
const OVERLAP_MS = 120_000
const FILLS_PER_PAGE = 2000
const FUNDING_PER_PAGE = 500
const PAGES = 5
/** How many orders one poll asks about; the others wait for the next poll. */
const STATUSES = 20

/** Asks the venue what happened on an account. */
@singleton()
export class ReadReports {
  constructor(
    private connection: LiveConnection,
    private prices: LivePrices
  ) {}

  /** Reads only fills, as soon as an order has taken. */
  async fills({ address, fillsFromMs }: LiveAccount): Promise<Reports> {
    const markets = await this.prices.byCoin()
    const fills = await this.#pages<WireFill>(
      'userFillsByTime',
      address,
      fillsFromMs - OVERLAP_MS,
      FILLS_PER_PAGE
    )
    return { markets, fills, funding: [], statuses: new Map() }
  }

  /**
   * Reads fills, funding and the status of orders.
   *
   * @param live orders that live in the books, with their newest client order id
   */
  async all(
    account: LiveAccount,
    live: readonly { order: Order; cloid: string }[]
  ): Promise<Reports> {
    const { address } = account
    // Statuses are read before fills: all fills of an order that is reported as filled are then
    // among those read.
    const statuses = await this.#statuses(address, live)
    const funding = await this.#pages<WireFunding>(
      'userFunding',
      address,
      account.fundingFromMs - OVERLAP_MS,
      FUNDING_PER_PAGE
    )
    return { ...(await this.fills(account)), funding, statuses }
  }

  async #statuses(
    user: string,
    live: readonly { order: Order; cloid: string }[]
  ): Promise<Map<string, VenueOrderStatus>> {
    const statuses = new Map<string, VenueOrderStatus>()
    if (live.length === 0) return statuses
    const { wire } = this.connection.require()
    const request = { type: 'frontendOpenOrders', user }
    const open = await wire.info<WireOpenOrder[]>(request, 'state')
    const onBook = new Set(open.map(({ cloid }) => cloid))
    const resting = live.filter(({ cloid }) => onBook.has(cloid))
    for (const { order } of resting) statuses.set(order.orderId, { kind: 'live' })
    const gone = live.filter(({ cloid }) => !onBook.has(cloid)).slice(0, STATUSES)
    for (const { order, cloid } of gone) {
      const asked = { type: 'orderStatus', user, oid: cloid }
      const answer = await wire.info<WireOrderStatus>(asked, 'state')
      const status = answer.status === 'order' ? readOrderStatus(answer.order.status) : null
      if (status) statuses.set(order.orderId, status)
    }
    return statuses
  }

  async #pages<Item extends { time: number }>(
    type: string,
    user: string,
    startTime: number,
    size: number
  ): Promise<Item[]> {
    const { wire } = this.connection.require()
    const items: Item[] = []
    let from = Math.max(0, startTime)
    for (let page = 0; page < PAGES; page++) {
      const found = await wire.info<Item[]>({ type, user, startTime: from }, 'history')
      items.push(...found)
      if (found.length < size) break
      from = Math.max(...found.map(({ time }) => time))
    }
    return items
  }
}
