import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { CustodyChain } from './custody_chain.ts'
import { DEPLOYMENT_PROXY, plannedGroup } from './deployment_plan.ts'
import { CallRefused } from './nonce_lane.ts'

/** Keys of whom some have to sign. */
export interface GroupTerms {
  /** At least two, each once. */
  members: readonly Address[]
  /** How many of them. */
  threshold: number
}

/** Co-signers that are k of n: contracts whose address follows from their members (`CosignerGroup`). */
@singleton()
export class CosignerGroups {
  constructor(private chain: CustodyChain) {}

  /** Where the group is or will be, in whatever order its members are named. */
  addressOf(terms: GroupTerms): Address {
    return this.#planned(terms).address
  }

  /**
   * Sends the group to the chain, unless it is there; whatever this account sends afterwards comes after it.
   * Anybody may make it: it is the same one.
   *
   * @throws NonceLaneFull, FeesAboveCap, SigningRefused, SignerUnreachable, ChainUnreachable, WrongChain
   */
  async ensure(terms: GroupTerms): Promise<void> {
    const { address, data } = this.#planned(terms)
    const { gateway, lane } = this.chain
    const [isThere] = await gateway.hasCode([address])
    if (isThere) return
    try {
      await lane.submit({ purpose: `deploy:CosignerGroup:${address}`, to: DEPLOYMENT_PROXY, data })
    } catch (error) {
      // Somebody was faster.
      if (!(error instanceof CallRefused)) throw error
    }
  }

  #planned({ members, threshold }: GroupTerms) {
    return plannedGroup(this.chain.gateway, members, threshold)
  }
}
