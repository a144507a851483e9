/** What stands still: value that would leave the realm, or everything that moves. */
export type HaltType = 'withdrawals' | 'all_flows'

/** `admin`: a platform admin; `service`: its own checks; `chain`: somebody else halted the pool. */
export type HaltSource = 'admin' | 'service' | 'chain'

export interface HaltCause {
  type: HaltType
  source: HaltSource
  /** For people; never shown to the realm's own callers. */
  reason: string
  /** Who: a builder's id, a part of the service, an address. */
  by: string
}

export interface ActiveHalt extends HaltCause {
  id: string
  realmId: string
  /** Microseconds since the Unix epoch. */
  since: number
}

/** What is about to move, as far as a halt cares. */
export interface Flow {
  hasSource: boolean
  hasTarget: boolean
}

/** A deposit brings value in and a withdrawal takes it out; everything else stays inside. */
export function isStopped(type: HaltType, { hasSource, hasTarget }: Flow): boolean {
  return type === 'all_flows' || (hasSource && !hasTarget)
}

/**
 * Which of two halts holds. A halt that an admin sets replaces any other. Nothing else weakens a
 * halt, and the first reason stays on record.
 */
export function replaces(next: Pick<HaltCause, 'type' | 'source'>, current: HaltCause): boolean {
  if (next.source === 'admin') return true
  return next.type === 'all_flows' && current.type === 'withdrawals'
}
