import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { BoundaryMirrorStore } from '../storage/boundary_mirror_store.ts'
import { isPassing } from './chain_patience.ts'
import { ForeignClaims } from './foreign_claims.ts'
import { CallRefused } from './nonce_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { RegisterBoundary } from './register_boundary.ts'

const AT_ONCE = 50

/**
 * Brings the contract to where the database says it is: boundaries that were declared while the
 * chain was away are registered, and recovery keys whose wait is over take effect.
 */
@singleton()
export class KeepBoundaries {
  #after = ''

  constructor(
    private chain: CustodyChain,
    private store: BoundaryStore,
    private mirror: BoundaryMirrorStore,
    private register: RegisterBoundary,
    private claims: ForeignClaims,
    private clock: Clock,
    private log: Logger
  ) {}

  /**
   * Never throws for a chain that is away.
   *
   * @returns whether something waits for its time, or for the chain
   */
  async run(): Promise<boolean> {
    try {
      await this.#registerRequested()
      return await this.#acceptRipeKeys()
    } catch (error) {
      if (!isPassing(error)) throw error
      this.log.debug({ reason: error.message }, 'boundaries wait for the chain')
      return true
    }
  }

  /** A page per run, in turns: one boundary that cannot be registered holds up no other. */
  async #registerRequested(): Promise<void> {
    const page = await this.store.requested(this.#after, AT_ONCE)
    this.#after = page.length === AT_ONCE ? page.at(-1)!.boundaryId : ''
    for (const { realmId, boundaryId } of page) {
      try {
        await this.register.run(realmId, boundaryId)
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        this.log.warn({ err: error, boundaryId }, 'the contract does not take a boundary')
      }
    }
  }

  /**
   * Anyone may complete a registration that has waited long enough; so nobody keeps its holder out. One
   * that nobody here has asked for is a thief's.
   *
   * @returns whether any waits
   */
  async #acceptRipeKeys(): Promise<boolean> {
    if (!(await this.mirror.hasWaitingKeys())) return false
    const { gateway, lane } = this.chain
    const ours = Math.floor(this.clock.nowMicros() / 1_000_000)
    // What the blocks count as waited is over, whatever our clock says.
    const now = Math.max(ours, (await gateway.header('latest'))?.timestamp ?? 0)
    const ripe = await this.mirror.ripeKeys(now, AT_ONCE)
    for (const { hash, realmId, facts } of await this.claims.withOwnKeys(ripe)) {
      const pool = await this.register.poolOf(realmId)
      const data = gateway.encode('RealmCustody', 'acceptRecoveryKey', [hash])
      try {
        await lane.submit({ purpose: `accept-key:${hash}:${facts.keySeq}`, to: pool, data })
      } catch (error) {
        // The block clock may be behind ours, or somebody was faster.
        if (!(error instanceof CallRefused)) throw error
      }
    }
    return true
  }
}
