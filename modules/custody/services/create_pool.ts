import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import type { Address } from '../core/chain_types.ts'
import { PoolStore, type RealmPool } from '../storage/pool_store.ts'
import { liveRealmsRefused } from '../settings.ts'
import { poolAddress } from './deployment_plan.ts'
import { CallRefused } from './nonce_lane.ts'
import { CustodyChain } from './custody_chain.ts'

/**
 * Creates the pool of one realm and marks it, once it is final. Running it again, in any process,
 * continues or finds it done.
 */
@singleton()
export class CreatePool {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private log: Logger
  ) {}

  /**
   * @param waitMs how long to watch for finality; 0 = one look
   * @throws NotFinalYet, NothingToCall, CallRefused, ChainUnreachable: the pool stays requested
   */
  async run(realmId: string, waitMs: number): Promise<void> {
    const pool = await this.pools.find(realmId)
    if (!pool || pool.state !== 'requested') return
    const { chainId } = this.chain.settings
    const refused = pool.paper ? null : liveRealmsRefused(this.chain.settings)
    if (refused) {
      this.log.error({ realmId, reason: refused }, 'no pool for a live realm')
      return this.pools.markRefused(realmId, chainId)
    }
    const address = poolAddress(this.chain.gateway, this.chain.plan, realmId)
    const purpose = `create-pool:${address}`
    // Code may be there already and not final; only our own transaction tells.
    const sent = await this.chain.lane.knows(purpose)
    if (sent || !(await this.#exists(address))) await this.#create(pool, address, purpose, waitMs)
    await this.pools.markCreated(realmId, chainId, address)
  }

  async #create(pool: RealmPool, address: Address, purpose: string, waitMs: number): Promise<void> {
    const { gateway, plan, lane } = this.chain
    const { factory, token, operator } = plan
    const data = gateway.encode('CustodyFactory', 'createRealm', [
      gateway.idHash(pool.realmId),
      gateway.idHash(pool.boundaryId),
      token,
      operator,
      operator,
      pool.paper,
    ])
    try {
      const transaction = await lane.submit({ purpose, to: factory, data })
      await lane.awaitFinal(transaction, waitMs)
    } catch (error) {
      // Another worker's transaction was mined between our look and our try.
      if (!(error instanceof CallRefused) || error.revert?.name !== 'RealmExists') throw error
    }
    if (!(await this.#exists(address))) {
      await lane.void(purpose)
      throw new Error(`The pool did not appear at ${address}; it will be tried again`)
    }
  }

  async #exists(address: Address): Promise<boolean> {
    const [exists] = await this.chain.gateway.hasCode([address])
    return exists === true
  }
}
