import type { Hex } from './chain_types.ts'

/** What is stored of a chain goes by its id and by the chain's own names. */
export abstract class ChainNames {
  /** Whether there is a chain; what follows throws where there is none. */
  abstract readonly configured: boolean
  abstract readonly chainId: number
  /** The chain's name for an id of the service. */
  abstract idHash(id: string): Hex
}

/**
 * The chain's name for bringing a deposit on to the vault of its object: under the deposit's own id
 * its money has arrived.
 */
export function forwardOf(depositId: string): string {
  return `${depositId}:vault`
}

/** Names the boundary that stands against every trade of a realm; no zone of the ledger has this id. */
export function houseOf(realmId: string): string {
  return `house:${realmId}`
}
