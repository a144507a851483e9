/** Wei per gas. */
export interface FeeOffer {
  maxFee: bigint
  tip: bigint
}

export interface FeeBounds {
  /** A local chain that starts over asks more than a settled one: offers below this floor could not be replayed. */
  floor: bigint
  /** Above it nothing is sent and the operator decides. */
  cap: bigint
  /** A tip below it may never be mined, whatever the quiet blocks of the past accepted. */
  tipFloor: bigint
  /** What others overpay in a rush is not followed past this. */
  tipCeiling: bigint
}

const GWEI = 1_000_000_000n

export const DEVELOPMENT_FEES: FeeBounds = {
  floor: 50n * GWEI,
  cap: 10_000n * GWEI,
  tipFloor: 0n,
  tipCeiling: 10n * GWEI,
}
const LIVE_FEES = { floor: 0n, tipFloor: GWEI / 100n, tipCeiling: 10n * GWEI }

/** @param highestFeeGwei of the chain; nobody's own chain has the bounds of development */
export function feeBounds(worth: 'value' | 'test' | 'local', highestFeeGwei: number): FeeBounds {
  if (worth === 'local') return DEVELOPMENT_FEES
  return { ...LIVE_FEES, cap: BigInt(highestFeeGwei) * GWEI }
}

/**
 * For what has to be in a block before a thief is: it may cost four times as much, and never tips like
 * everybody else.
 */
export function emergencyBounds({ floor, cap, tipFloor, tipCeiling }: FeeBounds): FeeBounds {
  return { floor, cap: 4n * cap, tipFloor: tipFloor + 2n * GWEI, tipCeiling: 10n * tipCeiling }
}

/**
 * Twice the coming base fee survives six full blocks in a row; the tip is what others paid, within bounds.
 *
 * @returns null when the chain asks for more than the cap
 */
export function offerFees(
  seen: { baseFee: bigint; tip: bigint },
  bounds: FeeBounds
): FeeOffer | null {
  const tip = within(seen.tip, bounds.tipFloor, bounds.tipCeiling)
  const wanted = 2n * seen.baseFee + tip
  if (wanted > bounds.cap) return null
  return { maxFee: wanted > bounds.floor ? wanted : bounds.floor, tip }
}

/**
 * A dearer offer for a nonce that stays unmined. Nodes replace a waiting transaction only by one that
 * pays at least a tenth more on both; a quarter is safe with all of them.
 *
 * @returns null at the cap: a person decides whether to pay more
 */
export function bumpFees(
  last: FeeOffer,
  seen: { baseFee: bigint; tip: bigint },
  bounds: FeeBounds
): FeeOffer | null {
  const fresh = offerFees(seen, bounds)
  const maxFee = larger(dearer(last.maxFee), fresh?.maxFee ?? 0n)
  const tip = larger(dearer(last.tip), fresh?.tip ?? 0n)
  if (fresh === null || maxFee > bounds.cap) return null
  return { maxFee, tip: tip < maxFee ? tip : maxFee }
}

function dearer(value: bigint): bigint {
  return value + (value + 3n) / 4n + 1n
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

function within(value: bigint, least: bigint, most: bigint): bigint {
  if (value < least) return least
  return value > most ? most : value
}
