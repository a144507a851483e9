import { formatUsd } from '#app/money/usd'
import type { MicroUsd } from './state.ts'

/**
 * Why a command is refused. Phase A: nothing is recorded. Phase B: the operation exists and failed.
 * `code` is the code of the answer; the reason goes into its details.
 */
export const REASONS = {
  unknown_market: { phase: 'A', code: 'VALIDATION_ERROR' },
  invalid_decimal: { phase: 'A', code: 'VALIDATION_ERROR' },
  invalid_tick: { phase: 'A', code: 'VALIDATION_ERROR' },
  invalid_size: { phase: 'A', code: 'VALIDATION_ERROR' },
  size_required: { phase: 'A', code: 'VALIDATION_ERROR' },
  price_required: { phase: 'A', code: 'VALIDATION_ERROR' },
  trigger_fields_required: { phase: 'A', code: 'VALIDATION_ERROR' },
  size_to_max_needs_trigger: { phase: 'A', code: 'VALIDATION_ERROR' },
  invalid_time_in_force: { phase: 'A', code: 'VALIDATION_ERROR' },
  invalid_leverage: { phase: 'A', code: 'VALIDATION_ERROR' },
  isolated_required: { phase: 'A', code: 'VALIDATION_ERROR' },
  margin_mode_not_offered: { phase: 'A', code: 'VALIDATION_ERROR' },
  invalid_tolerance: { phase: 'A', code: 'VALIDATION_ERROR' },
  fee_too_high: { phase: 'A', code: 'VALIDATION_ERROR' },
  invalid_amount: { phase: 'A', code: 'VALIDATION_ERROR' },
  bad_batch_grouping: { phase: 'A', code: 'BAD_BATCH_GROUPING' },
  isolated_margin_zero: { phase: 'A', code: 'VALIDATION_ERROR' },
  not_isolated: { phase: 'A', code: 'VALIDATION_ERROR' },
  removal_not_allowed: { phase: 'A', code: 'VALIDATION_ERROR' },
  twap_invalid: { phase: 'A', code: 'VALIDATION_ERROR' },
  twap_not_offered: { phase: 'A', code: 'INVALID_STATE' },
  account_differs: { phase: 'A', code: 'INVALID_STATE' },
  object_not_found: { phase: 'A', code: 'OBJECT_NOT_FOUND' },
  position_not_found: { phase: 'A', code: 'NOT_FOUND' },
  order_not_found: { phase: 'A', code: 'NOT_FOUND' },
  twap_not_found: { phase: 'A', code: 'NOT_FOUND' },
  order_not_live: { phase: 'A', code: 'INVALID_STATE' },
  account_not_empty: { phase: 'A', code: 'INVALID_STATE' },
  id_in_use: { phase: 'A', code: 'INVALID_STATE' },
  no_market_data: { phase: 'A', code: 'MARKET_DATA_UNAVAILABLE' },
  market_delisted: { phase: 'B', code: 'MARKET_DELISTED' },
  no_liquidity: { phase: 'B', code: 'NO_LIQUIDITY' },
  ioc_no_match: { phase: 'B', code: 'ORDER_FAILED' },
  post_only_would_cross: { phase: 'B', code: 'BAD_ALO_PX' },
  below_min_notional: { phase: 'B', code: 'ORDER_FAILED' },
  above_max_notional: { phase: 'B', code: 'ORDER_FAILED' },
  insufficient_margin: { phase: 'B', code: 'INSUFFICIENT_MARGIN' },
  max_below_tolerance: { phase: 'B', code: 'ORDER_FAILED' },
  reduce_only_would_increase: { phase: 'B', code: 'ORDER_FAILED' },
  bad_trigger_price: { phase: 'B', code: 'BAD_TRIGGER_PX' },
  tier_limit: { phase: 'B', code: 'ORDER_FAILED' },
  price_too_far: { phase: 'B', code: 'ORDER_FAILED' },
  too_many_open_orders: { phase: 'B', code: 'ORDER_FAILED' },
  margin_mode_conflict: { phase: 'B', code: 'ORDER_FAILED' },
  leverage_decrease_margin: { phase: 'B', code: 'INSUFFICIENT_MARGIN' },
  isolated_margin_insufficient: { phase: 'B', code: 'INSUFFICIENT_MARGIN' },
  withdraw_exceeds_available: { phase: 'B', code: 'INSUFFICIENT_MARGIN' },
} as const satisfies Record<string, { phase: 'A' | 'B'; code: string }>

export type RefusalReason = keyof typeof REASONS

const REFUSAL_REASONS = Object.keys(REASONS) as RefusalReason[]

/** Faults of a live venue that carried out nothing of the request. */
const VENUE_FAULTS = ['upstream_error', 'expired', 'never_arrived'] as const

export type VenueFault = (typeof VENUE_FAULTS)[number]

/**
 * Why an order failed: a refusal, a fault of its venue, or a refusal that the simulation was told
 * to give.
 */
export const FAILURE_REASONS = [...REFUSAL_REASONS, ...VENUE_FAULTS, 'simulated_fault'] as const

export type FailureReason = (typeof FAILURE_REASONS)[number]

export interface Refusal {
  reason: RefusalReason
  phase: 'A' | 'B'
  code: string
  /** Decimal texts for the answer's details, such as the margin required and available. */
  details: Readonly<Record<string, string>>
  /**
   * The place of the refused order in the request: `orders.1`, `takeProfit`. Left out for the
   * request itself.
   */
  within?: string
}

/** Adds to a refusal the place of the refused part in the request. */
export function within<Read>(part: string, read: Read | Refusal): Read | Refusal {
  const isRefused = typeof read === 'object' && read !== null && 'phase' in read
  return isRefused ? { ...read, within: part } : read
}

/** The margin that a change needs, and the margin that is available. */
export function amounts(required: MicroUsd, available: MicroUsd): Record<string, string> {
  return { required: formatUsd(required), available: formatUsd(available) }
}

export function refuse(reason: RefusalReason, details: Record<string, string> = {}): Refusal {
  return { reason, ...REASONS[reason], details }
}
