import { absolute, type MicroUsd } from './state.ts'

/** One position on the profitable side of a market. */
export interface AdlCandidate {
  objectId: string
  /** Signed size at its entry prices, and at the mark. */
  entryNotional: MicroUsd
  value: MicroUsd
  /** Equity of the account, or of the isolated position. */
  accountValue: MicroUsd
}

/**
 * The order in which accounts would be deleveraged: the most profitable and most leveraged first,
 * by price ratio times notional over account value. The ratio is inverted for shorts. The house
 * absorbs losses for now; this order is for the day when it no longer does.
 *
 * @param candidates with positive account value
 */
export function rankForDeleveraging(candidates: readonly AdlCandidate[]): AdlCandidate[] {
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((a, b) => {
      const difference =
        b.score.numerator * a.score.denominator - a.score.numerator * b.score.denominator
      if (difference !== 0n) return difference > 0n ? 1 : -1
      return a.candidate.objectId < b.candidate.objectId ? -1 : 1
    })
    .map(({ candidate }) => candidate)
}

/** An exact fraction, so that no rounding decides between two accounts. */
function scoreOf({ entryNotional, value, accountValue }: AdlCandidate) {
  if (accountValue <= 0n) throw new Error('Only a solvent account can be ranked')
  const [entry, current] = [absolute(entryNotional), absolute(value)]
  const isLong = value > 0n
  const [gain, base] = isLong ? [current, entry] : [entry, current]
  return { numerator: gain * current, denominator: base * accountValue }
}
