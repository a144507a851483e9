import { formatPrice, type Price } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { reducible } from './fill_resting.ts'
import { isPriced } from './margin.ts'
import { hasPrices, markOf } from './market_inputs.ts'
import { fitSize } from './fit_size.ts'
import { cancelOrder } from './order_end.ts'
import { refuse, type Refusal, type RefusalReason } from './refusals.ts'
import { TRIGGER_SLIPPAGE, runOrder, slippageLimit } from './run_order.ts'
import { smaller, type CancelReason, type Order, type Side } from './state.ts'

/**
 * Whether a mark fires a trigger; a mark equal to the trigger price does.
 *
 * | side | sl            | tp            | |------|---------------|---------------| | sell | mark
 * <= price | mark >= price | | buy  | mark >= price | mark <= price |
 */
export function conditionHolds(
  side: Side,
  { tpsl, triggerPx }: { tpsl: 'tp' | 'sl'; triggerPx: Price },
  mark: Price
): boolean {
  const below = (side === 'sell') === (tpsl === 'sl')
  return below ? mark <= triggerPx : mark >= triggerPx
}

export function holdsNow(draft: Draft, { side, trigger, market }: Order): boolean {
  return trigger !== null && conditionHolds(side, trigger, markOf(draft.inputs, market))
}

/**
 * Refuses a stop or target of a position that would fire at once, which is a mistake. An entry may.
 */
export function checkTriggerPrice(draft: Draft, order: Order): Refusal | null {
  if (!order.reduceOnly || !holdsNow(draft, order)) return null
  const mark = formatPrice(markOf(draft.inputs, order.market))
  return refuse('bad_trigger_price', { triggerPx: formatPrice(order.trigger!.triggerPx), mark })
}

/** Fires every waiting trigger whose condition holds, the oldest first. */
export function fireTriggers(draft: Draft): void {
  // Firing a trigger can arm the legs of a bracket, whose condition may hold too.
  do {
    draft.triggersArmed = false
    for (const order of draft.waitingTriggers()) {
      const current = draft.order(order.orderId)
      if (current?.status !== 'WAITING_FOR_TRIGGER' || !isValued(draft, current)) continue
      if (holdsNow(draft, current)) fireTrigger(draft, current)
    }
  } while (draft.triggersArmed)
}

function isValued(draft: Draft, { objectId, market }: Order): boolean {
  const account = draft.requireAccount(objectId)
  return hasPrices(draft.inputs, market) && isPriced(draft.inputs, account)
}

/** The reason with which a fired order ends that is then refused. */
const ENDS_AS: Partial<Record<RefusalReason, CancelReason>> = {
  no_liquidity: 'no_liquidity',
  ioc_no_match: 'no_liquidity',
}

/** Turns a waiting order into a market or limit order for the size that is left to close. */
export function fireTrigger(draft: Draft, waiting: Order): void {
  const trigger = waiting.trigger!
  const closable = reducible(draft, waiting)
  const sized = trigger.sizeToMax ? closable : smaller(waiting.size, closable)
  const fired: Order = {
    ...waiting,
    size: waiting.reduceOnly ? sized : waiting.size,
    orderType: trigger.isMarket ? 'MARKET' : 'LIMIT',
    timeInForce: trigger.isMarket ? 'IOC' : 'GTC',
    status: 'TRIGGERED',
    triggeredAtMs: draft.nowMs,
  }
  draft.putOrder(fired)
  if (fired.size === 0n) {
    cancelOrder(draft, fired, 'reduce_only')
    return
  }
  const mark = markOf(draft.inputs, waiting.market)
  const cap = slippageLimit(waiting.side, mark, TRIGGER_SLIPPAGE)
  const limit = trigger.isMarket ? cap : waiting.price!
  const refusal = fitSize(draft, fired, (order) => runOrder(draft, order, limit))
  if (refusal) cancelOrder(draft, fired, ENDS_AS[refusal.reason] ?? 'insufficient_margin')
}
