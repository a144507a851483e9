import { singleton } from '#app/extension/singleton'
import type { Address, ChainValue, Hex } from '../core/chain_types.ts'
import { CallRefused } from './nonce_lane.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { untilMined } from './until_mined.ts'

export interface PoolBoundary {
  balance: bigint
  status: bigint
  house: boolean
}

export interface PoolVault {
  boundaryId: string
  isRegistered: boolean
  /** Base units. */
  balance: bigint
}

/** What vaults need of a pool: looks at its newest block, and calls that are sent once. */
@singleton()
export class VaultCalls {
  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane
  ) {}

  hash(id: string): Hex {
    return this.chain.gateway.idHash(id)
  }

  async boundary(pool: Address, hash: string): Promise<PoolBoundary> {
    return (await this.#read(pool, 'boundary', [hash])) as unknown as PoolBoundary
  }

  async vault(pool: Address, objectId: string): Promise<PoolVault> {
    const found = (await this.#read(pool, 'exchangeObject', [this.hash(objectId)])) as unknown as {
      boundaryId: string
      vault: string
      balance: bigint
    }
    const { boundaryId, balance } = found
    return { boundaryId, balance, isRegistered: BigInt(found.vault) !== 0n }
  }

  /** Whether a number of the pool has its outcome. */
  async isSettled(pool: Address, number: number): Promise<boolean> {
    return (await this.#read(pool, 'settlementOutcome', [BigInt(number)])) !== 0n
  }

  /** Whether a call is open or has succeeded. */
  isSent(purpose: string): Promise<boolean> {
    return this.chain.knows(purpose)
  }

  /** @throws what `NonceLane.submit` throws */
  async send(pool: Address, purpose: string, fn: string, args: ChainValue[]): Promise<void> {
    const data = this.chain.gateway.encode('RealmCustody', fn, args)
    const lane = await this.lanes.forSettler(pool)
    await lane.submit({ purpose, to: pool, data })
  }

  /**
   * Waits until the newest block shows what was sent.
   *
   * @throws NotFinalYet
   */
  async mined(purpose: string, look: () => Promise<boolean>): Promise<void> {
    await untilMined(this.chain, purpose, look)
  }

  async #read(pool: Address, fn: string, args: ChainValue[]): Promise<ChainValue> {
    const call = { contract: 'RealmCustody', to: pool, fn, args } as const
    return this.chain.gateway.call(call, 'latest')
  }
}

/** Name of the contract's reason; null when the node gave none that our contracts know. */
export function revertOf(error: unknown): string | null {
  return error instanceof CallRefused ? (error.revert?.name ?? null) : null
}
