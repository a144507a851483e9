import { LRUCache } from 'lru-cache'
import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { DepositInstructions } from '#modules/ledger/extension/settlement_rail'
import { CUSTODY_LIMITS } from '../limits.ts'
import type { Address } from '../core/chain_types.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { AnnouncedDepositStore } from '../storage/announced_deposit_store.ts'
import { depositAddress } from './deposit_address.ts'
import { poolAddress } from './deployment_plan.ts'
import { CustodyChain } from './custody_chain.ts'

const CACHED_REALMS = 50_000
const CACHED_DEPOSITS = 10_000

/**
 * Tells where a deposit is paid, without asking a node: the address follows from the pool, the
 * boundary and the operation. It is stored first, so that money sent to an address that
 * anybody was told of always finds its deposit.
 */
@singleton()
export class AnnounceDeposit {
  #pools = new LRUCache<string, Address>({ max: CACHED_REALMS })
  /**
   * Instructions given before, which are stored already: payers ask for the same ones again and
   * again.
   */
  #told = new LRUCache<string, DepositInstructions>({ max: CACHED_DEPOSITS })

  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private announced: AnnouncedDepositStore
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
    const { gateway, plan, settings } = this.chain
    const { boundaryId } = target!
    const pool = await this.#poolOf(realmId)
    const place = { pool, boundaryId, operationId }
    const address = depositAddress(gateway, { ...place, implementation: plan.implementation })
    const fastUntil = openedAt + CUSTODY_LIMITS.depositWatchMs * 1000
    const refHash = gateway.idHash(operationId)
    const live = realmAsset === 'live'
    await this.announced.announce({ ...place, realmId, refHash, address, live, fastUntil })
    return {
      poolAddress: address,
      tokenAddress: plan.token,
      chain: `eip155:${settings.chainId}`,
      expiresAt: toRfc3339(fastUntil),
    }
  }

  /** Of a realm whose pool is not created yet: where it will be. */
  async #poolOf(realmId: string): Promise<Address> {
    const known = this.#pools.get(realmId)
    if (known) return known
    const pool = await this.pools.find(realmId)
    if (!pool?.address) return poolAddress(this.chain.gateway, this.chain.plan, realmId)
    this.#pools.set(realmId, pool.address)
    return pool.address
  }
}
