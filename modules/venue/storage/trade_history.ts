import { singleton } from '#app/extension/singleton'
import { columnToAtoms, type Atoms } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { createdWithin, givenConditions, type DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { money, shownTime, Table, text } from '#app/storage/table'
import { headTime } from '#modules/ledger/index'
import type { FillRecord } from '../core/engine/events.ts'
import type { Twap } from '../core/engine/state.ts'
import type { Price, Rate } from '../core/numerics.ts'
import { price, rate, record } from './columns.ts'

/** A part of an account's history; times in microseconds, both ends included. */
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

const FILLS = new Table<StoredFill>('venue_fills', {
  id: text(),
  operationId: text(),
  orderOperationId: text(),
  fill: record(),
  createdAt: shownTime(),
})

export interface FundingPayment {
  id: string
  operationId: string
  market: string
  rate: Rate
  oracle: Price
  /** Of the position, in atoms. */
  size: Atoms
  amount: Atoms
  createdAt: string
}

const FUNDING = new Table<FundingPayment>('venue_funding_payments', {
  id: text(),
  operationId: text(),
  market: text(),
  rate,
  oracle: price,
  size: money(),
  amount: money(),
  createdAt: shownTime(),
})

export interface StoredTwap {
  twap: Twap
  createdAt: string
  updatedAt: string
}

const TWAPS = new Table<StoredTwap>('venue_twaps', {
  twap: record(),
  createdAt: shownTime(),
  updatedAt: shownTime(),
})

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

  async fills({ realmId, objectId, market, ...asked }: HistoryQuery) {
    const { page, ...rest } = await entityPage(this.database, FILLS, {
      ...scopeOf({ objectId, market }),
      ...asked,
      readCut: () => headTime(this.database, realmId),
    })
    return { fills: page, ...rest }
  }

  fillsOfOrder(orderId: string): Promise<StoredFill[]> {
    return FILLS.all(this.database, 'WHERE order_id = ? ORDER BY created_at, id', [orderId])
  }

  async funding({ realmId, objectId, market, ...asked }: HistoryQuery) {
    const { page, ...rest } = await entityPage(this.database, FUNDING, {
      ...scopeOf({ objectId, market }),
      ...asked,
      readCut: () => headTime(this.database, realmId),
    })
    return { payments: page, ...rest }
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

  async twaps({ realmId, objectId, ...asked }: DatedPage & { realmId: string; objectId: string }) {
    const { page, ...rest } = await entityPage(this.database, TWAPS, {
      where: 'object_id = ?',
      values: [objectId],
      ...asked,
      readCut: () => headTime(this.database, realmId),
    })
    return { twaps: page, ...rest }
  }

  twap(objectId: string, id: string): Promise<StoredTwap | null> {
    return TWAPS.first(this.database, 'WHERE id = ? AND object_id = ?', [id, objectId])
  }
}

function scopeOf({ objectId, market, ...times }: Stretch) {
  return givenConditions(
    ['object_id = ?', objectId],
    ['market = ?', market],
    ...createdWithin(times)
  )
}
