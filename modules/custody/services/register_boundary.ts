import { setTimeout as delay } from 'node:timers/promises'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import type { Address } from '../core/chain_types.ts'
import type { ChainBoundary } from '../core/boundary_view.ts'
import { ZERO_ADDRESS } from '../core/zero.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { CallRefused } from './nonce_lane.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { BoundaryRegistry } from './boundary_registry.ts'
import { untilMined } from './until_mined.ts'

/** The pool of a realm is not there yet; its creation is looked after in the background. */
export class PoolNotReady extends Error {
  constructor(readonly realmId: string) {
    super(`The pool of realm ${realmId} is not created yet`)
    this.name = 'PoolNotReady'
  }
}

const POOL_WITHIN_MS = 2_000
const POOL_POLL_MS = 10

/** Tells the contract of a boundary. Any number of processes may; one transaction does it. */
@singleton()
export class RegisterBoundary {
  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private pools: PoolStore,
    private registry: BoundaryRegistry
  ) {}

  /**
   * Returns once the contract knows it.
   *
   * @throws ServiceError NOT_FOUND for a boundary that is not the realm's
   * @throws PoolNotReady, ChainUnreachable, WrongChain, NothingToCall, CallRefused, NotFinalYet
   */
  async run(realmId: string, boundaryId: string): Promise<void> {
    const [known] = await this.registry.find([boundaryId])
    if (known?.realmId !== realmId)
      throw notFound(
        'boundary',
        boundaryId,
        'GET /api/v1/custody/boundaries lists those of the realm.'
      )
    const { gateway } = this.chain
    const pool = await this.poolOf(realmId)
    if (await this.#isRegistered(pool, known.hash)) return
    const purpose = `register-boundary:${pool}:${known.hash}`
    const data = gateway.encode('RealmCustody', 'registerBoundary', [known.hash, 0n, ZERO_ADDRESS])
    try {
      const lane = await this.lanes.forSettler(pool)
      await lane.submit({ purpose, to: pool, data })
    } catch (error) {
      if (!(error instanceof CallRefused) || error.revert?.name !== 'BoundaryExists') throw error
    }
    await untilMined(this.chain, purpose, () => this.#isRegistered(pool, known.hash))
  }

  /** @throws PoolNotReady when it is not created within two seconds */
  async poolOf(realmId: string): Promise<Address> {
    const deadline = performance.now() + POOL_WITHIN_MS
    for (;;) {
      const pool = await this.pools.find(realmId)
      if (pool?.state === 'created' && pool.address) return pool.address
      if (pool?.state === 'refused' || performance.now() >= deadline)
        throw new PoolNotReady(realmId)
      await delay(POOL_POLL_MS)
    }
  }

  /** A boundary as the newest block has it. */
  async read(pool: Address, hash: string): Promise<ChainBoundary> {
    const call = { contract: 'RealmCustody', to: pool, fn: 'boundary', args: [hash] } as const
    return (await this.chain.gateway.call(call, 'latest')) as unknown as ChainBoundary
  }

  async #isRegistered(pool: Address, hash: string): Promise<boolean> {
    return (await this.read(pool, hash)).status !== 0n
  }
}
