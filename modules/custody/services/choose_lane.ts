import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { CustodyChain } from './custody_chain.ts'
import type { NonceLane } from './nonce_lane.ts'
import { PoolAuthority } from './pool_authority.ts'

/** Lanes of operators by their place in the settings. The first does whatever no other one does. */
const WITHDRAWALS = 1
const LIVE_SETTLEMENTS = 2

/**
 * Which account sends what, where there are several: nonces of one account are mined in their order, so what
 * somebody waits for must not stand behind a flood. Calls that rely on that order have one lane: exits and what
 * ends them, and all that concerns the house of a paper pool.
 *
 * Settlers send what stays within a pool, operators what leaves it. An account is chosen once the pool knows it.
 */
@singleton()
export class ChooseLane {
  /** Accounts that a pool knows; nobody takes that from them but an admin, and then calls are refused. */
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
    if (operatorLanes.length < 2) return lane
    return (await this.#firstKnown('operators', pool, operatorLanes)) ?? lane
  }

  /** Of what stays within a pool and is no settlement: boundaries, test money, vaults, attestations, voids. */
  async forSettler(pool: Address): Promise<NonceLane> {
    const { lane, operatorLanes, settlerLanes } = this.chain
    const lanes = settlerLanes.length > 0 ? settlerLanes : operatorLanes
    if (lanes.length === 1 && lanes[0] === lane) return lane
    return (await this.#firstKnown('settlers', pool, lanes)) ?? this.forPool(pool)
  }

  /** Of withdrawals that wait for no time lock. */
  async forWithdrawals(pool: Address): Promise<NonceLane> {
    const lanes = this.chain.operatorLanes.slice(WITHDRAWALS, LIVE_SETTLEMENTS)
    return (await this.#ofPool('operators', pool, lanes)) ?? this.forPool(pool)
  }

  /** One for each pool; live realms share none with paper ones where there is more than one. */
  async forSettlements(pool: Address, paper: boolean): Promise<NonceLane> {
    const { operatorLanes, settlerLanes } = this.chain
    if (paper) return this.forSettler(pool)
    const lanes =
      settlerLanes.length > 0 ? settlerLanes.slice(1) : operatorLanes.slice(LIVE_SETTLEMENTS)
    return (await this.#ofPool('settlers', pool, lanes)) ?? this.forSettler(pool)
  }

  /** Always the same of them for a pool. @returns null until the pool knows it */
  async #ofPool(role: Role, pool: Address, lanes: readonly NonceLane[]): Promise<NonceLane | null> {
    if (lanes.length === 0) return null
    return this.#firstKnown(role, pool, [lanes[Number(BigInt(pool) % BigInt(lanes.length))]!])
  }

  async #firstKnown(
    role: Role,
    pool: Address,
    lanes: readonly NonceLane[]
  ): Promise<NonceLane | null> {
    const [first] = lanes
    if (this.#members.has(membershipOf(role, pool, first!))) return first!
    const roles = await this.authority.of(pool)
    const holders = role === 'settlers' ? (roles.settlers ?? roles.operators) : roles.operators
    const known = lanes.filter(({ address }) => holders.includes(address))
    for (const one of known) this.#members.add(membershipOf(role, pool, one))
    return known[0] ?? null
  }
}

type Role = 'operators' | 'settlers'

function membershipOf(role: Role, pool: Address, { address }: NonceLane): string {
  return `${role} ${pool} ${address}`
}
