import { setTimeout as delay } from 'node:timers/promises'
import { singleton } from '#app/extension/singleton'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import type { SqlSession } from '#app/storage/database'
import type { ChainValue } from '../core/chain_types.ts'
import { chainKind } from '../settings.ts'
import { BoundaryDirectory, type BoundaryState } from './boundary_directory.ts'
import { CallRefused, type NonceLane } from './nonce_lane.ts'
import { asChainUnavailable } from './passing_chain_error.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { RegisterBoundary } from './register_boundary.ts'
import { IndexPools } from './index_pools.ts'

/** A change of a boundary that an account of the service asks its pool for. */
export interface ProtectionCall {
  fn: string
  /** After the boundary. */
  args: readonly ChainValue[]
  /**
   * Name of the request that asks for the change, which is then made once; without a name every
   * call makes it again.
   */
  name: string | null
  /** Who sends it; the operator of the pool, where it is left out. */
  by?: NonceLane
  /** Writes the rows that have to exist with the change, before anything is sent. */
  alongside?: (session: SqlSession) => Promise<void>
}

const SEEN_WITHIN_MS = 10_000
const POLL_MS = { development: 20, live: 1_000 }

/** What adding a protection to a boundary has in common, whichever protection it is. */
@singleton()
export class ProtectBoundary {
  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private boundaries: BoundaryDirectory,
    private register: RegisterBoundary,
    private indexPools: IndexPools
  ) {}

  /** @throws ServiceError CHAIN_UNAVAILABLE; NOT_FOUND for a boundary that is missing or another realm's */
  async find(realmId: string, boundaryId: string): Promise<BoundaryState> {
    this.chain.require()
    const state = await this.boundaries.of(boundaryId)
    if (state.realmId !== realmId)
      throw notFound(
        'boundary',
        boundaryId,
        'GET /api/v1/custody/boundaries lists those of the realm.'
      )
    return state
  }

  /** Whether a request of this name has sent its change, or stored it to be sent. */
  async wasSent({ fn, name }: ProtectionCall): Promise<boolean> {
    return name !== null && (await this.chain.knows(purposeOf(fn, name)))
  }

  /**
   * Sends the change and waits until it is seen in a block: a protection counts from then on, though
   * a block may still be taken back.
   *
   * @throws ServiceError CHAIN_UNAVAILABLE when it is not seen in time; it may take effect later;
   *   CONFLICT when the same request has made it before and it was taken back since
   * @throws CallRefused when the contract refuses it
   */
  async send(
    { boundaryId }: BoundaryState,
    realmId: string,
    change: ProtectionCall,
    done: (state: BoundaryState) => boolean
  ): Promise<BoundaryState> {
    const { gateway } = this.chain
    try {
      await this.boundaries.ensureRegistered(realmId, boundaryId)
      const to = await this.register.poolOf(realmId)
      const args = [gateway.idHash(boundaryId), ...change.args]
      const data = gateway.encode('RealmCustody', change.fn, args)
      const { fn, name, by, alongside } = change
      // The same change may be made again one day, by another request after the holder has taken it back.
      const purpose = purposeOf(fn, name ?? newId('job'))
      const lane = by ?? (await this.lanes.forPool(to))
      const { state } = await lane.submit({ purpose, to, data, alongside })
      return await this.#seen(boundaryId, done, state === 'final')
    } catch (error) {
      if (error instanceof CallRefused) throw error
      throw asChainUnavailable(error)
    }
  }

  /** @param isOver nothing of it is still to come */
  async #seen(
    boundaryId: string,
    done: (state: BoundaryState) => boolean,
    isOver: boolean
  ): Promise<BoundaryState> {
    const deadline = performance.now() + SEEN_WITHIN_MS
    for (;;) {
      await this.indexPools.run()
      this.boundaries.forget()
      const state = await this.boundaries.of(boundaryId)
      if (done(state)) return state
      if (isOver) throw takenBack(boundaryId)
      if (performance.now() >= deadline) {
        throw new ServiceError('CHAIN_UNAVAILABLE', {
          message: 'The change of the boundary was sent and is not in a block yet.',
          next: 'Read GET /api/v1/custody/boundaries/:boundaryId in a while; it shows the change once it is final.',
        })
      }
      await delay(POLL_MS[chainKind(this.chain.settings)])
    }
  }
}

/** Names a change of a boundary that is made once. */
export function purposeOf(fn: string, name: string): string {
  return `${fn}:${name}`
}

function takenBack(boundaryId: string): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `This request has changed the boundary ${boundaryId} before, and its holder has taken the change back since.`,
    next: 'Use a new Idempotency-Key to make the change again.',
    details: { boundaryId },
  })
}
