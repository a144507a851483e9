import type { MarginMode } from '../markets.ts'
import type { Lots, Price, Rate } from '../numerics.ts'

/** An amount in micro-USD. Signed where the name allows it. */
export type MicroUsd = bigint

export type Side = 'buy' | 'sell'

export const ORDER_STATUSES = [
  'PENDING',
  'OPEN',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELLED',
  'FAILED',
  'WAITING_FOR_TRIGGER',
  'TRIGGERED',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const CANCEL_REASONS = [
  'user_requested',
  'sibling_filled',
  'position_closed',
  'position_flipped',
  'reduce_only',
  'insufficient_margin',
  'self_trade',
  'liquidated',
  'market_delisted',
  'replaced',
  'ioc_remainder',
  'no_liquidity',
  'object_deleting',
] as const

export type CancelReason = (typeof CANCEL_REASONS)[number]

export type TimeInForce = 'GTC' | 'IOC' | 'ALO'

/** The three parts of what a fill costs; any of them may be zero. */
export interface FeeParts {
  exchange: MicroUsd
  platform: MicroUsd
  builder: MicroUsd
}

/**
 * What a lot has cost so far. A lot begins when the net size leaves zero, and ends when it returns
 * to zero or turns.
 */
export interface LotCosts extends FeeParts {
  /** Negative when the account paid it. */
  funding: MicroUsd
}

export interface Position {
  market: string
  /** Signed, never zero: a position that reaches zero is removed. */
  size: Lots
  /** Signed value of the size at its entry prices, exact to the micro. */
  entryNotional: MicroUsd
  mode: MarginMode
  /** Cash of an isolated position; zero for a cross one. It may be negative, like `crossCash`. */
  isolatedCash: MicroUsd
  lotId: string
  costs: LotCosts
  openedAtMs: number
  updatedAtMs: number
}

/** The leverage and mode that an account has set for a market. */
export interface MarketSetting {
  leverage: number
  mode: MarginMode
}

export interface Account {
  objectId: string
  /**
   * Cash after full-notional accounting: a long's cost has been paid out of it, so that it may be
   * negative.
   */
  crossCash: MicroUsd
  /**
   * Cash on its way out, by operation. It is outside all accounts, so that no loss can reach it;
   * left out while there is none.
   */
  reserved?: Readonly<Record<string, MicroUsd>>
  /** By market id. */
  positions: Readonly<Record<string, Position>>
  settings: Readonly<Record<string, MarketSetting>>
  /** Until then a liquidation sells whole positions, not slices. */
  cooldownUntilMs: number
}

export interface Trigger {
  triggerPx: Price
  /** Whether it fires a market order; otherwise a limit order at the order's price. */
  isMarket: boolean
  tpsl: 'tp' | 'sl'
  /** Whether it closes the whole position of the moment it fires. */
  sizeToMax: boolean
}

export interface Order {
  orderId: string
  objectId: string
  market: string
  side: Side
  orderType: 'MARKET' | 'LIMIT'
  /** Zero for an unsized trigger until it fires. */
  size: Lots
  filled: Lots
  /** Sum of price times size over the fills, from which the average fill price is computed. */
  filledNotional: MicroUsd
  price: Price | null
  timeInForce: TimeInForce
  reduceOnly: boolean
  trigger: Trigger | null
  ocoGroupId: string | null
  /** The entry order of the bracket that this leg belongs to; null for other orders. */
  parentOrderId: string | null
  twapId: string | null
  /**
   * Share of the size that may be given up when the margin does not reach, or for `useMax`; null
   * when the order allows none.
   */
  sizeTolerance: Rate | null
  useMax: boolean
  applicationFeeTenthsBps: number
  status: OrderStatus
  cancelReason: CancelReason | null
  /** Order of arrival, which decides between resting orders of one price. */
  priority: number
  createdAtMs: number
  updatedAtMs: number
  triggeredAtMs: number | null
}

export type TwapStatus = 'RUNNING' | 'STOPPED' | 'FINISHED' | 'TERMINATED'

export interface Twap {
  twapId: string
  objectId: string
  market: string
  side: Side
  size: Lots
  filled: Lots
  reduceOnly: boolean
  /** How far from the mid a slice may fill. */
  slippage: Rate
  randomize: boolean
  applicationFeeTenthsBps: number
  slices: number
  /** Number of slices that have come due, filled or not. */
  slicesDone: number
  intervalMs: number
  startedAtMs: number
  status: TwapStatus
}

/**
 * Size that was taken from the top of a synthetic side, as of a tick; it halves at every later
 * tick.
 */
export interface Depletion {
  tick: number
  bids: Lots
  asks: Lots
}

/** The whole state of one realm's venue. Values are never changed in place. */
export interface VenueState {
  /** Number of events so far; numbers events, lots and arrivals. */
  seq: number
  /** The last tick passed; a tick at or before it changes nothing. */
  tick: number
  accounts: ReadonlyMap<string, Account>
  /** Orders that can still change, by order id. An ended order is removed. */
  orders: ReadonlyMap<string, Order>
  twaps: ReadonlyMap<string, Twap>
  depletion: Readonly<Record<string, Depletion>>
  /** The last hour since the Unix epoch whose funding was paid, by market. */
  fundedHours: Readonly<Record<string, number>>
  /** Markets delisted in this realm, besides those that the market list has delisted. */
  delisted: readonly string[]
  /** Fees that wait for their distribution. */
  accrued: { platform: MicroUsd; builder: MicroUsd }
}

export function emptyVenue(): VenueState {
  return {
    seq: 0,
    tick: -1,
    accounts: new Map(),
    orders: new Map(),
    twaps: new Map(),
    depletion: {},
    fundedHours: {},
    delisted: [],
    accrued: { platform: 0n, builder: 0n },
  }
}

export function signOf(side: Side): bigint {
  return side === 'buy' ? 1n : -1n
}

export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy'
}

/** The side that makes a position smaller. */
export function closingSide(size: Lots): Side {
  return size > 0n ? 'sell' : 'buy'
}

export function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}
