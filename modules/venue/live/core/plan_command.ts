import { notAboveFilled } from '../../core/engine/change_order.ts'
import type { TradingCommand } from '../../core/engine/commands.ts'
import { settingOf } from '../../core/engine/margin.ts'
import type { Inputs } from '../../core/engine/market_inputs.ts'
import {
  checkLeverage,
  checkMode,
  isRefusal,
  readOrderTerms,
  readSize,
  type OrderRequest,
  type OrderTerms,
} from '../../core/engine/order_terms.ts'
import { readBracketTerms } from '../../core/engine/place_bracket.ts'
import { TRIGGER_FIELDS, type PositionTrigger } from '../../core/engine/position_orders.ts'
import { refuse, within, type Refusal } from '../../core/engine/refusals.ts'
import {
  absolute,
  closingSide,
  signOf,
  smaller,
  type Account,
  type MicroUsd,
  type Order,
} from '../../core/engine/state.ts'
import { formatFixed } from '../../core/numerics.ts'
import { clientOrderId } from './client_order_id.ts'
import { fitLiveSize } from './fit_live_size.ts'
import type { LiveMarket } from './live_markets.ts'
import type { Cancelled, LiveCommand, LivePlan, PlannedOrder } from './plan.ts'
import { wireOrder } from './wire_order.ts'
import type { Grouping, L1Action } from './wire_shapes.ts'

/** All that a command's plan depends on. */
export interface Situation {
  realmId: string
  path: string
  account: Account
  /** The margin that new orders may use; null while one of the account's positions has no price. */
  free: MicroUsd | null
  /** Live orders of the account. */
  orders: readonly Order[]
  /** The newest client order id of each order. */
  cloids: ReadonlyMap<string, string>
  inputs: Inputs
  markets: ReadonlyMap<string, LiveMarket>
  /** Whether the account differs from the venue's: nothing may be opened then. */
  frozen: boolean
  builder: { address: string } | null
}

/** The plan of a command, or the refusal for which nothing is sent. */
export function planCommand(command: TradingCommand, at: Situation): LivePlan | Refusal {
  switch (command.type) {
    case 'place_order':
      return planOrder(command, command.orderId, command.order, at)
    case 'close_position':
      return planClose(command, at)
    case 'place_bracket':
      return planBracket(command, at)
    case 'set_position_triggers':
      return planTriggers(command, at)
    case 'cancel_order':
    case 'cancel_all':
      return planCancels(command, at)
    case 'resize_order':
      return planResize(command, at)
    case 'set_leverage':
    case 'set_margin_mode':
      return planSetting(command, at)
    case 'move_isolated_margin':
      return planMargin(command, at)
    case 'start_twap':
    case 'stop_twap':
      return refuse('twap_not_offered')
  }
}

type CommandOf<Type extends LiveCommand['type']> = Extract<LiveCommand, { type: Type }>

function marketOf(at: Situation, id: string): LiveMarket | Refusal {
  const market = at.markets.get(id)
  if (!market) return refuse('unknown_market', { market: id })
  if (market.market.isDelisted) return refuse('market_delisted')
  return market
}

function planOrder(
  command: LiveCommand,
  orderId: string,
  request: OrderRequest,
  at: Situation
): LivePlan | Refusal {
  const read = readOrderTerms(at.inputs, request)
  if (isRefusal(read)) return read
  const terms = fitted(read, at)
  if (isRefusal(terms)) return terms
  const unsized = terms.trigger?.sizeToMax === true
  const order = { orderId, terms, parentOrderId: null }
  return ordersPlan(command, [order], unsized ? 'positionTpsl' : 'na', at)
}

/** An order that reduces is clipped to the position, because the venue refuses larger ones. */
function fitted(terms: OrderTerms, at: Situation): OrderTerms | Refusal {
  const { account, frozen } = at
  if (!terms.reduceOnly) return frozen ? refuse('account_differs') : fitLiveSize(terms, at)
  const held = account.positions[terms.market]?.size ?? 0n
  const reduces = held * signOf(terms.side) < 0n
  if (!reduces) return refuse('reduce_only_would_increase')
  return terms.trigger ? terms : { ...terms, size: smaller(terms.size, absolute(held)) }
}

function planClose(command: CommandOf<'close_position'>, at: Situation): LivePlan | Refusal {
  const { market, orderId, size } = command
  const held = at.account.positions[market]?.size ?? 0n
  if (held === 0n) return refuse('position_not_found', { objectId: command.objectId, market })
  const found = marketOf(at, market)
  if (isRefusal(found)) return found
  const whole = formatFixed(absolute(held), found.market.szDecimals)
  const request: OrderRequest = {
    market,
    side: closingSide(held),
    orderType: 'MARKET',
    size: size ?? whole,
    reduceOnly: true,
  }
  return planOrder(command, orderId, request, at)
}

