import type { Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { atomsToColumn } from '#app/money/usd'
import type { RowsInsert, SqlValue } from '#app/storage/database'
import { toRecord } from '../core/books/record.ts'
import type { HistoryRows } from '../core/books/rows.ts'
import { isLive } from '../core/engine/draft.ts'
import { signOf } from '../core/engine/state.ts'
import { PRICE_DECIMALS, RATE_DECIMALS, formatFixed } from '../core/numerics.ts'

/**
 * The rows of one posting have the same time; a row's id keeps them in the order in which they were
 * made.
 */
export interface HistoryChange {
  realmId: string
  rows: HistoryRows
  now: Micros
  /** A number of lots of a market in atoms. */
  lotsToAtoms: (market: string, lots: bigint) => bigint
}

/** Makes one insert statement at the moment it is written. */
export type MakeInsert = () => RowsInsert

/** Orders, fills, funding and TWAPs, to be written in the posting that made them. */
@singleton()
export class HistoryWriter {
  inserts(change: HistoryChange): MakeInsert[] {
    return [
      () => ordersInsert(change),
      () => fillsInsert(change),
      () => fundingInsert(change),
      () => twapsInsert(change),
    ]
  }
}

function ordersInsert({ realmId, rows, now }: HistoryChange): RowsInsert {
  const time = toSqlDatetime(now)
  return {
    into: `venue_orders (id, realm_id, object_id, market, operation_id, status, live, leverage,
      failure_reason, record, created_at, updated_at)`,
    rows: [...rows.orders.values()].map(
      ({ order, operationId, leverage, failureReason }): SqlValue[] => [
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
      ]
    ),
    update: `ON DUPLICATE KEY UPDATE status = VALUES(status), live = VALUES(live),
      record = VALUES(record), updated_at = VALUES(updated_at)`,
  }
}

function fillsInsert({ realmId, rows, now, lotsToAtoms }: HistoryChange): RowsInsert {
  const time = toSqlDatetime(now)
  return {
    into: `venue_fills (id, realm_id, object_id, market, order_id, operation_id,
      order_operation_id, signed_size, notional, realized_pnl, exchange_fee, platform_fee,
      builder_fee, record, created_at)`,
    rows: rows.fills.map(({ id, operationId, orderOperationId, fill, notional }): SqlValue[] => [
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
    ]),
    update: '',
  }
}

function fundingInsert({ realmId, rows, now, lotsToAtoms }: HistoryChange): RowsInsert {
  const time = toSqlDatetime(now)
  return {
    into: `venue_funding_payments (id, realm_id, object_id, market, funding_hour, operation_id,
      rate, oracle, size, amount, created_at)`,
    rows: rows.funding.map((row): SqlValue[] => [
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
    ]),
    update: '',
  }
}

function twapsInsert({ realmId, rows, now }: HistoryChange): RowsInsert {
  const time = toSqlDatetime(now)
  return {
    into: `venue_twaps (id, realm_id, object_id, market, status, record, created_at, updated_at)`,
    rows: [...rows.twaps.values()].map(({ twap }): SqlValue[] => [
      twap.twapId,
      realmId,
      twap.objectId,
      twap.market,
      twap.status,
      toRecord(twap),
      time,
      time,
    ]),
    update: `ON DUPLICATE KEY UPDATE status = VALUES(status), record = VALUES(record),
      updated_at = VALUES(updated_at)`,
  }
}
