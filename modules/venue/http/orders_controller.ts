import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { toRfc3339 } from '#app/clock/timestamp'
import { answer } from '#app/http/envelope'
import { invalidField } from '#app/http/errors/service_error'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { presentOperation } from '#modules/ledger/index'
import type { OrderView } from '../core/books/order_view.ts'
import { CancelAllOrders } from '../services/cancel_all_orders.ts'
import { CancelOrder } from '../services/cancel_order.ts'
import { ClosePosition } from '../services/close_position.ts'
import { PlaceBracket } from '../services/place_bracket.ts'
import { PlaceOrder } from '../services/place_order.ts'
import { ResizeOrder } from '../services/resize_order.ts'
import type { OrdersTold, OrderTold } from '../services/order_outcome.ts'
import type { Sent } from '../services/send_command.ts'
import { SetPositionTriggers } from '../services/set_position_triggers.ts'
import { VenueBooks } from '../services/venue_books.ts'
import { OrderHistory } from '../storage/order_history.ts'
import { orderRequest, toleranceText } from './order_request.ts'
import { presentOrder } from './trading_presenters.ts'
import {
  batchBody,
  cancelAllQuery,
  cancelQuery,
  closeBody,
  objectMarketParams,
  objectParams,
  orderParams,
  placeOrderBody,
  positionTriggersBody,
  resizeBody,
} from './trading_validators.ts'

/** Serves the orders of an exchange account: places, changes and ends them. */
@singleton()
export default class OrdersController {
  constructor(
    private placeOrder: PlaceOrder,
    private placeBracket: PlaceBracket,
    private resizeOrder: ResizeOrder,
    private cancelOrder: CancelOrder,
    private cancelAll: CancelAllOrders,
    private triggers: SetPositionTriggers,
    private close: ClosePosition,
    private orders: OrderHistory,
    private books: VenueBooks
  ) {}

  async store(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId, path, objectId: named, ...body } = input(ctx, placeOrderBody)
    if (named !== undefined && named !== objectId) throw otherObject()
    const order = orderRequest(body)
    const sent = await this.placeOrder.run(principalOf(ctx), { objectId, realmId, path, order })
    await this.#one(ctx, sent, 201)
  }

  async batch(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const { realmId, path, orders } = input(ctx, batchBody)
    const requests = orders.map(({ objectId: named, path: own, ...order }, index) => {
      if ((named ?? objectId) !== objectId) throw otherObject(`orders.${index}.objectId`)
      if ((own ?? path) !== path) throw otherPath(`orders.${index}.path`)
      return orderRequest(order)
    })
    const command = { objectId, realmId, path, orders: requests }
    const sent = await this.placeBracket.run(principalOf(ctx), command)
    await this.#all(ctx, sent, 201)
  }

  async update(ctx: HttpContext) {
    const { id: objectId, orderId } = input(ctx, orderParams)
    const { realmId, path, newSize } = input(ctx, resizeBody)
    const command = { objectId, realmId, path, orderId, newSize }
    await this.#one(ctx, await this.resizeOrder.run(principalOf(ctx), command), 200, orderId)
  }

  async destroy(ctx: HttpContext) {
    const { id: objectId, orderId } = input(ctx, orderParams)
    const command = { objectId, orderId, ...input(ctx, cancelQuery) }
    await this.#one(ctx, await this.cancelOrder.run(principalOf(ctx), command), 200, orderId)
  }

  async destroyAll(ctx: HttpContext) {
    const { id: objectId } = input(ctx, objectParams)
    const command = { objectId, ...input(ctx, cancelAllQuery) }
    await this.#all(ctx, await this.cancelAll.run(principalOf(ctx), command), 200)
  }

  async protect(ctx: HttpContext) {
    const { id: objectId, market } = input(ctx, objectMarketParams)
    const command = { objectId, market, ...input(ctx, positionTriggersBody) }
    if (!command.takeProfit && !command.stopLoss) throw noTrigger()
    await this.#all(ctx, await this.triggers.run(principalOf(ctx), command), 200)
  }

  async closePosition(ctx: HttpContext) {
    const { id: objectId, market } = input(ctx, objectMarketParams)
    const { sizeTolerance, ...body } = input(ctx, closeBody)
    const command = { objectId, market, ...body, ...toleranceText(sizeTolerance) }
    await this.#one(ctx, await this.close.run(principalOf(ctx), command), 201)
  }

  async #one(ctx: HttpContext, sent: Sent<OrderTold>, status: number, orderId?: string) {
    const { fee, ...told } = sent.told
    const shown =
      sent.replayed || !told.order
        ? await this.#stored(sent, orderId ?? told.orderId)
        : placedNow(sent.operation, told.order)
    this.#answer(ctx, sent, { order: shown, ...(fee && { fee }) }, status)
  }

  async #stored({ target }: Sent<OrderTold>, orderId: string) {
    const order = await this.orders.find(target.objectId, orderId)
    if (!order) throw new Error('A placed order vanished')
    return presentOrder(order, (market) => this.books.marketOf(market))
  }

  /** Each order that an operation names, as it is now. */
  async #all(ctx: HttpContext, sent: Sent<OrdersTold>, status: number) {
    const { told, target } = sent
    const ids = ((told.order ?? told.cancel)?.orders ?? []).map(({ orderId }) => orderId)
    const orders = await this.orders.findAll(target.objectId, ids)
    const shown = orders.map((order) => presentOrder(order, (id) => this.books.marketOf(id)))
    this.#answer(ctx, sent, { orders: shown }, status)
  }

  #answer(ctx: HttpContext, { operation, replayed }: Sent<object>, data: object, status: number) {
    if (replayed) ctx.response.header('idempotent-replayed', 'true')
    answer(ctx, { operation: presentOperation(operation), ...data }, status)
  }
}

/** A new order needs no reading: its operation is of the same moment. */
function placedNow({ createdAt }: Sent<object>['operation'], order: OrderView) {
  const time = toRfc3339(createdAt)
  return { ...order, createdAt: time, updatedAt: time }
}

function noTrigger() {
  return invalidField('stopLoss', 'required', 'A take-profit, a stop-loss or both are needed.')
}

function otherObject(field = 'objectId') {
  return invalidField(field, 'same_object', 'The object must be the one of the address.')
}

function otherPath(field: string) {
  return invalidField(field, 'same_path', 'The path must be the one of the batch, or left out.')
}
