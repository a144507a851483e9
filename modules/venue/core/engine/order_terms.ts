import type { MarginMode, Market } from '../markets.ts'
import {
  PRICE_DECIMALS,
  RATE_DECIMALS,
  RATE_ONE,
  formatFixed,
  isOnTick,
  parseFixed,
  type Lots,
  type Price,
  type Rate,
} from '../numerics.ts'
import { MAX_BUILDER_TENTHS_BPS } from './fees.ts'
import type { Inputs } from './market_inputs.ts'
import { refuse, type Refusal } from './refusals.ts'
import type { Side, TimeInForce, Trigger } from './state.ts'

/** The payload of an order, decimals as texts. */
export interface OrderRequest {
  market: string
  side: Side
  orderType: 'MARKET' | 'LIMIT'
  size?: string
  price?: string
  leverage?: number
  reduceOnly?: boolean
  timeInForce?: string
  isTrigger?: boolean
  triggerPx?: string
  isMarket?: boolean
  tpsl?: 'tp' | 'sl'
  sizeToMax?: boolean
  isolated?: boolean
  useMax?: boolean
  sizeTolerance?: string
  ocoGroupId?: string
  applicationFeeTenthsBps?: number
}

/** An order whose payload is valid. Whether it can be placed depends on the account. */
export interface OrderTerms {
  market: string
  side: Side
  orderType: 'MARKET' | 'LIMIT'
  /** Zero for an unsized trigger. */
  size: Lots
  price: Price | null
  leverage: number | null
  reduceOnly: boolean
  timeInForce: TimeInForce
  trigger: Trigger | null
  /** null when the payload does not change the mode. */
  isolated: boolean | null
  useMax: boolean
  sizeTolerance: Rate | null
  ocoGroupId: string | null
  applicationFeeTenthsBps: number
}

const DEFAULT_MAX_TOLERANCE: Rate = 20_000_000_000n
const TIMES_IN_FORCE: readonly string[] = ['GTC', 'IOC', 'ALO']

export function isRefusal(value: object): value is Refusal {
  return 'phase' in value
}

/** Phase A: all checks that need only the payload and the market list. The first refusal wins. */
export function readOrderTerms(inputs: Inputs, request: OrderRequest): OrderTerms | Refusal {
  const market = inputs.markets.get(request.market)?.market
  if (!market) return refuse('unknown_market', { market: request.market })
  const numbers = readNumbers(market, request)
  if (isRefusal(numbers)) return numbers
  const { trigger, price } = numbers
  const terms: OrderTerms = {
    ...numbers,
    market: market.id,
    side: request.side,
    orderType: request.orderType,
    price: request.orderType === 'LIMIT' || trigger?.isMarket === false ? price : null,
    // An order that only reduces has no use for leverage: it is neither checked nor recorded.
    leverage: request.reduceOnly === true ? null : (request.leverage ?? null),
    reduceOnly: request.reduceOnly === true,
    timeInForce: (request.timeInForce ?? 'GTC') as TimeInForce,
    isolated: request.isolated ?? null,
    useMax: request.useMax === true,
    ocoGroupId: request.ocoGroupId ?? null,
    applicationFeeTenthsBps: request.applicationFeeTenthsBps ?? inputs.fees.applicationTenthsBps,
  }
  return checkPricing(terms) ?? checkSetting(market, terms) ?? checkFees(inputs, terms) ?? terms
}

type Numbers = Pick<OrderTerms, 'price' | 'trigger' | 'size' | 'sizeTolerance'>

function readNumbers(market: Market, request: OrderRequest): Numbers | Refusal {
  const price = readPrice(market, request.price, 'price')
  if (isRefusalOf(price)) return price
  const trigger = readTrigger(market, request)
  if (isRefusalOf(trigger)) return trigger
  const size = trigger?.sizeToMax ? 0n : readSize(market, request.size)
  if (isRefusalOf(size)) return size
  const sizeTolerance = readTolerance(request)
  if (isRefusalOf(sizeTolerance)) return sizeTolerance
  return { price, trigger, size, sizeTolerance }
}

/** Whether a reading is a refusal, and not a number or nothing. */
function isRefusalOf<Value>(value: Value | Refusal): value is Refusal {
  return typeof value === 'object' && value !== null && isRefusal(value)
}

function readPrice(
  market: Market,
  text: string | undefined,
  field: string
): Price | null | Refusal {
  if (text === undefined) return null
  const price = parseFixed(text, PRICE_DECIMALS)
  if (price === null) {
    // A price with more decimals than any grid is off the grid, not malformed.
    const parsable = parseFixed(text, 30) !== null
    return parsable
      ? offGrid(market, text, field)
      : refuse('invalid_decimal', { field, value: text })
  }
  return isOnTick(price, market.szDecimals) ? price : offGrid(market, text, field)
}

