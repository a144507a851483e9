import { singleton } from '#app/extension/singleton'
import type { SqlReader, SqlSession, SqlValue } from '#app/storage/database'
import { fromRecord } from '../../core/books/record.ts'
import type { Order } from '../../core/engine/state.ts'
import type { WireFill } from '../core/wire_shapes.ts'

type FillKey = Pick<WireFill, 'time' | 'coin' | 'tid' | 'oid'>

export function fillKey({ time, coin, tid, oid }: FillKey): string {
  return `${time}|${coin}|${tid}|${oid}`
}

/** The service's orders under their ids at the venue, and which of the venue's fills are booked. */
@singleton()
export class LiveOrderStore {
  /** Order ids by client order id, for one account: ids of another account are unknown. */
  async byCloid(
    reader: SqlReader,
    objectId: string,
    cloids: readonly string[]
  ): Promise<Map<string, string>> {
    if (cloids.length === 0) return new Map()
    const rows = await reader.read<{ cloid: string; order_id: string }>(
      'SELECT cloid, order_id FROM venue_live_orders WHERE cloid IN (?) AND object_id = ?',
      [[...cloids], objectId]
    )
    return new Map(rows.map(({ cloid, order_id: orderId }) => [cloid, orderId]))
  }

  /** The newest client order id of each order. */
  async cloidsOf(reader: SqlReader, orderIds: readonly string[]): Promise<Map<string, string>> {
    if (orderIds.length === 0) return new Map()
    const rows = await reader.read<{ cloid: string; order_id: string }>(
      `SELECT cloid, order_id FROM venue_live_orders WHERE order_id IN (?)
        ORDER BY created_at_ms, cloid`,
      [[...orderIds]]
    )
    return new Map(rows.map(({ cloid, order_id: orderId }) => [orderId, cloid]))
  }

  /** Ended orders, as they were last booked. */
  async ended(reader: SqlReader, orderIds: readonly string[]): Promise<Map<string, Order>> {
    if (orderIds.length === 0) return new Map()
    const rows = await reader.read<{ id: string; record: string }>(
      'SELECT id, record FROM venue_orders WHERE id IN (?)',
      [[...orderIds]]
    )
    return new Map(rows.map(({ id, record }) => [id, fromRecord<Order>(record)]))
  }

  async bookedFills(
    reader: SqlReader,
    objectId: string,
    fills: readonly FillKey[]
  ): Promise<Set<string>> {
    if (fills.length === 0) return new Set()
    const times = [...new Set(fills.map(({ time }) => time))]
    const rows = await reader.read<{
      time_ms: string | number
      coin: string
      tid: string | number
      oid: string | number
    }>(
      `SELECT time_ms, coin, tid, oid FROM venue_live_fills
        WHERE object_id = ? AND time_ms IN (?)`,
      [objectId, times]
    )
    return new Set(
      rows.map(({ time_ms: time, coin, tid, oid }) =>
        fillKey({ time: Number(time), coin, tid: Number(tid), oid: Number(oid) })
      )
    )
  }

  async storeFills(
    session: SqlSession,
    objectId: string,
    fills: readonly FillKey[]
  ): Promise<void> {
    if (fills.length === 0) return
    const rows = fills.map(({ time, coin, tid, oid }): SqlValue[] => [
      objectId,
      time,
      coin,
      tid,
      oid,
    ])
    await session.write(
      'INSERT INTO venue_live_fills (object_id, time_ms, coin, tid, oid) VALUES ?',
      [rows]
    )
  }

  /** Hours of a market whose funding an account has got. */
  async fundedHours(
    reader: SqlReader,
    objectId: string,
    hours: readonly number[]
  ): Promise<Set<string>> {
    if (hours.length === 0) return new Set()
    const rows = await reader.read<{ market: string; funding_hour: string | number }>(
      `SELECT market, funding_hour FROM venue_funding_payments
        WHERE object_id = ? AND funding_hour IN (?)`,
      [objectId, [...new Set(hours)]]
    )
    return new Set(rows.map(({ market, funding_hour: hour }) => `${market}|${Number(hour)}`))
  }
}
