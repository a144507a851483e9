import { toRfc3339 } from '#app/clock/timestamp'
import { derivedId } from '#app/ids/ids'
import { formatUsd } from '#app/money/usd'
import { fillContext } from '../core/books/fill_context.ts'
import { orderView } from '../core/books/order_view.ts'
import type { AccountState, PositionState } from '../core/engine/account_state.ts'
import type { LotCosts, Twap } from '../core/engine/state.ts'
import type { Market } from '../core/markets.ts'
import { PRICE_DECIMALS, RATE_DECIMALS, formatFixed, formatPrice } from '../core/numerics.ts'
import type { StoredOrder } from '../storage/order_history.ts'
import type { FundingPayment, MarketSum, StoredFill, StoredTwap } from '../storage/trade_history.ts'

type MarketOf = (id: string) => Market

export function presentOrder(stored: StoredOrder, marketOf: MarketOf) {
  const { createdAt, updatedAt, order } = stored
  return { ...orderView(stored, marketOf(order.market).szDecimals), createdAt, updatedAt }
}

export function presentFill(stored: StoredFill, marketOf: MarketOf) {
  const { id, operationId, orderOperationId, fill, createdAt } = stored
  const { szDecimals } = marketOf(fill.market)
  const context = fillContext(fill, { szDecimals, orderOperationId })
  return { id, operationId, ...context, createdAt }
}

export function presentSummary({ marginSummary, crossMaintenanceMarginUsed }: AccountState) {
  const entries = Object.entries(marginSummary).map(([name, amount]) => [name, formatUsd(amount)])
  return {
    marginSummary: Object.fromEntries(entries) as Record<keyof typeof marginSummary, string>,
    crossMaintenanceMarginUsed: formatUsd(crossMaintenanceMarginUsed),
  }
}

export function presentPosition(objectId: string, position: PositionState, marketOf: MarketOf) {
  const { market, side, leverage, marginMode, openedAtMs, updatedAtMs } = position
  const { szDecimals } = marketOf(market)
  return {
    id: derivedId('pos', openedAtMs, `position:${objectId}:${position.lotId}`),
    market,
    side,
    size: formatFixed(position.size, szDecimals),
    entryPrice: formatPrice(position.entryPrice),
    markPrice: formatPrice(position.markPrice),
    leverage,
    marginMode,
    marginUsed: formatUsd(position.marginUsed),
    isolatedMargin: position.isolatedMargin === null ? null : formatUsd(position.isolatedMargin),
    liquidationPrice:
      position.liquidationPrice === null ? null : formatPrice(position.liquidationPrice),
    positionValue: formatUsd(position.positionValue),
    unrealizedPnl: formatUsd(position.unrealizedPnl),
    returnOnEquity: formatFixed(position.returnOnEquity, RATE_DECIMALS),
    ...presentCosts(position.costs),
    createdAt: toRfc3339(openedAtMs * 1000),
    updatedAt: toRfc3339(updatedAtMs * 1000),
  }
}

/** Each cost is left out when none has accrued. */
function presentCosts({ funding, exchange, platform, builder }: LotCosts) {
  const costs = {
    cumulativeFunding: funding,
    cumulativeFee: exchange + platform + builder,
    cumulativeExchangeFee: exchange,
    cumulativePlatformFee: platform,
    cumulativeBuilderFee: builder,
  }
  const accrued = Object.entries(costs).filter(([, amount]) => amount !== 0n)
  return Object.fromEntries(accrued.map(([name, amount]) => [name, formatUsd(amount)]))
}

export function presentFundingPayment(row: FundingPayment) {
  return {
    id: row.id,
    operationId: row.operationId,
    market: row.market,
    rate: formatFixed(row.rate, RATE_DECIMALS),
    oraclePx: formatFixed(row.oracle, PRICE_DECIMALS),
    size: formatFixed(row.size, 6),
    amount: formatUsd(row.amount),
    createdAt: row.createdAt,
  }
}

export function presentTradeSummary(sums: readonly MarketSum[]) {
  const nothing = { market: '', tradeCount: 0, volume: 0n, realizedPnl: 0n, exchangeFees: 0n }
  const zero: MarketSum = {
    ...nothing,
    platformFees: 0n,
    builderFees: 0n,
    fundingPaid: 0n,
    fundingReceived: 0n,
  }
  const all = sums.reduce<MarketSum>(
    (total, each) => ({
      market: '',
      tradeCount: total.tradeCount + each.tradeCount,
      volume: total.volume + each.volume,
      realizedPnl: total.realizedPnl + each.realizedPnl,
      exchangeFees: total.exchangeFees + each.exchangeFees,
      platformFees: total.platformFees + each.platformFees,
      builderFees: total.builderFees + each.builderFees,
      fundingPaid: total.fundingPaid + each.fundingPaid,
      fundingReceived: total.fundingReceived + each.fundingReceived,
    }),
    zero
  )
  return {
    markets: sums.map((sum) => ({ market: sum.market, ...presentSums(sum) })),
    totals: presentSums(all),
  }
}

function presentSums(sum: MarketSum) {
  const { exchangeFees, platformFees, builderFees } = sum
  return {
    tradeCount: sum.tradeCount,
    volume: formatUsd(sum.volume),
    realizedPnl: formatUsd(sum.realizedPnl),
    exchangeFees: formatUsd(exchangeFees),
    platformFees: formatUsd(platformFees),
    builderFees: formatUsd(builderFees),
    totalFees: formatUsd(exchangeFees + platformFees + builderFees),
    fundingPaid: formatUsd(sum.fundingPaid),
    fundingReceived: formatUsd(sum.fundingReceived),
  }
}

export function presentTwap({ twap, createdAt, updatedAt }: StoredTwap, marketOf: MarketOf) {
  const { szDecimals } = marketOf(twap.market)
  return {
    operationId: twap.twapId,
    objectId: twap.objectId,
    market: twap.market,
    side: twap.side,
    totalSize: formatFixed(twap.size, szDecimals),
    filledSize: formatFixed(twap.filled, szDecimals),
    reduceOnly: twap.reduceOnly,
    randomize: twap.randomize,
    slippage: formatFixed(twap.slippage, RATE_DECIMALS),
    slices: twap.slices,
    slicesDone: twap.slicesDone,
    intervalSeconds: twap.intervalMs / 1000,
    status: twap.status satisfies Twap['status'],
    createdAt,
    updatedAt,
  }
}
