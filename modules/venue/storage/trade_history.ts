import { sqlToRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { createdWithin, givenConditions } from '#app/storage/filter'
import { keysetPage } from '#app/storage/keyset_page'
import { headTime } from '#modules/ledger/index'
import { fromRecord } from '../core/books/record.ts'
import type { FillRecord } from '../core/engine/events.ts'
import type { Twap } from '../core/engine/state.ts'

/** A stretch of an account's history; times in microseconds, both ends included. */
export interface Stretch {
  objectId: string
  market?: string
  from?: number
  to?: number
}

export interface HistoryQuery extends Stretch {
  realmId: string
  limit: number
  cursor?: string
}

export interface StoredFill {
  id: string
  operationId: string
  orderOperationId: string | null
  fill: FillRecord
  createdAt: string
}

interface FillColumns {
  id: string
  operation_id: string
  order_operation_id: string | null
  record: string
  created_at: string
}

const FILL_COLUMNS = 'id, operation_id, order_operation_id, record, created_at'

export interface FundingPayment {
  id: string
  operation_id: string
  market: string
  rate: string
  oracle: string
  size: string
  amount: string
  created_at: string
}

/** Sums of one market over a stretch. */
export interface MarketSum {
  market: string
  tradeCount: number
  volume: Atoms
  realizedPnl: Atoms
  exchangeFees: Atoms
  platformFees: Atoms
  builderFees: Atoms
  fundingPaid: Atoms
  fundingReceived: Atoms
}

/** Fills, funding and TWAPs of an account. */
@singleton()
export class TradeHistory {
  constructor(private database: Database) {}

  async fills({ realmId, limit, cursor, ...stretch }: HistoryQuery) {
    const { page, total, nextCursor } = await keysetPage<FillColumns>(this.database, {
      table: 'venue_fills',
      columns: FILL_COLUMNS,
      ...scopeOf(stretch),
      limit,
      cursor,
      readCut: () => headTime(this.database, realmId),
    })
    return { fills: page.map(toFill), total, nextCursor }
  }

  async fillsOfOrder(orderId: string): Promise<StoredFill[]> {
    const rows = await this.database.read<FillColumns>(
      `SELECT ${FILL_COLUMNS} FROM venue_fills WHERE order_id = ? ORDER BY created_at, id`,
      [orderId]
    )
    return rows.map(toFill)
  }

  async funding({ realmId, limit, cursor, ...stretch }: HistoryQuery) {
    const { page, total, nextCursor } = await keysetPage<FundingPayment>(this.database, {
      table: 'venue_funding_payments',
      columns: 'id, operation_id, market, rate, oracle, size, amount, created_at',
      ...scopeOf(stretch),
      limit,
      cursor,
      readCut: () => headTime(this.database, realmId),
    })
    return { payments: page, total, nextCursor }
  }

  /** By market id. */
  async sums(stretch: Stretch): Promise<MarketSum[]> {
    const { where, values } = scopeOf(stretch)
    const traded = await this.database.read<Record<string, string>>(
      `SELECT market, COUNT(*) AS trades, SUM(notional) AS volume, SUM(realized_pnl) AS pnl,
              SUM(exchange_fee) AS exchange, SUM(platform_fee) AS platform, SUM(builder_fee) AS builder
         FROM venue_fills WHERE ${where} GROUP BY market`,
      values
    )
    const paid = await this.database.read<Record<string, string>>(
      `SELECT market, SUM(IF(amount < 0, -amount, 0)) AS paid, SUM(IF(amount > 0, amount, 0)) AS received
         FROM venue_funding_payments WHERE ${where} GROUP BY market`,
      values
    )
    const markets = new Set([...traded, ...paid].map(({ market }) => market!))
    return [...markets].sort().map((market) => {
      const trades = traded.find((row) => row.market === market)
      const funding = paid.find((row) => row.market === market)
      const sum = (value: string | undefined) => (value === undefined ? 0n : columnToAtoms(value))
      return {
        market,
        tradeCount: Number(trades?.trades ?? 0),
        volume: sum(trades?.volume),
        realizedPnl: sum(trades?.pnl),
        exchangeFees: sum(trades?.exchange),
        platformFees: sum(trades?.platform),
        builderFees: sum(trades?.builder),
        fundingPaid: sum(funding?.paid),
        fundingReceived: sum(funding?.received),
      }
    })
  }

  async twaps(query: { realmId: string; objectId: string; limit: number; cursor?: string }) {
    const { realmId, objectId, limit, cursor } = query
    const { page, total, nextCursor } = await keysetPage<TwapColumns>(this.database, {
      table: 'venue_twaps',
      columns: 'id, record, created_at, updated_at',
      where: 'object_id = ?',
      values: [objectId],
      limit,
      cursor,
      readCut: () => headTime(this.database, realmId),
    })
    return { twaps: page.map(toTwap), total, nextCursor }
  }

  async twap(objectId: string, id: string): Promise<StoredTwap | null> {
    const [row] = await this.database.read<TwapColumns>(
      'SELECT id, record, created_at, updated_at FROM venue_twaps WHERE id = ? AND object_id = ?',
      [id, objectId]
    )
    return row ? toTwap(row) : null
  }
}

interface TwapColumns {
  id: string
  record: string
  created_at: string
  updated_at: string
}

export interface StoredTwap {
  twap: Twap
  createdAt: string
  updatedAt: string
}

function toTwap({ record, created_at: createdAt, updated_at: updatedAt }: TwapColumns): StoredTwap {
  const twap = fromRecord<Twap>(record)
  return { twap, createdAt: sqlToRfc3339(createdAt), updatedAt: sqlToRfc3339(updatedAt) }
}

function toFill(row: FillColumns): StoredFill {
  return {
    id: row.id,
    operationId: row.operation_id,
    orderOperationId: row.order_operation_id,
    fill: fromRecord<FillRecord>(row.record),
    createdAt: sqlToRfc3339(row.created_at),
  }
}

function scopeOf({ objectId, market, ...times }: Stretch) {
  return givenConditions(
    ['object_id = ?', objectId],
    ['market = ?', market],
    ...createdWithin(times)
  )
}
