import type { RefusalReason } from '../engine/refusals.ts'

interface RefusalText {
  /**
   * What happened. `{name}` is filled from the details; a part in brackets is left out when the
   * details lack its name.
   */
  message: string
  /** What the caller does next. */
  next: string
  /** The field of the request that is to blame, if there is one. */
  field?: string
}

const MARKETS = 'GET /api/v1/exchange/market/meta'
const STATE = 'GET /api/v1/objects/:id/exchange/state'
const ACTIVE = 'GET /api/v1/objects/:id/exchange/active-asset-data'
const ORDERS = 'GET /api/v1/objects/:id/exchange/orders'
const ANOTHER_PATH = 'send the order under a new path'

const TEXTS: Record<RefusalReason, RefusalText> = {
  unknown_market: {
    message: 'The market[ {market}] is not listed.',
    next: `Market ids read vn:0:BTC; ${MARKETS} lists them.`,
    field: 'market',
  },
  invalid_decimal: {
    message: 'The number[ {value}][ in {field}] is not a plain decimal.',
    next: 'Send digits with at most one point, as text: "12.5".',
  },
  invalid_tick: {
    message:
      'The price[ {value}] is not on the price grid of the market[ {market}, which has {decimals} decimals at most].',
    next: `Round it to five significant figures and to the decimals that szDecimals of ${MARKETS} leaves.`,
    field: 'price',
  },
  invalid_size: {
    message: 'The size[ {value}] is not one the order may have[: it must be {bound}].',
    next: `Round size to the szDecimals that ${MARKETS} shows.`,
    field: 'size',
  },
  size_required: {
    message: 'The order names no size.',
    next: 'Send size, or sizeToMax on a reduce-only trigger.',
    field: 'size',
  },
  price_required: {
    message: 'The limit order names no price.',
    next: 'Send price, or orderType MARKET.',
    field: 'price',
  },
  trigger_fields_required: {
    message: 'The trigger lacks triggerPx or tpsl, or the price of its limit order.',
    next: 'Send isTrigger true with triggerPx and tpsl, and with isMarket false also price.',
    field: 'triggerPx',
  },
  size_to_max_needs_trigger: {
    message: 'The field sizeToMax is for reduce-only triggers, and this order is none.',
    next: 'Leave out sizeToMax, or send reduceOnly and isTrigger true.',
    field: 'sizeToMax',
  },
  invalid_time_in_force: {
    message: 'The order cannot have this time in force.',
    next: 'Send timeInForce GTC, IOC or ALO on a limit order, and none on others.',
    field: 'timeInForce',
  },
  invalid_leverage: {
    message:
      'The leverage[ {leverage}] is not a whole number that the market[ {market}] allows[: from 1 to {maxLeverage}].',
    next: `Send leverage from 1 to the maxLeverage of the market in ${MARKETS}.`,
    field: 'leverage',
  },
  isolated_required: {
    message: 'The market is isolated only.',
    next: 'Send isolated true and a leverage.',
    field: 'isolated',
  },
  margin_mode_not_offered: {
    message: 'The market[ {market}] does not offer this margin mode[, {mode}, but {offered}].',
    next: `Send one of its marginModes in ${MARKETS}.`,
    field: 'marginMode',
  },
  invalid_tolerance: {
    message: 'The size tolerance[ {value}] does not lie between 0 and 1.',
    next: 'Send sizeTolerance as a fraction: 0.02 is two percent.',
    field: 'sizeTolerance',
  },
  fee_too_high: {
    message:
      'The application fee[ of {value} tenths of a basis point] is too high[: with the fee of the platform it may be {max} at most].',
    next: 'Send a smaller applicationFeeTenthsBps, a whole number.',
    field: 'applicationFeeTenthsBps',
  },
  invalid_amount: {
    message: 'The amount is not positive.',
    next: 'Send amount greater than zero.',
    field: 'amount',
  },
  bad_batch_grouping: {
    message: 'The orders do not form an entry with its legs.',
    next: 'Send the entry first, then at most one leg with tpsl tp and one with tpsl sl, each reduceOnly and on the other side.',
  },
  isolated_margin_zero: {
    message: 'The amount of margin to move is zero.',
    next: 'Send amount above zero to add margin, below zero to take it out.',
    field: 'amount',
  },
  not_isolated: {
    message: 'The position[ in {market}] has cross margin.',
    next: 'Close it and send POST /api/v1/objects/:id/exchange/margin-mode with isolated first.',
    field: 'market',
  },
  removal_not_allowed: {
    message: 'The margin of this market stays with its position.',
    next: 'Send a positive amount, or reduce the position.',
    field: 'amount',
  },
  twap_invalid: {
    message: 'The TWAP has a value out of range[: {field} {value} is not {bound}].',
    next: 'Send durationMinutes, intervalSeconds, slippageBps and totalSize within their bounds.',
  },
  twap_not_offered: {
    message: 'The live venue offers no TWAP.',
    next: 'Place orders with POST /api/v1/objects/:id/exchange/orders.',
  },
  account_differs: {
    message: 'The exchange account does not agree with the venue, and opens nothing until it does.',
    next: `Send reduceOnly orders only, and look at ${STATE} again later.`,
  },
  object_not_found: {
    message: 'The exchange account does not exist.',
    next: 'Wait until the create operation of the object is completed: GET /api/v1/operations/:id.',
  },
  position_not_found: {
    message: 'The object[ {objectId}] has no open position[ in {market}].',
    next: `${STATE} shows its positions.`,
  },
  order_not_found: {
    message: 'The object[ {objectId}] has no order[ {orderId}] that is open.',
    next: `${ORDERS} lists its orders.`,
  },
  twap_not_found: {
    message: 'The object has no TWAP[ {twapId}] that runs.',
    next: 'GET /api/v1/objects/:id/exchange/twap lists those that run.',
  },
  order_not_live: {
    message: 'The order[ {orderId}][ in {market}][ of the object {objectId}] has ended.',
    next: `${ORDERS}/:orderId shows how.`,
  },
  id_in_use: { message: 'The id of the order is in use.', next: 'Repeat the request.' },
  account_not_empty: {
    message: 'The exchange account still has orders or positions.',
    next: 'Cancel and close them first, or delete the object with liquidatePositions.',
  },
  no_market_data: {
    message: 'The market has no current prices.',
    next: 'Repeat the request once the "venue-feed" line of /health/ready is ok.',
  },
  market_delisted: {
    message: 'The market[ {market}] was delisted.',
    next: `Choose another one: ${MARKETS} lists them.`,
  },
  no_liquidity: {
    message: 'The book holds nothing within the price limit of a market order.',
    next: `Send a limit order with a price, or ${ANOTHER_PATH} later.`,
  },
  ioc_no_match: {
    message: 'The order could not be matched at once.',
    next: `Change price or timeInForce and ${ANOTHER_PATH}.`,
  },
  post_only_would_cross: {
    message: 'The post-only order would have matched at once[, the best price being {best}].',
    next: `Choose a price that rests and ${ANOTHER_PATH}.`,
  },
  below_min_notional: {
    message: 'The value of the order[, {value} USD,] is below the minimum[ of {minNotional} USD].',
    next: `Send a larger size and ${ANOTHER_PATH}.`,
  },
  above_max_notional: {
    message: 'The value of the order[, {value} USD,] is above the maximum[ of {maxNotional} USD].',
    next: `Send a smaller size and ${ANOTHER_PATH}.`,
  },
  insufficient_margin: {
    message:
      'The exchange account does not have enough free margin[: {required} is needed and {available} is free].',
    next: 'Transfer cash to the exchange object with POST /api/v1/transfer, or send a smaller size.',
  },
  max_below_tolerance: {
    message: 'The largest possible size[, {maxSize},] is below what sizeTolerance accepts.',
    next: `Send a smaller size or a larger sizeTolerance, and ${ANOTHER_PATH}.`,
  },
  reduce_only_would_increase: {
    message: 'The reduce-only order finds no position it could reduce.',
    next: `${STATE} shows the positions; leave out reduceOnly to open one.`,
  },
  bad_trigger_price: {
    message: 'The trigger would fire at once[: the mark price {mark} has passed {triggerPx}].',
    next: 'Choose a triggerPx on the other side of the mark price.',
  },
  tier_limit: {
    message:
      'The leverage[ {leverage}] is above what the margin tier of this size allows[, which is {maxLeverage}].',
    next: 'Send a smaller size, or lower the leverage with POST /api/v1/objects/:id/exchange/leverage.',
  },
  price_too_far: {
    message: 'The price[ {price}] is too far from the market[, whose middle price is {mid}].',
    next: `Choose a price nearer to markPx of ${ACTIVE}.`,
  },
  too_many_open_orders: {
    message: 'The exchange account has as many open orders as it may have[, {max}].',
    next: 'Cancel some with DELETE /api/v1/objects/:id/exchange/orders/:orderId.',
  },
  margin_mode_conflict: {
    message:
      'The margin mode cannot change with a position or orders open in the market[ {market}].',
    next: 'Close the position and cancel the orders of the market first: DELETE /api/v1/objects/:id/exchange/orders?market=.',
  },
  leverage_decrease_margin: {
    message:
      'The exchange account does not have enough margin to lower the leverage[: {required} is needed and {available} is there].',
    next: 'Transfer cash to the exchange object with POST /api/v1/transfer, or reduce the position.',
  },
  isolated_margin_insufficient: {
    message:
      'The exchange account does not have enough margin to move that much[: {required} is asked for and {available} can be moved].',
    next: `Send a smaller amount; ${STATE} shows marginUsed and what is free.`,
  },
  withdraw_exceeds_available: {
    message: 'The exchange account can spare less than that[: {available}].',
    next: `Send a smaller amount; availableToWithdraw of ${STATE} is the most.`,
  },
}

/**
 * The texts that tell a caller about a refusal.
 *
 * @param details what the engine knows about it
 */
export function refusalText(
  reason: RefusalReason,
  details: Readonly<Record<string, string>> = {}
): RefusalText {
  const { message, ...rest } = TEXTS[reason]
  return { ...rest, message: filled(message, details) }
}

/** The next step after a stored failure; undefined for a failure that is not the engine's. */
export function nextAfter(reason: unknown): string | undefined {
  return typeof reason === 'string' && reason in TEXTS
    ? TEXTS[reason as RefusalReason].next
    : undefined
}

function filled(text: string, details: Readonly<Record<string, string>>): string {
  return text.replace(/\[([^\]]*)\]/g, (_, part: string) => {
    const names = [...part.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    if (!names.every((name) => name in details)) return ''
    return part.replace(/\{(\w+)\}/g, (_whole, name: string) => details[name]!)
  })
}
