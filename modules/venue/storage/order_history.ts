import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import { givenConditions } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { count, shownTime, Table, text } from '#app/storage/table'
import { headTime } from '#modules/ledger/index'
import { refusalText } from '../core/books/refusal_texts.ts'
import type { OrderRow } from '../core/books/rows.ts'
import { record } from './columns.ts'

/** An order with its times, as RFC 3339. */
export interface StoredOrder extends OrderRow {
  createdAt: string
  updatedAt: string
}

const ORDERS = new Table<StoredOrder>('venue_orders', {
  order: record(),
  operationId: text(),
  leverage: count(),
  failureReason: text(),
  createdAt: shownTime(),
  updatedAt: shownTime(),
})

export interface OrderQuery {
  realmId: string
  objectId: string
  status?: string
  market?: string
  /** Time of placing; `from` and `to` are inclusive. */
  from?: Micros
  to?: Micros
  limit: number
  cursor?: string
}

/** Every order that an account ever had. */
@singleton()
export class OrderHistory {
  constructor(private database: Database) {}

  async list({ realmId, objectId, status, market, ...asked }: OrderQuery) {
    const { page, ...rest } = await entityPage(this.database, ORDERS, {
      ...givenConditions(
        ['object_id = ?', objectId],
        ['status = ?', status],
        ['market = ?', market]
      ),
      ...asked,
      readCut: () => headTime(this.database, realmId),
    })
    return { orders: page, ...rest }
  }

  /** @returns null for an order this account never had */
  find(objectId: string, orderId: string): Promise<StoredOrder | null> {
    return ORDERS.first(this.database, 'WHERE id = ? AND object_id = ?', [orderId, objectId])
  }

  async findAll(objectId: string, orderIds: readonly string[]): Promise<StoredOrder[]> {
    if (orderIds.length === 0) return []
    const rest = 'WHERE id IN (?) AND object_id = ? ORDER BY id'
    return ORDERS.all(this.database, rest, [orderIds, objectId])
  }

  /** The orders that one operation made, without slices of a TWAP. */
  ofOperation(operationId: string): Promise<StoredOrder[]> {
    return ORDERS.all(this.database, 'WHERE operation_id = ? ORDER BY id', [operationId])
  }

  /**
   * Runs a command on an order. The venue knows only live orders, so this tells an ended order from
   * one that never existed.
   *
   * @throws ServiceError INVALID_STATE for an ended order
   */
  async orEnded<Result>(
    objectId: string,
    orderId: string,
    run: () => Promise<Result>
  ): Promise<Result> {
    try {
      return await run()
    } catch (error) {
      const unknown = error instanceof ServiceError && error.details?.reason === 'order_not_found'
      const ended = unknown ? await this.find(objectId, orderId) : null
      if (!ended) throw error
      const { market, status } = ended.order
      throw new ServiceError('INVALID_STATE', {
        ...refusalText('order_not_live', { orderId, market, objectId }),
        details: { reason: 'order_not_live', status, orderId, market, objectId },
      })
    }
  }
}
