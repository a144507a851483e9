import { singleton } from '#app/extension/singleton'
import type { Address, ChainValue, Hex } from '../core/chain_types.ts'
import { houseOf } from '../core/chain_names.ts'
import { ZERO_ADDRESS } from '../core/zero.ts'
import { CallRefused } from './nonce_lane.ts'
import { VaultCalls } from './vault_calls.ts'

/** A call, and how to tell that the pool has done it. */
interface Step {
  purpose: string
  fn: string
  args: ChainValue[]
  done: () => Promise<boolean>
}

/**
 * The house of a paper realm: a boundary of the pool that the ledger does not know. It takes what
 * vaults have lost and pays what they have won, with simulated money that is minted for it.
 */
@singleton()
export class House {
  #ready = new Set<Address>()

  constructor(private calls: VaultCalls) {}

  /** @throws CallRefused, NotFinalYet, ChainUnreachable: asked again it goes on */
  async ensure(realmId: string, pool: Address): Promise<Hex> {
    const house = this.calls.hash(houseOf(realmId))
    if (this.#ready.has(pool)) return house
    await this.#step(pool, {
      purpose: `register-house:${pool}`,
      fn: 'registerBoundary',
      args: [house, 0n, ZERO_ADDRESS],
      done: async () => (await this.calls.boundary(pool, house)).status !== 0n,
    })
    await this.#step(pool, {
      purpose: `set-house:${pool}`,
      fn: 'setHouse',
      args: [house, true],
      done: async () => (await this.calls.boundary(pool, house)).house,
    })
    this.#ready.add(pool)
    return house
  }

  /**
   * Sees to it that the house can pay an amount. Where it could not, the whole amount is minted: what
   * it has may be spent on another payment before this one is mined.
   *
   * @param key names the payment; minted for once
   */
  async cover(realmId: string, pool: Address, amount: bigint, key: string): Promise<void> {
    const house = await this.ensure(realmId, pool)
    const enough = async () => (await this.calls.boundary(pool, house)).balance >= amount
    if (await enough()) return
    const purpose = `house-mint:${key}`
    await this.calls.send(pool, purpose, 'mintDeposit', [this.calls.hash(purpose), house, amount])
    await this.calls.mined(purpose, enough)
  }

  async #step(pool: Address, { purpose, fn, args, done }: Step): Promise<void> {
    if (await done()) return
    try {
      await this.calls.send(pool, purpose, fn, args)
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof CallRefused) || !(await done())) throw error
    }
    await this.calls.mined(purpose, done)
  }
}
