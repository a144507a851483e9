import type { Atoms } from '#app/money/usd'

/**
 * `parts` of `whole` equal parts of an amount, rounded toward zero to one atom: the one rounding of
 * fees. The rest is the amount less this part, so that a split always sums to the whole.
 *
 * @param whole greater than zero
 */
export function portionOf(amount: Atoms, parts: bigint, whole: bigint): Atoms {
  return (amount * parts) / whole
}
