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

/** What a lot has cost so far: from the net size leaving zero until it ends or turns. */
export interface LotCosts extends FeeParts {
  /** Negative when paid. */
  funding: MicroUsd
}

export interface Position {
  market: string
  /** Signed, never zero: a position that reaches zero is removed. */
  size: Lots
  /** Signed value of the size at its entry prices, to the last micro. */
  entryNotional: MicroUsd
  mode: MarginMode
  /** Cash of an isolated position; zero for a cross one. May be negative, as `crossCash`. */
  isolatedCash: MicroUsd
  lotId: string
  costs: LotCosts
  openedAtMs: number
  updatedAtMs: number
}

/** What an account has chosen for a market. */
export interface MarketSetting {
  leverage: number
  mode: MarginMode
}

export interface Account {
  objectId: string
  /** Full-notional accounting: a long's cost has been paid out of it, so that it may be negative. */
  crossCash: MicroUsd
  /**
   * By operation: cash on its way out. It is in no account any more, so that no loss can reach it; left
   * out while there is none.
   */
  reserved?: Readonly<Record<string, MicroUsd>>
  /** By market id. */
  positions: Readonly<Record<string, Position>>
  settings: Readonly<Record<string, MarketSetting>>
  /** Until then a liquidation sends whole positions, not slices. */
  cooldownUntilMs: number
}

export interface Trigger {
  triggerPx: Price
  /** Fires a market order; false fires a limit order at the order's price. */
  isMarket: boolean
  tpsl: 'tp' | 'sl'
  /** Closes whatever the position is when it fires. */
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
  /** Sum of price times size over the fills; the average fill price follows from it. */
  filledNotional: MicroUsd
  price: Price | null
  timeInForce: TimeInForce
  reduceOnly: boolean
  trigger: Trigger | null
  ocoGroupId: string | null
  /** Entry order of a bracket whose leg this is. */
  parentOrderId: string | null
  twapId: string | null
  /** Share of the size a margin failure or useMax may give up; null when none was asked for. */
  sizeTolerance: Rate | null
  useMax: boolean
  applicationFeeTenthsBps: number
  status: OrderStatus
  cancelReason: CancelReason | null
  /** Arrival order: decides between resting orders of one price. */
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
  /** How far a slice may fill from the mid. */
  slippage: Rate
  randomize: boolean
  applicationFeeTenthsBps: number
  slices: number
  /** Slices that have come due, filled or not. */
  slicesDone: number
  intervalMs: number
  startedAtMs: number
  status: TwapStatus
}

/** Size taken from the top of a synthetic side, as of a tick; it halves with every later tick. */
export interface Depletion {
  tick: number
  bids: Lots
  asks: Lots
}

/** Everything of one realm's venue. Values are never changed in place. */
export interface VenueState {
  /** Events so far; numbers them, lots and arrivals. */
  seq: number
  /** The last tick passed; a tick at or before it changes nothing. */
  tick: number
  accounts: ReadonlyMap<string, Account>
  /** Orders that can still change, by order id. An ended order leaves. */
  orders: ReadonlyMap<string, Order>
  twaps: ReadonlyMap<string, Twap>
  depletion: Readonly<Record<string, Depletion>>
  /** Last hour, since the epoch, whose funding was paid, by market. */
  fundedHours: Readonly<Record<string, number>>
  /** Delisted in this realm, beyond what the market list says. */
  delisted: readonly string[]
  /** Fees kept until they are distributed. */
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
