import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { QueueHost } from '#app/queue/queue_host'
import { QUEUES } from '../core/queue_names.ts'
import type { Address } from '../core/chain_types.ts'
import { limitsOf } from '../core/pool_limits.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { carriesPaper, liveRealmsRefused } from '../settings.ts'
import { FitPool } from './fit_pool.ts'
import { LiveTokens } from './live_tokens.ts'
import { PoolPlans, type PlannedPool } from './pool_plans.ts'
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
    private plans: PoolPlans,
    private tokens: LiveTokens,
    private fitPool: FitPool,
    private queues: QueueHost,
    private log: Logger
  ) {}

  /**
   * @param waitMs how long to watch for finality; 0 = one look
   * @throws TokenUnfit for a live realm, PoolMisfit for a pool that others made; it stays requested
   * @throws NotFinalYet, NothingToCall, CallRefused, ChainUnreachable: the pool stays requested
   */
  async run(realmId: string, waitMs: number): Promise<void> {
    const pool = await this.pools.find(realmId)
    if (!pool || pool.state !== 'requested') return
    const { chainId } = this.chain.settings
    const refused = this.#refused(pool.paper)
    if (refused) {
      const level = pool.paper ? 'info' : 'error'
      this.log[level]({ realmId, reason: refused }, 'no pool for a realm')
      return this.pools.markRefused(realmId, chainId)
    }
    const planned = await this.plans.of(pool)
    const { address } = planned
    const facts = pool.paper ? null : await this.tokens.fit(planned.token)
    const purpose = `create-pool:${address}`
    // Code may be there already and not final; only our own transaction tells.
    const sent = await this.chain.lane.knows(purpose)
    if (sent || !(await this.#exists(address))) await this.#create(planned, purpose, waitMs)
    await this.fitPool.require(planned)
    await this.pools.markCreated(realmId, chainId, planned, facts)
    this.queues.wake(QUEUES.index)
  }

  #refused(paper: boolean): string | null {
    const { settings } = this.chain
    if (!paper) return liveRealmsRefused(settings)
    return carriesPaper(settings) ? null : 'paper realms do not settle on a chain of value'
  }

  async #create(pool: PlannedPool, purpose: string, waitMs: number): Promise<void> {
    const { gateway, plan, lane, planned } = this.chain
    const { factory, operator, admin } = plan
    const { token, address } = pool
    const data = gateway.encode('CustodyFactory', 'createRealm', [
      gateway.idHash(pool.realmId),
      gateway.idHash(pool.boundaryId),
      token,
      // Simulated money is the operator's to administer.
      pool.paper ? operator : admin,
      operator,
      planned.settlers[0]!,
      pool.paper,
      limitsOf(pool.paper, plan.liveLimits),
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
