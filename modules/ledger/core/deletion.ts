import { refuse, type Refusal } from './decision.ts'
import type { Atoms } from '#app/money/usd'
import type { ObjectStatus } from './terms.ts'

/** All that speaks for and against a deletion, as it was a moment ago. */
export interface DeletionFacts {
  status: ObjectStatus
  /** The cash of the object in the journal, including what is committed to leave. */
  settled: Atoms
  departing: Atoms
  heldOutboundCount: number
  heldInboundCount: number
  openPositionCount: number
  valueAtRisk: Atoms
  /** What stands in the way, as the object's kind says. */
  blocks: readonly string[]
}

/** What the caller of a deletion agrees to. */
export interface DeletionOffer {
  sweep: boolean
  liquidate: boolean
}

/**
 * Whether there is anything to lose: deleting an empty object needs a lesser permission, and no
 * person confirms it.
 */
export function isFunded({ settled, openPositionCount, valueAtRisk }: DeletionFacts): boolean {
  return settled !== 0n || valueAtRisk !== 0n || openPositionCount > 0
}

/** Why an object cannot be deleted on these terms, or null. The poster decides again under lock. */
export function deletionRefusal(
  path: string,
  facts: DeletionFacts,
  offer: DeletionOffer
): Refusal | null {
  if (facts.heldOutboundCount + facts.heldInboundCount > 0) {
    return refuse('HELD_OPERATIONS', {
      message: `The object ${path} has pending operations that hold money.`,
    })
  }
  if (facts.blocks.length > 0) return refuse('CONFLICT', { message: facts.blocks.join(' ') })
  if (facts.openPositionCount > 0 && !offer.liquidate) {
    return refuse('LIQUIDATION_REQUIRED', { message: `The object ${path} has open positions.` })
  }
  if (isFunded(facts) && !offer.sweep) {
    return refuse('SWEEP_REQUIRED', { message: `The object ${path} holds value.` })
  }
  return null
}

/** The agreement that a deletion needs besides the credential. */
export type DeletionAuthorization = 'none' | 'drain_first' | 'step_up'

export function authorizationFor(
  facts: DeletionFacts,
  { realmAsset, cosignArmed }: { realmAsset: 'paper' | 'live'; cosignArmed: boolean }
): DeletionAuthorization {
  if (!isFunded(facts)) return 'none'
  if (cosignArmed) return 'drain_first'
  return realmAsset === 'live' ? 'step_up' : 'none'
}

/** What stands in the way of a deletion whose caller agrees to all it needs. */
export function obstacles(
  facts: DeletionFacts,
  authorization: DeletionAuthorization,
  guarded: readonly string[]
): string[] {
  // The holds of an object that is being deleted are its own sweep.
  const inFlight =
    facts.status === 'deleting' ? 0 : facts.heldOutboundCount + facts.heldInboundCount
  return [
    ...(facts.status === 'active' ? [] : [STATUS_REASONS[facts.status]]),
    ...(inFlight === 0 ? [] : [`Operations in flight: ${inFlight}. Wait until they have ended.`]),
    ...facts.blocks,
    ...(authorization === 'drain_first' ? [DRAIN_FIRST] : []),
    ...guarded,
  ]
}

const STATUS_REASONS: Record<Exclude<ObjectStatus, 'active'>, string> = {
  deleting: 'The object is being deleted already.',
  deleted: 'The object was deleted.',
  withdrawn: 'The object was withdrawn; it keeps its path for ever.',
}

const DRAIN_FIRST =
  'Value leaves this boundary only with a second signature: withdraw it first, then delete the empty object.'
