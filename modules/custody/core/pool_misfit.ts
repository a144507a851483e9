import type { Address, Hex } from './chain_types.ts'

/** What makes a pool the one that was planned: whoever creates it first chooses all but its address. */
export interface PoolFacts {
  realm: Hex
  boundary: Hex
  token: Address
  admin: Address
  /** Nobody, in a pool that was just made. */
  proposedAdmin: Address
  /** Whether the operator of the service is one there. */
  operatorKnown: boolean
  /** Whether the account that settles for the service is a settler there. */
  settlerKnown: boolean
  paper: boolean
  /** Seconds. */
  safetyDelay: bigint
  /** Base units. */
  outflowCap: bigint
  /** What its code delegates to; null: it is no pool of ours. */
  implementation: Address | null
}

/** @returns what differs, for people; null when nothing does */
export function poolMisfit(found: PoolFacts, planned: PoolFacts): string | null {
  const facts = Object.keys(planned) as (keyof PoolFacts)[]
  const wrong = facts.filter((fact) => found[fact] !== planned[fact])
  if (wrong.length === 0) return null
  return wrong
    .map((fact) => `${fact} is ${String(found[fact])}, and ${String(planned[fact])} was planned`)
    .join('; ')
}