function planBracket(command: CommandOf<'place_bracket'>, at: Situation): LivePlan | Refusal {
  const terms = readBracketTerms(at.inputs, command.entry, command.legs)
  if (isRefusal(terms)) return terms
  const opening = fitted(terms.entry, at)
  if (isRefusal(opening)) return opening
  const { orderId, ocoGroupId } = command
  const legs = terms.legs.map((leg) => ({
    orderId: leg.orderId,
    // The venue limits a leg to the size of its entry.
    terms: {
      ...leg.terms,
      size: smaller(leg.terms.size || opening.size, opening.size),
      ocoGroupId,
    },
    parentOrderId: orderId,
  }))
  const entry = { orderId, terms: opening, parentOrderId: null }
  return ordersPlan(command, [entry, ...legs], 'normalTpsl', at)
}

function planTriggers(
  command: CommandOf<'set_position_triggers'>,
  at: Situation
): LivePlan | Refusal {
  const { market, takeProfit, stopLoss, stack = false, ocoGroupId } = command
  const held = at.account.positions[market]?.size ?? 0n
  if (held === 0n) return refuse('position_not_found', { objectId: command.objectId, market })
  const planned: { orderId: string; terms: OrderTerms; parentOrderId: null }[] = []
  const kinds: ('tp' | 'sl')[] = []
  for (const [tpsl, wish] of [
    ['tp', takeProfit],
    ['sl', stopLoss],
  ] as const) {
    if (!wish) continue
    const request = triggerRequest(market, held, tpsl, wish)
    const terms = within(TRIGGER_FIELDS[tpsl], readOrderTerms(at.inputs, request))
    if (isRefusal(terms)) return terms
    const own = { ...terms, ocoGroupId: ocoGroupId ?? null }
    planned.push({ orderId: wish.orderId, terms: own, parentOrderId: null })
    kinds.push(tpsl)
  }
  const replaced = stack
    ? []
    : at.orders.filter(({ trigger, reduceOnly, market: own, status }) => {
        const waits = status === 'WAITING_FOR_TRIGGER' && own === market && reduceOnly
        return waits && trigger !== null && kinds.includes(trigger.tpsl)
      })
  const unsized = planned.every(({ terms }) => terms.trigger?.sizeToMax)
  const plan = ordersPlan(command, planned, unsized ? 'positionTpsl' : 'na', at)
  if (isRefusal(plan) || plan.kind !== 'orders') return plan
  return { ...plan, replaces: cancelsOf(replaced, at) }
}

function triggerRequest(
  market: string,
  held: bigint,
  tpsl: 'tp' | 'sl',
  { triggerPx, price, size }: PositionTrigger
): OrderRequest {
  return {
    market,
    side: closingSide(held),
    orderType: price === undefined ? 'MARKET' : 'LIMIT',
    reduceOnly: true,
    isTrigger: true,
    triggerPx,
    tpsl,
    isMarket: price === undefined,
    sizeToMax: size === undefined,
    ...(size !== undefined && { size }),
    ...(price !== undefined && { price }),
  }
}

function ordersPlan(
  command: LiveCommand,
  wanted: readonly Omit<PlannedOrder, 'cloid'>[],
  grouping: Grouping,
  at: Situation
): LivePlan | Refusal {
  const [first] = wanted
  const market = marketOf(at, first!.terms.market)
  if (isRefusal(market)) return market
  const orders = wanted.map((order, index) => {
    return { ...order, cloid: clientOrderId(at.realmId, at.path, index) }
  })
  const wires = orders.map(({ terms, cloid }) => wireOrder(market, terms, cloid))
  if (wires.some((wire) => wire === null)) return refuse('no_market_data')
  const tenths = first!.terms.applicationFeeTenthsBps
  const builder = at.builder && tenths > 0 ? { b: at.builder.address, f: tenths } : null
  const action: L1Action = {
    type: 'order',
    orders: wires.map((wire) => wire!),
    grouping,
    ...(builder && { builder }),
  }
  const before = settingBefore(first!.terms, market, at)
  return { kind: 'orders', command, before, action, orders, grouping, replaces: [] }
}

