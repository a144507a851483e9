import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd } from '#app/money/usd'
import type { Market } from '../core/markets.ts'
import { RATE_DECIMALS, formatFixed, formatPrice } from '../core/numerics.ts'
import { STALE_AFTER_SECONDS, type FeedReading } from '../services/feed_board.ts'

const ATOMS_PER_USD = 1_000_000n

export function presentMarket(market: Market) {
  const { id, symbol, dexIndex, szDecimals, maxLeverage, marginModes } = market
  const { isolatedMarginRemovable, isDelisted, fundingIntervalSeconds } = market
  return {
    id,
    symbol,
    dexIndex,
    szDecimals,
    maxLeverage,
    marginTiers: market.marginTiers.map((tier) => ({
      lowerBound: wholeUsd(tier.lowerBoundUsd),
      maxLeverage: tier.maxLeverage,
    })),
    marginModes,
    isolatedMarginRemovable,
    isDelisted,
    status: isDelisted ? 'delisted' : 'active',
    minNotional: wholeUsd(market.minNotionalUsd),
    maxMarketOrderNotional: wholeUsd(market.maxMarketOrderNotionalUsd),
    takerFeeRate: formatFixed(market.takerFeeRate, RATE_DECIMALS),
    makerFeeRate: formatFixed(market.makerFeeRate, RATE_DECIMALS),
    impactNotional: wholeUsd(market.impactNotionalUsd),
    fundingIntervalSeconds,
  }
}

export function presentMids({ mids, asOfMs, ageSeconds, stale }: FeedReading) {
  return {
    mids: Object.fromEntries([...mids].map(([marketId, mid]) => [marketId, formatPrice(mid)])),
    marketDataAsOf: toRfc3339(asOfMs * 1000),
    ageSeconds,
    staleAfterSeconds: STALE_AFTER_SECONDS,
    stale,
  }
}

function wholeUsd(usd: bigint): string {
  return formatUsd(usd * ATOMS_PER_USD)
}
