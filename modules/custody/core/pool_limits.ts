import { parseUsd } from '#app/money/usd'
import { NO_LIMITS, type PoolLimits } from './chain_registry.ts'

/** `type(uint128).max`: the contract's word for no cap. */
export const UNCAPPED = 2n ** 128n - 1n

/** `IRealmCustody.Limits`. */
export interface ChainLimits {
  [name: string]: bigint
  safetyDelay: bigint
  /** Base units. */
  outflowCap: bigint
}

/** What a new pool is made with; paper realms have no limits. */
export function limitsOf(paper: boolean, liveLimits: PoolLimits): ChainLimits {
  const { safetyDelaySeconds, outflowCap } = paper ? NO_LIMITS : liveLimits
  return {
    safetyDelay: BigInt(safetyDelaySeconds),
    outflowCap: outflowCap === null ? UNCAPPED : parseUsd(outflowCap),
  }
}

/** Whether what co-signers of a pool sign ends with the next change of its co-signer. */
export function hasArmings(contractRelease: number | null): boolean {
  return contractRelease !== null && contractRelease >= 3
}

/** Whether a pool with a safety delay gives a key its role by that key's own word alone. */
export function asksKeys(contractRelease: number | null): boolean {
  return contractRelease !== null && contractRelease >= 3
}

/** Whether somebody inherits a boundary of a pool whose recovery key is lost. */
export function hasInheritances(contractRelease: number | null): boolean {
  return contractRelease !== null && contractRelease >= 3
}

/**
 * Whether a pool knows an exit by its operation, so that several wait at once. Release 1 knows it by its
 * boundary, which has one at a time; so do pools that were made before releases were noted.
 */
export function hasExitsByOperation(contractRelease: number | null): boolean {
  return contractRelease !== null && contractRelease >= 2
}
