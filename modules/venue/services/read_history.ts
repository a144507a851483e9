import type { Principal } from '#app/extension/principal'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import { LIMITS } from '#app/limits'
import type { OrderHistory } from '../storage/order_history.ts'
import type { HistoryQuery, Stretch, TradeHistory } from '../storage/trade_history.ts'
import type { ExchangeObjects } from './exchange_objects.ts'

type Asked<Query> = Omit<Query, 'realmId' | 'limit'> & {
  realmId?: string | undefined
  limit?: number | undefined
}

/** What an account has ordered and traded. */
export class ReadHistory {
  constructor(
    private objects: ExchangeObjects,
    private orderHistory: OrderHistory,
    private trades: TradeHistory
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
    if (!order) throw notFound('The order')
    return { order, fills: await this.trades.fillsOfOrder(query.orderId) }
  }

  async fills(principal: Principal, query: Asked<HistoryQuery>) {
    const realmId = await this.#realm(principal, query)
    const { limit = LIMITS.feedListDefault } = query
    return this.trades.fills({ ...query, realmId, limit })
  }

  async funding(principal: Principal, query: Asked<HistoryQuery>) {
    const realmId = await this.#realm(principal, query)
    const { limit = LIMITS.listDefault } = query
    return this.trades.funding({ ...query, realmId, limit })
  }

  async summary(principal: Principal, query: Asked<Stretch>) {
    await this.#realm(principal, query)
    return this.trades.sums(query)
  }

  async twaps(principal: Principal, query: Asked<{ objectId: string; cursor?: string }>) {
    const realmId = await this.#realm(principal, query)
    const { limit = LIMITS.listDefault } = query
    return this.trades.twaps({ ...query, realmId, limit })
  }

  /** A live account that is not ready has no history to read either. */
  async #realm(
    principal: Principal,
    query: { objectId: string; realmId?: string | undefined }
  ): Promise<string> {
    const { realm } = await this.objects.find(principal, query, 'svc:ReadExchange')
    if (realm.asset === 'live') throw new ServiceError('EXCHANGE_PROVISIONING')
    return realm.id
  }
}
