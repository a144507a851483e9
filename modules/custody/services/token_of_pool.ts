import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { CustodyChain } from './custody_chain.ts'

/** Which token a pool holds: the plan's, or that of the operator who made it. */
@singleton()
export class TokenOfPool {
  #tokens = new Map<Address, Address>()

  constructor(private chain: CustodyChain) {}

  /** By pool; one that is not there yet will be made with the plan's. */
  async of(pools: readonly Address[]): Promise<Map<Address, Address>> {
    const wanted = [...new Set(pools)]
    const missing = wanted.filter((pool) => !this.#tokens.has(pool))
    if (missing.length > 0) await this.#ask(missing)
    const { token } = this.chain.plan
    return new Map(wanted.map((pool) => [pool, this.#tokens.get(pool) ?? token]))
  }

  async #ask(pools: readonly Address[]): Promise<void> {
    const { gateway } = this.chain
    const { head } = await gateway.health()
    const answers = await gateway.callMany(
      pools.map((to) => ({ contract: 'RealmCustody', to, fn: 'token' })),
      head
    )
    for (const [index, answer] of answers.entries()) {
      if (answer.ok) this.#tokens.set(pools[index]!, answer.value as Address)
    }
  }
}
