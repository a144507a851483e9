import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { CustodyChain } from './custody_chain.ts'
import type { NonceLane } from './nonce_lane.ts'
import { PoolAuthority } from './pool_authority.ts'

/** Lanes of operators by their place in the settings. The first does whatever no other one does. */
const WITHDRAWALS = 1
const LIVE_SETTLEMENTS = 2

/**
 * Which operator sends what, where there are several: nonces of one account are mined in their order, so what
 * somebody waits for must not stand behind a flood. Calls that rely on that order have one lane: exits and what
 * ends them, and all that concerns the house of a paper pool.
 */
@singleton()
export class ChooseLane {
  /** Operators that a pool knows; nobody takes that from them but an admin, and then calls are refused. */
  readonly #members = new Set<string>()

  constructor(
    private chain: CustodyChain,
    private authority: PoolAuthority
  ) {}

  /**
   * Of all that has no lane of its own: the first operator of the settings, unless a pool from before its key was
   * replaced knows another one of them.
   */
  async forPool(pool: Address): Promise<NonceLane> {
    const { lane, operatorLanes } = this.chain
    if (operatorLanes.length < 2 || this.#members.has(membershipOf(pool, lane))) return lane
    const { operators } = await this.authority.of(pool)
    const known = operatorLanes.filter(({ address }) => operators.includes(address))
    for (const one of known) this.#members.add(membershipOf(pool, one))
    return known[0] ?? lane
  }

  /** Of withdrawals that wait for no time lock. */
  forWithdrawals(pool: Address): Promise<NonceLane> {
    return this.#among(pool, this.chain.operatorLanes.slice(WITHDRAWALS, LIVE_SETTLEMENTS))
  }

  /** One for each pool; live realms share none with paper ones. */
  async forSettlements(pool: Address, paper: boolean): Promise<NonceLane> {
    if (paper) return this.forPool(pool)
    return this.#among(pool, this.chain.operatorLanes.slice(LIVE_SETTLEMENTS))
  }

  /** As anything else until the pool knows the operator that would be chosen. */
  async #among(pool: Address, lanes: readonly NonceLane[]): Promise<NonceLane> {
    if (lanes.length === 0) return this.forPool(pool)
    const chosen = lanes[Number(BigInt(pool) % BigInt(lanes.length))]!
    if (this.#members.has(membershipOf(pool, chosen))) return chosen
    const { operators } = await this.authority.of(pool)
    if (!operators.includes(chosen.address)) return this.forPool(pool)
    this.#members.add(membershipOf(pool, chosen))
    return chosen
  }
}

function membershipOf(pool: Address, { address }: NonceLane): string {
  return `${pool} ${address}`
}
