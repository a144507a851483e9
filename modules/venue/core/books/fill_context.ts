import { formatUsd } from '#app/money/usd'
import type { FillRecord } from '../engine/events.ts'
import { averagePrice } from '../engine/lot.ts'
import { absolute } from '../engine/state.ts'
import { formatFixed, formatPrice } from '../numerics.ts'

/** A fill as operations, events and lists show it: decimals as texts. */
export function fillContext(
  fill: FillRecord,
  { szDecimals, orderOperationId }: { szDecimals: number; orderOperationId: string | null }
) {
  const { feeBreakdown, resultingPosition } = fill
  return {
    side: fill.side,
    size: formatFixed(fill.size, szDecimals),
    price: formatPrice(fill.price),
    market: fill.market,
    direction: fill.direction,
    orderId: fill.orderId,
    orderOperationId,
    realizedPnl: formatUsd(fill.realizedPnl),
    fee: formatUsd(fill.fee),
    feeBreakdown: {
      exchange: formatUsd(feeBreakdown.exchange),
      platform: formatUsd(feeBreakdown.platform),
      builder: formatUsd(feeBreakdown.builder),
    },
    netBalanceChange: formatUsd(fill.netBalanceChange),
    startPosition: formatFixed(fill.startPosition, szDecimals),
    resultingPosition: resultingPosition && {
      side: resultingPosition.size > 0n ? 'long' : 'short',
      size: formatFixed(absolute(resultingPosition.size), szDecimals),
      entryPx: formatPrice(
        averagePrice(resultingPosition.entryNotional, resultingPosition.size, szDecimals)
      ),
      leverage: resultingPosition.leverage,
    },
    isMaker: fill.isMaker,
    isLiquidation: fill.isLiquidation,
  }
}
