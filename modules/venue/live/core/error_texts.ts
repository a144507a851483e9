import type { RefusalReason } from '../../core/engine/refusals.ts'

/** The meaning of an error text of the venue. */
export type VenueAnswer =
  | { kind: 'refused'; reason: RefusalReason }
  /** The venue does not know the account or its agent. */
  | { kind: 'unknown_signer' }
  /** The action came too late and was not carried out. */
  | { kind: 'expired' }
  /** This nonce was used before: the action that it belongs to has arrived. */
  | { kind: 'nonce_used' }
  | { kind: 'unexpected' }

const FRAGMENTS: readonly (readonly [fragment: string, reason: RefusalReason])[] = [
  ['divisible by tick', 'invalid_tick'],
  ['minimum value of', 'below_min_notional'],
  ['sufficient margin available to decrease', 'leverage_decrease_margin'],
  ['insufficient margin', 'insufficient_margin'],
  ['reduce only', 'reduce_only_would_increase'],
  ['post only', 'post_only_would_cross'],
  ['could not immediately match', 'ioc_no_match'],
  ['invalid tp/sl', 'bad_trigger_price'],
  ['no liquidity', 'no_liquidity'],
  ['open interest', 'above_max_notional'],
  ['too far from oracle', 'price_too_far'],
  ['away from the reference', 'price_too_far'],
  ['margin tier limit', 'tier_limit'],
  ['too many open orders', 'too_many_open_orders'],
  ['never placed', 'order_not_live'],
  ['cannot switch leverage type', 'margin_mode_conflict'],
  ['insufficient balance', 'withdraw_exceeds_available'],
]

/** Finds fragments, never whole sentences, because numbers and names stand in between. */
export function readErrorText(text: string): VenueAnswer {
  const lower = text.toLowerCase()
  const found = FRAGMENTS.find(([fragment]) => lower.includes(fragment))
  if (found) return { kind: 'refused', reason: found[1] }
  if (lower.includes('does not exist') || lower.includes('must deposit')) {
    return { kind: 'unknown_signer' }
  }
  if (lower.includes('nonce')) return { kind: 'nonce_used' }
  if (lower.includes('expire')) return { kind: 'expired' }
  return { kind: 'unexpected' }
}
