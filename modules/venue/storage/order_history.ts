import type { Micros } from '#app/clock/clock'
import { sqlToRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import { createdWithin, givenConditions } from '#app/storage/filter'
import { keysetPage } from '#app/storage/keyset_page'
import { headTime } from '#modules/ledger/index'
import { fromRecord } from '../core/books/record.ts'
import { refusalText } from '../core/books/refusal_texts.ts'
import type { FailureReason } from '../core/engine/refusals.ts'
import type { OrderRow } from '../core/books/rows.ts'
import type { Order } from '../core/engine/state.ts'

/** An order with its times, as RFC 3339. */
export interface StoredOrder extends OrderRow {
  createdAt: string
  updatedAt: string
}

interface Row {
  id: string
  operation_id: string
  leverage: number
  failure_reason: FailureReason | null
  record: string
  created_at: string
  updated_at: string
}

const COLUMNS = 'id, operation_id, leverage, failure_reason, record, created_at, updated_at'

export interface OrderQuery {
  realmId: string
  objectId: string
  status?: string
  market?: string
  /** When it was placed, both inclusive. */
  from?: Micros
  to?: Micros
  limit: number
  cursor?: string
}

/** Every order an account ever had. */
@singleton()
export class OrderHistory {
  constructor(private database: Database) {}

  async list({ realmId, objectId, status, market, limit, cursor, ...times }: OrderQuery) {
    const { page, total, nextCursor } = await keysetPage<Row>(this.database, {
      table: 'venue_orders',
      columns: COLUMNS,
      ...givenConditions(
        ['object_id = ?', objectId],
        ['status = ?', status],
        ['market = ?', market],
        ...createdWithin(times)
      ),
      limit,
      cursor,
      readCut: () => headTime(this.database, realmId),
    })
    return { orders: page.map(toOrder), total, nextCursor }
  }

  /** @returns null for an order this account never had */
  async find(objectId: string, orderId: string): Promise<StoredOrder | null> {
    const [row] = await this.database.read<Row>(
      `SELECT ${COLUMNS} FROM venue_orders WHERE id = ? AND object_id = ?`,
      [orderId, objectId]
    )
    return row ? toOrder(row) : null
  }

  async findAll(objectId: string, orderIds: readonly string[]): Promise<StoredOrder[]> {
    if (orderIds.length === 0) return []
    const rows = await this.database.read<Row>(
      `SELECT ${COLUMNS} FROM venue_orders WHERE id IN (?) AND object_id = ? ORDER BY id`,
      [orderIds, objectId]
    )
    return rows.map(toOrder)
  }

  /** The orders one operation made, slices of a TWAP left out. */
  async ofOperation(operationId: string): Promise<StoredOrder[]> {
    const rows = await this.database.read<Row>(
      `SELECT ${COLUMNS} FROM venue_orders WHERE operation_id = ? ORDER BY id`,
      [operationId]
    )
    return rows.map(toOrder)
  }

  /**
   * Runs a command on an order. The venue knows live orders only: one that has ended is told from
   * one that never was.
   *
   * @throws ServiceError INVALID_STATE for an ended one
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

function toOrder(row: Row): StoredOrder {
  return {
    order: fromRecord<Order>(row.record),
    operationId: row.operation_id,
    leverage: row.leverage,
    failureReason: row.failure_reason,
    createdAt: sqlToRfc3339(row.created_at),
    updatedAt: sqlToRfc3339(row.updated_at),
  }
}
