import { formatUsd } from '#app/money/usd'
import { tierOf } from '../core/engine/maintenance.ts'
import type { Inputs } from '../core/engine/market_inputs.ts'
import type { Market } from '../core/markets.ts'
import { RATE_DECIMALS, RATE_ONE, formatFixed, formatPrice } from '../core/numerics.ts'
import type { ReadAccount } from '../services/read_account.ts'
import { presentOrder, presentPosition, presentSummary } from './trading_presenters.ts'

type Asset = Awaited<ReturnType<ReadAccount['assetData']>>

/** A tenth of a basis point is 1e-5. */
const FEE_DECIMALS = 5

type Account = Awaited<ReturnType<ReadAccount['stateOf']>>

/** An exchange account as it is now. */
export function presentAccount(
  { target, state, openOrders, venue }: Account,
  marketOf: (id: string) => Market
) {
  const { objectId, path, realm } = target
  return {
    account: {
      objectId,
      path,
      objectPath: path,
      venue: realm.asset === 'paper' ? 'venue-sim' : 'venue',
      status: 'active',
    },
    ...presentSummary(state),
    positions: state.positions.map((each) => presentPosition(objectId, each, marketOf)),
    openOrders: openOrders.map((order) => presentOrder(order, marketOf)),
    feeRates: presentFeeRates(venue.inputs),
  }
}

export function presentFeeRates({ markets, fees }: Inputs) {
  const [first] = markets.values()
  const rate = (value: bigint) => formatFixed(value, RATE_DECIMALS)
  return {
    taker: rate(first?.market.takerFeeRate ?? 0n),
    maker: rate(first?.market.makerFeeRate ?? 0n),
    platform: formatFixed(BigInt(fees.platformTenthsBps), FEE_DECIMALS),
    application: formatFixed(BigInt(fees.applicationTenthsBps), FEE_DECIMALS),
  }
}

export function presentAsset({ market, prices, leverage, buy, sell, venue, free }: Asset) {
  const { fees } = venue.inputs
  const perTenth = RATE_ONE / 100_000n
  const tenths = BigInt(fees.platformTenthsBps + fees.applicationTenthsBps)
  const size = (lots: bigint) => formatFixed(lots, market.szDecimals)
  // Maintenance is half of the initial rate at the highest leverage.
  const { maxLeverage } = tierOf(market, 0n)
  return {
    market: market.id,
    leverage,
    maxBuySize: size(buy.maxWithFees),
    maxSellSize: size(sell.maxWithFees),
    availableToTrade: formatUsd(free),
    markPx: formatPrice(prices.mark),
    bidPx: formatPrice(prices.bid),
    askPx: formatPrice(prices.ask),
    feeRate: formatFixed(market.takerFeeRate + tenths * perTenth, RATE_DECIMALS),
    maintenanceMarginRate: formatFixed(RATE_ONE / (2n * BigInt(maxLeverage)), RATE_DECIMALS),
    marginTiers: market.marginTiers.map((tier) => ({
      lowerBound: formatUsd(tier.lowerBoundUsd * 1_000_000n),
      maxLeverage: tier.maxLeverage,
    })),
  }
}
