import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { namedPage } from '#app/storage/memory_page'
import { ReadHistory } from '../services/read_history.ts'
import { VenueBooks } from '../services/venue_books.ts'
import {
  presentFill,
  presentFundingPayment,
  presentOrder,
  presentTradeSummary,
} from './trading_presenters.ts'
import {
  accountQuery,
  fillsQuery,
  fundingPaymentsQuery,
  objectParams,
  orderParams,
  ordersQuery,
  summaryQuery,
} from './trading_validators.ts'

/** Serves the orders, trades and payments of an exchange account. */
@singleton()
export default class HistoryController {
  constructor(
    private history: ReadHistory,
    private books: VenueBooks
  ) {}

  async orders(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const query = { objectId, ...input(ctx, ordersQuery) }
    const { orders, ...page } = await this.history.orders(principalOf(ctx), query)
    answer(ctx, { orders: orders.map((order) => presentOrder(order, this.#marketOf)), ...page })
  }

  async order(ctx: HttpContext) {
    const { id: objectId, orderId } = input(ctx, orderParams)
    const query = { objectId, orderId, ...input(ctx, accountQuery) }
    const { order, fills } = await this.history.order(principalOf(ctx), query)
    answer(ctx, {
      order: presentOrder(order, this.#marketOf),
      fills: fills.map((fill) => presentFill(fill, this.#marketOf)),
    })
  }

  async fills(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const query = { objectId, ...input(ctx, fillsQuery) }
    const { fills, ...page } = await this.history.fills(principalOf(ctx), query)
    answer(ctx, { fills: fills.map((fill) => presentFill(fill, this.#marketOf)), ...page })
  }

  async funding(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const query = { objectId, ...input(ctx, fundingPaymentsQuery) }
    const { payments, ...page } = await this.history.funding(principalOf(ctx), query)
    answer(ctx, { payments: payments.map(presentFundingPayment), ...page })
  }

  async summary(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { limit = LIMITS.listDefault, cursor, ...query } = input(ctx, summaryQuery)
    const sums = await this.history.summary(principalOf(ctx), { objectId, ...query })
    const { markets, totals } = presentTradeSummary(sums)
    const list = ['summary', objectId, query]
    const { page, ...rest } = namedPage(markets, ({ market }) => market, list, { limit, cursor })
    answer(ctx, { markets: page, totals, ...rest })
  }

  #marketOf = (id: string) => this.books.marketOf(id)
}