function offGrid({ id: market, szDecimals }: Market, value: string, field: string): Refusal {
  return refuse('invalid_tick', {
    field,
    value,
    market,
    decimals: `${PRICE_DECIMALS - szDecimals}`,
  })
}

export function readSize(market: Market, text: string | undefined, field = 'size'): Lots | Refusal {
  if (text === undefined) return refuse('size_required')
  const lots = parseFixed(text, market.szDecimals)
  if (lots !== null && lots > 0n) return lots
  const parsable = parseFixed(text, 30) !== null
  if (!parsable) return refuse('invalid_decimal', { field, value: text })
  const bound = `a positive multiple of ${formatFixed(1n, market.szDecimals)}, the lot size of ${market.id}`
  return refuse('invalid_size', { field, value: text, bound })
}

function readTrigger(market: Market, request: OrderRequest): Trigger | null | Refusal {
  const { isTrigger = false, sizeToMax = false, tpsl, isMarket = true } = request
  if (sizeToMax && !(isTrigger && request.reduceOnly)) return refuse('size_to_max_needs_trigger')
  if (!isTrigger) {
    // A stop without its trigger would be taken for a plain order, and sell at once.
    const isMeant = request.triggerPx !== undefined || tpsl !== undefined
    return isMeant ? refuse('trigger_fields_required') : null
  }
  const triggerPx = readPrice(market, request.triggerPx, 'triggerPx')
  if (isRefusalOf(triggerPx)) return triggerPx
  const lacksLimit = !isMarket && request.price === undefined
  if (triggerPx === null || !tpsl || lacksLimit) return refuse('trigger_fields_required')
  return { triggerPx, isMarket, tpsl, sizeToMax }
}

function readTolerance({ sizeTolerance, useMax }: OrderRequest): Rate | null | Refusal {
  if (sizeTolerance === undefined) return useMax ? DEFAULT_MAX_TOLERANCE : null
  const tolerance = parseFixed(sizeTolerance, RATE_DECIMALS)
  const inRange = tolerance !== null && tolerance >= 0n && tolerance <= RATE_ONE
  return inRange ? tolerance : refuse('invalid_tolerance', { value: sizeTolerance })
}

function checkPricing(terms: OrderTerms): Refusal | null {
  const { orderType, price, timeInForce, trigger } = terms
  // A market trigger ignores its price, whatever the order type is.
  if (orderType === 'LIMIT' && price === null && !trigger?.isMarket) return refuse('price_required')
  const postOnlyMarket = timeInForce === 'ALO' && (orderType === 'MARKET' || trigger !== null)
  if (!TIMES_IN_FORCE.includes(timeInForce) || postOnlyMarket) {
    return refuse('invalid_time_in_force')
  }
  return null
}

function checkSetting(market: Market, terms: OrderTerms): Refusal | null {
  const { leverage, isolated, reduceOnly } = terms
  if (reduceOnly) return null
  const unfit = leverage === null ? null : checkLeverage(market, leverage)
  if (unfit) return unfit
  if (!market.marginModes.includes('cross') && (isolated !== true || leverage === null)) {
    return refuse('isolated_required')
  }
  return isolated === null ? null : checkMode(market, isolated ? 'isolated' : 'cross', 'isolated')
}

/** @param field the field that asks for the mode */
export function checkMode(market: Market, mode: MarginMode, field = 'marginMode'): Refusal | null {
  if (market.marginModes.includes(mode)) return null
  const offered = market.marginModes.join(', ')
  return refuse('margin_mode_not_offered', { field, mode, market: market.id, offered })
}

export function checkLeverage({ id, maxLeverage }: Market, leverage: number): Refusal | null {
  if (Number.isInteger(leverage) && leverage >= 1 && leverage <= maxLeverage) return null
  const sent = { leverage: `${leverage}`, maxLeverage: `${maxLeverage}` }
  return refuse('invalid_leverage', { ...sent, market: id })
}

function checkFees(
  { fees }: Inputs,
  { applicationFeeTenthsBps: tenths }: { applicationFeeTenthsBps: number }
): Refusal | null {
  const sound = Number.isInteger(tenths) && tenths >= 0
  const within = tenths + fees.platformTenthsBps <= MAX_BUILDER_TENTHS_BPS
  if (sound && within) return null
  const most = MAX_BUILDER_TENTHS_BPS - fees.platformTenthsBps
  return refuse('fee_too_high', { value: `${tenths}`, max: `${most}` })
}
