import { RATE_ONE, formatFixed, type Lots } from '../numerics.ts'
import type { Draft } from './draft.ts'
import { marketOf } from './market_inputs.ts'
import { refuse, type Refusal, type RefusalReason } from './refusals.ts'
import type { Order } from './state.ts'

/** Refusals a smaller size may avoid. */
const SIZE_REASONS = new Set<RefusalReason>([
  'insufficient_margin',
  'tier_limit',
  'above_max_notional',
])

/**
 * Places an order at its size, or, when its tolerance allows a smaller one and the margin demands
 * it, at the largest size that passes. The size is never made larger. A refused order leaves
 * nothing behind.
 */
export function fitSize(
  draft: Draft,
  order: Order,
  place: (order: Order) => Refusal | null
): Refusal | null {
  const attempt = (lots: Lots) => draft.attempt(() => place({ ...order, size: lots }))
  const refusal = attempt(order.size)
  if (order.sizeTolerance === null || order.reduceOnly || !isTooLarge(refusal)) return refusal
  const kept = order.size * (RATE_ONE - order.sizeTolerance)
  const least = (kept + RATE_ONE - 1n) / RATE_ONE
  const passes = (lots: Lots) => fits(draft, () => place({ ...order, size: lots }))
  const largest = largestPassing(0n, order.size - 1n, passes)
  if (largest > 0n && largest >= least) return attempt(largest)
  return order.useMax
    ? refuse('max_below_tolerance', {
        maxSize: formatFixed(largest, marketOf(draft.inputs, order.market).szDecimals),
      })
    : refusal
}

/** Tries a step, undoes it, and answers whether the step was not too large. */
export function fits(draft: Draft, step: () => Refusal | null): boolean {
  let fitted = false
  draft.attempt(() => {
    fitted = !isTooLarge(step())
    // The refusal undoes the trial.
    return refuse('insufficient_margin')
  })
  return fitted
}

function isTooLarge(refusal: Refusal | null): boolean {
  return refusal !== null && SIZE_REASONS.has(refusal.reason)
}

/**
 * The largest size that passes a trial, found by halving.
 *
 * @param least known or assumed to pass
 * @param most at least `least`
 */
export function largestPassing(least: Lots, most: Lots, passes: (lots: Lots) => boolean): Lots {
  let [low, high] = [least, most]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (passes(middle)) low = middle
    else high = middle - 1n
  }
  return low
}
