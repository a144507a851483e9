import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, notFound } from '#app/http/errors/service_error'
import { checkRange } from '#app/http/time_range'
import { LIMITS } from '#app/limits'
import type { TimeRange } from '#app/storage/filter'
import { LEDGER_LIMITS } from '#modules/ledger/index'
import { OrderHistory } from '../storage/order_history.ts'
import { type HistoryQuery, type Stretch, TradeHistory } from '../storage/trade_history.ts'
import { ExchangeObjects } from './exchange_objects.ts'
import { VenueBooks } from './venue_books.ts'
import { VenueDrivers } from './venue_drivers.ts'

type Asked<Query> = Omit<Query, 'realmId' | 'limit'> & {
  realmId?: string | undefined
  limit?: number | undefined
}

/** Reads what an account has ordered and traded. */
@singleton()
export class ReadHistory {
  constructor(
    private objects: ExchangeObjects,
    private drivers: VenueDrivers,
    private orderHistory: OrderHistory,
    private trades: TradeHistory,
    private books: VenueBooks
  ) {}

  async orders(principal: Principal, query: Asked<Parameters<OrderHistory['list']>[0]>) {
    const realmId = await this.#realm(principal, query)
    const { limit = LIMITS.listDefault } = query
    return this.orderHistory.list({ ...query, realmId, limit })
  }

  /** @throws ServiceError NOT_FOUND */
  async order(principal: Principal, query: Asked<{ objectId: string }> & { orderId: string }) {
    await this.#realm(principal, query)
    const order = await this.orderHistory.find(query.objectId, query.orderId)
    if (!order)
      throw notFound(
        'order',
        query.orderId,
        'GET /api/v1/objects/:id/exchange/orders lists those of the object.'
      )
    return { order, fills: await this.trades.fillsOfOrder(query.orderId) }
  }

  async fills(principal: Principal, query: Asked<HistoryQuery>) {
    const realmId = await this.#realm(principal, query)
    const { limit = LEDGER_LIMITS.journalListDefault } = query
    return this.trades.fills({ ...query, realmId, limit })
  }

  async funding(principal: Principal, query: Asked<HistoryQuery>) {
    const realmId = await this.#realm(principal, query)
    const { limit = LIMITS.listDefault } = query
    return this.trades.funding({ ...query, realmId, limit })
  }

  async summary(principal: Principal, query: Asked<Stretch>) {
    await this.#realm(principal, query)
    checkRange(query)
    return this.trades.sums(query)
  }

  async twaps(
    principal: Principal,
    query: Asked<TimeRange & { objectId: string; cursor?: string }>
  ) {
    const realmId = await this.#realm(principal, query)
    const { limit = LIMITS.listDefault } = query
    return this.trades.twaps({ ...query, realmId, limit })
  }

  /** A live account that is not ready has no history to read. */
  async #realm(
    principal: Principal,
    query: { objectId: string; realmId?: string | undefined; market?: string | undefined }
  ): Promise<string> {
    const { realm, objectId } = await this.objects.find(principal, query, 'svc:ReadExchange')
    await this.drivers.of(realm).ready({ realmId: realm.id, objectId })
    const { market } = query
    // This list knows only the simulation's markets; the live venue's own list decides what is
    // traded there.
    if (realm.asset === 'paper' && market !== undefined && !this.books.knows(market)) {
      throw invalidField('market', 'unknown_market', 'The market must be one of this venue.')
    }
    return realm.id
  }
}
