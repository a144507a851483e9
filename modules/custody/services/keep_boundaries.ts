import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { AcceptRipeKeys } from './accept_ripe_keys.ts'
import { isPassing } from './chain_patience.ts'
import { CallRefused } from './nonce_lane.ts'
import { RegisterBoundary } from './register_boundary.ts'

const AT_ONCE = 50

/**
 * Brings the contract to where the database says it is: boundaries that were declared while the
 * chain was away are registered, and keys whose wait is over take effect.
 */
@singleton()
export class KeepBoundaries {
  #after = ''

  constructor(
    private store: BoundaryStore,
    private register: RegisterBoundary,
    private keys: AcceptRipeKeys,
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
      return await this.keys.run()
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
}