/** The change of leverage and mode that has to reach the venue before the order. */
function settingBefore(terms: OrderTerms, market: LiveMarket, at: Situation): L1Action | null {
  if (terms.reduceOnly) return null
  const { account, inputs } = at
  const known = account.settings[terms.market]
  const setting = settingOf(inputs, account, terms.market)
  const isCross = terms.isolated === null ? setting.mode === 'cross' : !terms.isolated
  const leverage = terms.leverage ?? setting.leverage
  const same = known && known.leverage === leverage && (known.mode === 'cross') === isCross
  return same ? null : { type: 'updateLeverage', asset: market.asset, isCross, leverage }
}

function planCancels(
  command: CommandOf<'cancel_order' | 'cancel_all'>,
  at: Situation
): LivePlan | Refusal {
  const picked = at.orders.filter((order) =>
    command.type === 'cancel_order'
      ? order.orderId === command.orderId
      : command.market === null || order.market === command.market
  )
  if (command.type === 'cancel_order' && picked.length === 0) {
    return refuse('order_not_found', { objectId: command.objectId, orderId: command.orderId })
  }
  if (command.type === 'cancel_all' && picked.length === 0) {
    const { market } = command
    if (market !== null && !at.markets.has(market)) return refuse('unknown_market', { market })
  }
  const cancels = cancelsOf(picked, at)
  return { kind: 'cancels', command, before: null, action: cancelAction(cancels), cancels }
}

export function cancelAction(cancels: readonly Cancelled[]): L1Action | null {
  if (cancels.length === 0) return null
  return {
    type: 'cancelByCloid',
    cancels: cancels.map(({ asset, cloid }) => ({ asset, cloid })),
  }
}

function cancelsOf(orders: readonly Order[], { cloids, markets }: Situation): Cancelled[] {
  return orders.flatMap(({ orderId, market }) => {
    const [cloid, found] = [cloids.get(orderId), markets.get(market)]
    return cloid && found ? [{ orderId, cloid, asset: found.asset }] : []
  })
}

function planResize(command: CommandOf<'resize_order'>, at: Situation): LivePlan | Refusal {
  const order = at.orders.find(({ orderId }) => orderId === command.orderId)
  const old = order && at.cloids.get(order.orderId)
  if (!order || !old)
    return refuse('order_not_found', { objectId: command.objectId, orderId: command.orderId })
  const market = marketOf(at, order.market)
  if (isRefusal(market)) return market
  const size = readSize(market.market, command.newSize, 'newSize')
  if (typeof size !== 'bigint') return size
  if (size <= order.filled) return notAboveFilled(market.market, order, size)
  if (at.frozen && !order.reduceOnly && size > order.size) return refuse('account_differs')
  const cloid = clientOrderId(at.realmId, at.path)
  const wire = wireOrder(market, { ...order, size: size - order.filled }, cloid)
  if (!wire) return refuse('no_market_data')
  const action: L1Action = { type: 'modify', oid: old, order: wire }
  return { kind: 'resize', command, before: null, action, orderId: order.orderId, cloid, size }
}

function planSetting(
  command: CommandOf<'set_leverage' | 'set_margin_mode'>,
  at: Situation
): LivePlan | Refusal {
  const market = marketOf(at, command.market)
  if (isRefusal(market)) return market
  const setting = settingOf(at.inputs, at.account, command.market)
  const leverage = command.type === 'set_leverage' ? command.leverage : setting.leverage
  const mode = command.type === 'set_leverage' ? setting.mode : command.mode
  const unfit = checkLeverage(market.market, leverage) ?? checkMode(market.market, mode)
  if (unfit) return unfit
  const isCross = mode === 'cross'
  const action: L1Action = { type: 'updateLeverage', asset: market.asset, isCross, leverage }
  return {
    kind: 'leverage',
    command,
    before: null,
    action,
    market: command.market,
    leverage,
    mode,
  }
}

function planMargin(command: CommandOf<'move_isolated_margin'>, at: Situation): LivePlan | Refusal {
  const market = marketOf(at, command.market)
  if (isRefusal(market)) return market
  const position = at.account.positions[command.market]
  if (command.amount === 0n) return refuse('isolated_margin_zero')
  if (!position) {
    return refuse('position_not_found', { objectId: command.objectId, market: command.market })
  }
  if (position.mode !== 'isolated') return refuse('not_isolated', { market: command.market })
  const isBuy = position.size > 0n
  const ntli = Number(command.amount)
  const action: L1Action = { type: 'updateIsolatedMargin', asset: market.asset, isBuy, ntli }
  const { amount } = command
  return {
    kind: 'isolated_margin',
    command,
    before: null,
    action,
    market: command.market,
    amount,
  }
}
