import type { MarketInput } from '../../core/engine/market_inputs.ts'
import type { Market, MarginTier } from '../../core/markets.ts'
import {
  PRICE_DECIMALS,
  RATE_ONE,
  parseFixed,
  roundToTick,
  type Price,
} from '../../core/numerics.ts'
import type { WireAssetContext, WireMeta, WireUniverse } from './wire_shapes.ts'

/** Numbers of margin tables below this mean one tier with that leverage. */
const FIRST_TIERED_TABLE = 50

export interface LiveMarket extends MarketInput {
  /** The venue's index of the market. */
  asset: number
  coin: string
}

/**
 * The markets that are listed both here and at the venue, by id. A market with other lots there is
 * left out, because its sizes would mean something else.
 */
export function liveMarkets(
  listed: Iterable<Market>,
  [meta, contexts]: [WireMeta, WireAssetContext[]]
): Map<string, LiveMarket> {
  const found = new Map<string, LiveMarket>()
  for (const market of listed) {
    if (market.dexIndex !== 0) continue
    const asset = meta.universe.findIndex(({ name }) => name.toUpperCase() === market.symbol)
    const entry = meta.universe[asset]
    if (!entry || entry.szDecimals !== market.szDecimals) continue
    found.set(market.id, {
      asset,
      coin: entry.name,
      market: termsOf(market, entry, meta),
      prices: pricesOf(contexts[asset], market.szDecimals),
      liquidity: { bids: RATE_ONE, asks: RATE_ONE },
    })
  }
  return found
}

function termsOf(market: Market, entry: WireUniverse, meta: WireMeta): Market {
  const isolatedOnly = entry.onlyIsolated === true || entry.marginMode !== undefined
  return {
    ...market,
    maxLeverage: entry.maxLeverage,
    marginTiers: tiersOf(entry, meta),
    marginModes: isolatedOnly ? ['isolated'] : ['cross', 'isolated'],
    isolatedMarginRemovable: entry.marginMode !== 'strictIsolated',
    isDelisted: entry.isDelisted === true,
  }
}

function tiersOf({ marginTableId, maxLeverage }: WireUniverse, meta: WireMeta): MarginTier[] {
  const [, table] = meta.marginTables?.find(([id]) => id === marginTableId) ?? []
  if (!table || (marginTableId ?? 0) < FIRST_TIERED_TABLE) {
    return [{ lowerBoundUsd: 0n, maxLeverage }]
  }
  return table.marginTiers.map((tier) => ({
    lowerBoundUsd: BigInt(tier.lowerBound.split('.')[0]!),
    maxLeverage: tier.maxLeverage,
  }))
}

/** null while the venue shows no price at which an order could trade. */
function pricesOf(
  context: WireAssetContext | undefined,
  szDecimals: number
): MarketInput['prices'] {
  if (!context) return null
  const oracle = priceOf(context.oraclePx)
  const mark = priceOf(context.markPx)
  const mid = context.midPx === null ? null : priceOf(context.midPx)
  if (!oracle || !mark || !mid) return null
  const [bid, ask] = (context.impactPxs ?? []).map((text) => priceOf(text))
  const onGrid = (price: Price) => roundToTick(price, szDecimals)
  return {
    oracle: onGrid(oracle),
    mark: onGrid(mark),
    mid,
    bid: onGrid(bid ?? mid),
    ask: onGrid(ask ?? mid),
  }
}

function priceOf(text: string): Price | null {
  const price = parseFixed(text, PRICE_DECIMALS)
  return price !== null && price > 0n ? price : null
}
