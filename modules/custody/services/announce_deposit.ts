import { Logger } from '@adonisjs/core/logger'
import { boundedCache } from '#app/storage/bounded_cache'
import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { DepositInstructions } from '#modules/ledger/extension/settlement_rail'
import type { Address } from '../core/chain_types.ts'
import { CUSTODY_LIMITS } from '../limits.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { AnnouncedDepositStore } from '../storage/announced_deposit_store.ts'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'
import { PoolPlans, type PlannedPool } from './pool_plans.ts'
import { RegisterBoundary } from './register_boundary.ts'
import { RequestPool } from './request_pool.ts'
import { ToldAddress } from './told_address.ts'

const CACHED_REALMS = 50_000
const CACHED_DEPOSITS = 10_000

/**
 * Tells where a deposit is paid: the address follows from the pool, the boundary and the operation. It
 * is stored first, so that money sent to an address that anybody was told of always finds its deposit.
 * A paper deposit needs no node for it; the address of a live one is compared with the pool's answer
 * before it is told for the first time.
 */
@singleton()
export class AnnounceDeposit {
  #pools = boundedCache<PlannedPool>(CACHED_REALMS)
  /**
   * Instructions given before, which are stored already: payers ask for the same ones again and
   * again.
   */
  #told = boundedCache<DepositInstructions>(CACHED_DEPOSITS)
  /** Addresses that a pool has confirmed for deposits that are about to be stored. */
  #confirmed = boundedCache<Address>(CACHED_DEPOSITS)

  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private requests: RequestPool,
    private plans: PoolPlans,
    private boundaries: RegisterBoundary,
    private addresses: ToldAddress,
    private announced: AnnouncedDepositStore,
    private log: Logger
  ) {}

  async run(movement: Movement, openedAt: Micros): Promise<DepositInstructions> {
    const known = this.#told.get(movement.operationId)
    if (known) return known
    const told = await this.#announce(movement, openedAt)
    this.#told.set(movement.operationId, told)
    return told
  }

  async #announce(
    { realmId, realmAsset, operationId, target }: Movement,
    openedAt: Micros
  ): Promise<DepositInstructions> {
    const { gateway, settings } = this.chain
    const { boundaryId } = target!
    const live = realmAsset === 'live'
    const planned = await this.#poolOf(realmId, live)
    const place = { pool: planned.address, boundaryId, operationId }
    const address = this.addresses.reckoned(planned, place)
    const told =
      !live ||
      this.#confirmed.get(operationId) === address ||
      (await this.announced.knows(operationId, address))
    if (!told) await this.addresses.confirm(planned, place, address)
    const fastUntil = openedAt + CUSTODY_LIMITS.depositWatchMs * 1000
    const refHash = gateway.idHash(operationId)
    await this.announced.announce({ ...place, realmId, refHash, address, live, fastUntil })
    // Told by a version that reckoned with other contracts: what is paid from now on is watched.
    if (!told && (await this.announced.correct(operationId, address))) {
      this.log.error({ operationId, address }, 'a deposit was told an address that is no pool’s')
    }
    return {
      poolAddress: address,
      tokenAddress: planned.token,
      chain: `eip155:${settings.chainId}`,
      expiresAt: toRfc3339(fastUntil),
    }
  }

  /**
   * Has a live deposit confirmed by its pool before it is stored, so that nothing is left of one that
   * nobody can be told of.
   *
   * @throws ServiceError CHAIN_UNAVAILABLE while the pool is not there, or cannot be asked
   */
  async prepare({ realmId, operationId, target }: Movement): Promise<void> {
    if (this.#told.has(operationId)) return
    const planned = await this.#poolOf(realmId, true)
    const place = { pool: planned.address, boundaryId: target!.boundaryId, operationId }
    const address = this.addresses.reckoned(planned, place)
    await this.addresses.confirm(planned, place, address)
    this.#confirmed.set(operationId, address)
  }

  /**
   * From memory once it is created. Of a paper realm whose pool is not created yet: as it is planned.
   *
   * @throws ServiceError CHAIN_UNAVAILABLE for a live realm without a pool that could be asked
   */
  async #poolOf(realmId: string, live: boolean): Promise<PlannedPool> {
    const known = this.#pools.get(realmId)
    if (known) return known
    try {
      // The event of the realm's creation may still be on its way.
      if (!(await this.pools.find(realmId))) await this.requests.run(realmId, !live)
      if (live) await this.boundaries.poolOf(realmId)
      const pool = (await this.pools.find(realmId))!
      const planned = await this.plans.of(pool)
      if (pool.state === 'created') this.#pools.set(realmId, planned)
      return planned
    } catch (error) {
      if (!isPassing(error)) throw error
      throw new ServiceError('CHAIN_UNAVAILABLE', { cause: error })
    }
  }
}
