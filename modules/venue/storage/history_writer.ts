import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn } from '#app/money/usd'
import type { SqlSession, SqlValue } from '#app/storage/database'
import { inParts } from '#app/storage/row_parts'
import { toRecord } from '../core/books/record.ts'
import type { FillRow, FundingRow, HistoryRows, OrderRow, TwapRow } from '../core/books/rows.ts'
import { isLive } from '../core/engine/draft.ts'
import { signOf } from '../core/engine/state.ts'
import { PRICE_DECIMALS, RATE_DECIMALS, formatFixed } from '../core/numerics.ts'

/** A row's id orders rows of one posting as they were made: the time of all of them is the same. */
export interface HistoryChange {
  realmId: string
  rows: HistoryRows
  now: Micros
  /** Size of a market's lots in atoms. */
  lotsToAtoms: (market: string, lots: bigint) => bigint
}

/** Orders, fills, funding and TWAPs, written in the posting that made them. */
export class HistoryWriter {
  async save(session: SqlSession, change: HistoryChange): Promise<void> {
    const { rows, now } = change
    const time = toSqlDatetime(now)
    await this.#orders(session, change, [...rows.orders.values()], time)
    await this.#fills(session, change, rows.fills, time)
    await this.#funding(session, change, rows.funding, time)
    await this.#twaps(session, change, [...rows.twaps.values()], time)
  }

  async #orders(session: SqlSession, { realmId }: HistoryChange, rows: OrderRow[], time: string) {
    const values = rows.map(({ order, operationId, leverage, failureReason }): SqlValue[] => [
      order.orderId,
      realmId,
      order.objectId,
      order.market,
      operationId,
      order.status,
      isLive(order),
      leverage,
      failureReason,
      toRecord(order),
      time,
      time,
    ])
    for (const part of inParts(values)) {
      await session.write(
        `INSERT INTO venue_orders (id, realm_id, object_id, market, operation_id, status, live,
           leverage, failure_reason, record, created_at, updated_at) VALUES ?
         ON DUPLICATE KEY UPDATE status = VALUES(status), live = VALUES(live),
           record = VALUES(record), updated_at = VALUES(updated_at)`,
        [part]
      )
    }
  }

  async #fills(
    session: SqlSession,
    { realmId, lotsToAtoms }: HistoryChange,
    rows: FillRow[],
    time: string
  ) {
    const values = rows.map(({ id, operationId, orderOperationId, fill, notional }): SqlValue[] => [
      id,
      realmId,
      fill.objectId,
      fill.market,
      fill.orderId,
      operationId,
      orderOperationId,
      atomsToColumn(lotsToAtoms(fill.market, signOf(fill.side) * fill.size)),
      atomsToColumn(notional),
      atomsToColumn(fill.realizedPnl),
      atomsToColumn(fill.feeBreakdown.exchange),
      atomsToColumn(fill.feeBreakdown.platform),
      atomsToColumn(fill.feeBreakdown.builder),
      toRecord(fill),
      time,
    ])
    for (const part of inParts(values)) {
      await session.write(
        `INSERT INTO venue_fills (id, realm_id, object_id, market, order_id, operation_id,
           order_operation_id, signed_size, notional, realized_pnl, exchange_fee, platform_fee, builder_fee,
           record, created_at) VALUES ?`,
        [part]
      )
    }
  }

  async #funding(
    session: SqlSession,
    { realmId, lotsToAtoms }: HistoryChange,
    rows: FundingRow[],
    time: string
  ) {
    const values = rows.map((row): SqlValue[] => [
      row.id,
      realmId,
      row.objectId,
      row.market,
      row.hour,
      row.operationId,
      formatFixed(row.rate, RATE_DECIMALS),
      formatFixed(row.oracle, PRICE_DECIMALS),
      atomsToColumn(lotsToAtoms(row.market, row.size)),
      atomsToColumn(row.amount),
      time,
    ])
    for (const part of inParts(values)) {
      await session.write(
        `INSERT INTO venue_funding_payments (id, realm_id, object_id, market, funding_hour,
           operation_id, rate, oracle, size, amount, created_at) VALUES ?`,
        [part]
      )
    }
  }

  async #twaps(session: SqlSession, { realmId }: HistoryChange, rows: TwapRow[], time: string) {
    const values = rows.map(({ twap }): SqlValue[] => [
      twap.twapId,
      realmId,
      twap.objectId,
      twap.market,
      twap.status,
      toRecord(twap),
      time,
      time,
    ])
    for (const part of inParts(values)) {
      await session.write(
        `INSERT INTO venue_twaps (id, realm_id, object_id, market, status, record, created_at,
           updated_at) VALUES ?
         ON DUPLICATE KEY UPDATE status = VALUES(status), record = VALUES(record),
           updated_at = VALUES(updated_at)`,
        [part]
      )
    }
  }
}
