import { singleton } from '#app/extension/singleton'
import type { Call } from '../core/chain_types.ts'
import { ExpectedTokens, type TokenPlace } from '../storage/expected_tokens.ts'
import { CustodyChain } from './custody_chain.ts'
import { TokenOfPool } from './token_of_pool.ts'

/** Realms in one look: their balances are asked for in a handful of requests. */
const PAGE = 500

/**
 * A cheap look at all pools of the chain and their vaults: whether the tokens are there that the books
 * say are there. Whose are not gets its balance sheet drawn up at once, which tells for sure.
 */
@singleton()
export class WatchTokens {
  #lookedAt: number | null = null

  constructor(
    private chain: CustodyChain,
    private expected: ExpectedTokens,
    private tokens: TokenOfPool
  ) {}

  /**
   * @returns the realms that seem to lack tokens, none while the chain stands where all had theirs;
   * and whether another look could see more without a new block
   * @throws ChainUnreachable, WrongChain
   */
  async run(): Promise<{ short: string[]; again: boolean }> {
    const block = await this.expected.block()
    if (block === null || block === this.#lookedAt) return { short: [], again: false }
    const short = new Set<string>()
    let whole = true
    for (let after = ''; ;) {
      const page = await this.expected.page(after, PAGE)
      if (page.last === null) break
      const found = await this.#look(page.block, page.places)
      for (const realmId of found.short) short.add(realmId)
      whole &&= found.whole
      after = page.last
    }
    // What a node did not answer, or what a sheet may not have told yet, is looked at again.
    const again = !whole || short.size > 0
    if (!again) this.#lookedAt = block
    return { short: [...short], again }
  }

  async #look(block: number, places: readonly TokenPlace[]) {
    const tokens = await this.tokens.of(places.map(({ pool }) => pool))
    const calls = places.map(({ pool, address }): Call => ({
      contract: 'TestUSD',
      to: tokens.get(pool)!,
      fn: 'balanceOf',
      args: [address],
    }))
    const answers = await this.chain.gateway.callMany(calls, block)
    const short: string[] = []
    for (const [index, answer] of answers.entries()) {
      const { realmId, expected } = places[index]!
      if (answer.ok && (answer.value as bigint) < expected) short.push(realmId)
    }
    return { short, whole: answers.every(({ ok }) => ok) }
  }
}
