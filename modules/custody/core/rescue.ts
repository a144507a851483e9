import type { Address, Hex } from './chain_types.ts'
import { ZERO_ADDRESS, ZERO_HASH } from './zero.ts'

/** `IRealmCustody.Rescue`. */
export interface ChainRescue {
  [field: string]: string | bigint
  /** Zero: ether. */
  asset: Address
  /** Unix seconds; 0 once it has ended. */
  ripeAt: bigint
  to: Address
  amount: bigint
  /** Of a deposit address, which commits to both; zero: it lies in the pool. */
  boundaryId: Hex
  ref: Hex
}

export type RescueState = 'proposed' | 'waiting' | 'executed' | 'cancelled'

/** In what a pool was asked for something else than was asked for here. */
export type RescueMisfit = 'not_asked' | 'asset' | 'destination' | 'amount' | 'place' | 'delay'

/** Foreign tokens or ether that came by mistake, and where they are to go. */
export interface Rescue {
  pool: Address
  /** As the pool knows it. */
  rescueHash: Hex
  /** Null: nobody has asked the service for it. */
  id: string | null
  realmId: string
  /** Null: ether. */
  asset: Address | null
  destination: Address
  /** Base units of the asset. */
  amount: bigint
  /** Where it lies; null where nobody here has asked for it. */
  place: Address | null
  boundaryHash: Hex | null
  refHash: Hex | null
  state: RescueState
  /** Unix seconds; null until the pool was asked. */
  ripeAt: number | null
  requestedBlock: number | null
  judged: boolean
  misfit: RescueMisfit | null
  askedBy: string | null
}

/** `RESCUE_DELAY` of the contract, seconds. */
const RESCUE_DELAY = 24 * 3_600

/** What the admin asks the pool for. */
export function structOf(rescue: Rescue): ChainRescue {
  return {
    asset: rescue.asset ?? ZERO_ADDRESS,
    ripeAt: 0n,
    to: rescue.destination,
    amount: rescue.amount,
    boundaryId: rescue.boundaryHash ?? ZERO_HASH,
    ref: rescue.refHash ?? ZERO_HASH,
  }
}

/**
 * What of a rescue that waits in a pool differs from what was asked for here; null: nothing does. The event tells
 * neither the place nor when it was, so both are read from the pool.
 *
 * @param requestedAt of its block, in Unix seconds
 * @param safetyDelay of the pool, in seconds
 */
export function rescueMisfit(
  asked: Rescue,
  found: ChainRescue,
  requestedAt: number,
  safetyDelay: number
): RescueMisfit | null {
  if (asked.id === null) return 'not_asked'
  const wanted = structOf(asked)
  if (found.asset !== wanted.asset) return 'asset'
  if (found.to !== wanted.to) return 'destination'
  if (found.amount !== wanted.amount) return 'amount'
  if (found.boundaryId !== wanted.boundaryId || found.ref !== wanted.ref) return 'place'
  const due = requestedAt + Math.max(RESCUE_DELAY, safetyDelay)
  return Number(found.ripeAt) < due ? 'delay' : null
}
