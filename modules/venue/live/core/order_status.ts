import type { RefusalReason } from '../../core/engine/refusals.ts'
import type { CancelReason } from '../../core/engine/state.ts'

/** The status of an order at the venue. */
export type VenueOrderStatus =
  | { kind: 'live' }
  | { kind: 'triggered' }
  | { kind: 'filled' }
  | { kind: 'cancelled'; reason: CancelReason }
  | { kind: 'refused'; reason: RefusalReason }

const CANCELS: Record<string, CancelReason> = {
  canceled: 'user_requested',
  marginCanceled: 'insufficient_margin',
  vaultWithdrawalCanceled: 'insufficient_margin',
  openInterestCapCanceled: 'insufficient_margin',
  selfTradeCanceled: 'self_trade',
  reduceOnlyCanceled: 'reduce_only',
  siblingFilledCanceled: 'sibling_filled',
  delistedCanceled: 'market_delisted',
  outcomeSettledCanceled: 'market_delisted',
  liquidatedCanceled: 'liquidated',
  scheduledCancel: 'user_requested',
  internalCancel: 'user_requested',
}

const REJECTIONS: Record<string, RefusalReason> = {
  rejected: 'insufficient_margin',
  tickRejected: 'invalid_tick',
  minTradeNtlRejected: 'below_min_notional',
  perpMarginRejected: 'insufficient_margin',
  reduceOnlyRejected: 'reduce_only_would_increase',
  badAloPxRejected: 'post_only_would_cross',
  iocCancelRejected: 'ioc_no_match',
  badTriggerPxRejected: 'bad_trigger_price',
  marketOrderNoLiquidityRejected: 'no_liquidity',
  positionIncreaseAtOpenInterestCapRejected: 'above_max_notional',
  positionFlipAtOpenInterestCapRejected: 'above_max_notional',
  tooAggressiveAtOpenInterestCapRejected: 'above_max_notional',
  openInterestIncreaseRejected: 'above_max_notional',
  insufficientSpotBalanceRejected: 'insufficient_margin',
  oracleRejected: 'price_too_far',
  perpMaxPositionRejected: 'tier_limit',
  tooManyOpenOrdersRejected: 'too_many_open_orders',
}

/** @returns null for a status that is not documented */
export function readOrderStatus(status: string): VenueOrderStatus | null {
  if (status === 'open') return { kind: 'live' }
  if (status === 'triggered') return { kind: 'triggered' }
  if (status === 'filled') return { kind: 'filled' }
  // `in` would also find inherited properties.
  const cancel = Object.hasOwn(CANCELS, status) ? CANCELS[status] : undefined
  if (cancel) return { kind: 'cancelled', reason: cancel }
  const reason = Object.hasOwn(REJECTIONS, status) ? REJECTIONS[status] : undefined
  return reason ? { kind: 'refused', reason } : null
}
