import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { Hex } from '../core/chain_types.ts'
import { attestPurpose } from '../core/purposes.ts'
import { LiabilityNodes } from '../storage/liability_nodes.ts'
import { LiabilityStore, type LiabilityTree } from '../storage/liability_store.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { GrowLiabilities } from './grow_liabilities.ts'
import { CallRefused } from './nonce_lane.ts'
import { revertOf } from './vault_calls.ts'

/** Realms whose trees one run grows. */
const REALMS_AT_ONCE = 8
/** Anchors one run sends: settlements share the operator account with them. */
const SENT_AT_ONCE = 4
/** Trees one run looks at for that. */
const LOOKED_AT = 50
const TIDIED_AT_ONCE = 8
const MICROS_PER_MINUTE = 60_000_000
/** So long a process may take for one tree; afterwards it counts as dead. */
const GROWN_WITHIN = 60 * MICROS_PER_MINUTE

/**
 * Says on the chain what each boundary owes: grows the trees of realms whose turn it is, sends the
 * root and the sum of each to its pool, and lets go of what newer anchors have replaced.
 */
@singleton()
export class AttestLiabilities {
  #after = ''
  #sentAfter = ''

  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private clock: Clock,
    private grow: GrowLiabilities,
    private store: LiabilityStore,
    private nodes: LiabilityNodes,
    private log: Logger
  ) {}

  /**
   * @param everyMinutes how old a realm's newest trees may become
   * @returns whether there may be more realms whose turn it is
   */
  async run(everyMinutes: number): Promise<boolean> {
    const since = this.clock.nowMicros() - everyMinutes * MICROS_PER_MINUTE
    const page = await this.store.due(since, this.#after, REALMS_AT_ONCE)
    const isFull = page.length === REALMS_AT_ONCE
    this.#after = isFull ? page.at(-1)! : ''
    await this.send()
    await this.#tidy()
    for (const realmId of page) await this.grow.run(realmId)
    return isFull
  }

  /**
   * Sends what is grown and not sent. In turns: a pool that takes nothing, such as a halted one, keeps no
   * other from its anchor. Any number of times: a purpose is sent once.
   */
  async send(): Promise<void> {
    const page = await this.store.inState('grown', LOOKED_AT, this.#sentAfter)
    let tried = 0
    for (const tree of page) {
      if (tried === SENT_AT_ONCE) return
      this.#sentAfter = tree.boundaryId
      if (await this.chain.knows(purposeOf(tree))) continue
      await this.#attest(tree)
      tried++
    }
    if (page.length < LOOKED_AT) this.#sentAfter = ''
  }

  async #attest(tree: LiabilityTree): Promise<void> {
    const { gateway } = this.chain
    const { boundaryHash, total, seq, pool, root } = tree
    const args = [boundaryHash, total, BigInt(seq)]
    const call = gateway.encode('RealmCustody', 'attestObligations', args)
    // The contract reads its three arguments; what follows them stands in the transaction for ever.
    const data: Hex = `${call}${root.toString('hex')}`
    try {
      const lane = await this.lanes.forSettler(pool)
      await lane.submit({ purpose: purposeOf(tree), to: pool, data })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const revert = revertOf(error)
      this.log.info({ boundaryId: tree.boundaryId, seq, revert }, 'an attestation is not taken')
      if (revert === 'StaleAttestation') await this.store.mark(tree, 'grown', 'refused')
    }
  }

  async #tidy(): Promise<void> {
    const { store, nodes, clock } = this
    for (const tree of await store.inState('past', TIDIED_AT_ONCE)) {
      if (await nodes.forget(tree)) await store.mark(tree, 'past', 'bare')
    }
    for (const tree of await store.unfinished(clock.nowMicros() - GROWN_WITHIN, TIDIED_AT_ONCE)) {
      if (await nodes.forget(tree)) await store.forget(tree)
    }
  }
}

function purposeOf({ boundaryId, seq }: LiabilityTree): string {
  return attestPurpose(boundaryId, seq)
}
