import { roundToTick, type Price } from '../numerics.ts'
import { cancelOrders, followFill } from './order_end.ts'
import type { Draft } from './draft.ts'
import { NO_FEES } from './fees.ts'
import { fillSide } from './fill_side.ts'
import { coverDebt } from './liquidate.ts'
import { marketOf } from './market_inputs.ts'
import { absolute, closingSide } from './state.ts'
import { terminateTwaps } from './twap.ts'

/**
 * Delists a market: its orders end, its positions are settled without a fee, and no order is placed
 * there any more. Delisting it twice has the effect of delisting it once.
 *
 * @param settlement average oracle of the last hour; rounded to the grid
 */
export function delistMarket(draft: Draft, market: string, settlement: Price): null {
  if (draft.isDelisted(market)) return null
  const price = roundToTick(settlement, marketOf(draft.inputs, market).szDecimals)
  draft.delist(market)
  draft.emit({ type: 'market_delisted', market, price })
  terminateTwaps(draft, null, market)
  for (const objectId of draft.objectIds()) {
    cancelOrders(draft, objectId, 'market_delisted', (order) => order.market === market)
    const position = draft.requireAccount(objectId).positions[market]
    if (!position) continue
    const fill = {
      objectId,
      market,
      side: closingSide(position.size),
      lots: absolute(position.size),
      price,
      fees: NO_FEES,
      orderId: null,
      twapId: null,
      isMaker: false,
      isLiquidation: false,
      counterparty: 'house',
      release: 'pro_rata',
    } as const
    draft.emit({
      type: 'venue_closed',
      close: {
        objectId,
        market,
        method: 'settlement',
        accountValue: 0n,
        maintenance: 0n,
      },
    })
    followFill(draft, { ...fill, ocoGroupId: null }, fillSide(draft, fill))
    coverDebt(draft, objectId)
  }
  return null
}
