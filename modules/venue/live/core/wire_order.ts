import type { OrderTerms } from '../../core/engine/order_terms.ts'
import { MARKET_SLIPPAGE, TRIGGER_SLIPPAGE, slippageLimit } from '../../core/engine/run_order.ts'
import type { Side, TimeInForce } from '../../core/engine/state.ts'
import {
  ceilToTick,
  floorToTick,
  formatFixed,
  formatPrice,
  type Price,
} from '../../core/numerics.ts'
import type { LiveMarket } from './live_markets.ts'
import type { WireOrder } from './wire_shapes.ts'

const TIFS: Record<TimeInForce, 'Gtc' | 'Ioc' | 'Alo'> = { GTC: 'Gtc', IOC: 'Ioc', ALO: 'Alo' }

type Terms = Pick<
  OrderTerms,
  'side' | 'orderType' | 'size' | 'price' | 'reduceOnly' | 'timeInForce' | 'trigger'
>

/**
 * An order in the venue's format. The venue has no market orders: they are limit orders at the
 * worst price at which they may fill, 5 % from the mid, or 10 % from the trigger.
 *
 * @returns null when a price is needed and there is none
 */
export function wireOrder(market: LiveMarket, terms: Terms, cloid: string): WireOrder | null {
  const price = worstPrice(market, terms)
  if (price === null) return null
  const { trigger, side, reduceOnly, size } = terms
  const { szDecimals } = market.market
  return {
    a: market.asset,
    b: side === 'buy',
    p: formatPrice(price),
    s: formatFixed(size, szDecimals),
    r: reduceOnly,
    t: trigger
      ? {
          trigger: {
            isMarket: trigger.isMarket,
            triggerPx: formatPrice(trigger.triggerPx),
            tpsl: trigger.tpsl,
          },
        }
      : { limit: { tif: terms.orderType === 'MARKET' ? 'Ioc' : TIFS[terms.timeInForce] } },
    c: cloid,
  }
}

function worstPrice({ market, prices }: LiveMarket, terms: Terms): Price | null {
  const { price, side, trigger } = terms
  if (price !== null) return price
  if (trigger) return towardFill(side, trigger.triggerPx, TRIGGER_SLIPPAGE, market.szDecimals)
  return prices && towardFill(side, prices.mid, MARKET_SLIPPAGE, market.szDecimals)
}

function towardFill(side: Side, reference: Price, share: bigint, szDecimals: number): Price {
  const limit = slippageLimit(side, reference, share)
  return side === 'buy' ? ceilToTick(limit, szDecimals) : floorToTick(limit, szDecimals)
}
