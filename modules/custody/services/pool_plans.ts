import { singleton } from '#app/extension/singleton'
import { CONTRACT_RELEASE } from '../chain/artifacts.ts'
import { NoContract } from '../chain/errors.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { PoolStore, type PoolPlan, type RealmPool } from '../storage/pool_store.ts'
import { poolAddress } from './deployment_plan.ts'
import { PoolNotReady } from './register_boundary.ts'
import { CustodyChain } from './custody_chain.ts'

/** A pool whose contracts are known, with the address it has or will have. */
export type PlannedPool = RealmPool & PoolPlan & { address: Address }

/** The code of an ERC-1167 clone, around the address it delegates to. */
const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/

/**
 * Which contracts a pool was made with. Kept with the pool, because the service's own plan changes
 * with each release and each operator key, and a pool does not. One that is not created yet will be
 * made with the plan of whoever creates it.
 */
@singleton()
export class PoolPlans {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore
  ) {}

  /**
   * @throws ChainUnreachable, WrongChain, RpcError, NoContract for a pool from before plans were kept
   * @throws PoolNotReady for a live pool that is to come, where no token is named
   */
  async of(pool: RealmPool): Promise<PlannedPool> {
    const { realmId, address, implementation, token } = pool
    if (!address) return this.#coming(pool)
    if (implementation && token) return { ...pool, address, implementation, token }
    const plan = await this.#read(realmId, address)
    await this.pools.keepPlan(realmId, address, plan)
    return { ...pool, ...plan, address }
  }

  #coming(pool: RealmPool): PlannedPool {
    const { gateway, plan } = this.chain
    const { implementation, factory } = plan
    const token = pool.paper ? plan.token : plan.liveToken
    if (token === null) throw new PoolNotReady(pool.realmId)
    const address = poolAddress(gateway, plan, pool.realmId)
    return { ...pool, implementation, factory, token, contractRelease: CONTRACT_RELEASE, address }
  }

  async #read(realmId: string, address: Address): Promise<PoolPlan> {
    const { gateway, plan } = this.chain
    const [[code], token] = await Promise.all([
      gateway.codeOf([address]),
      gateway.call({ contract: 'RealmCustody', to: address, fn: 'token' }, 'latest'),
    ])
    const target = cloneTarget(code!)
    if (!target) throw new NoContract(address)
    const read = { implementation: gateway.checksum(target), token: token as Address }
    if (poolAddress(gateway, plan, realmId) !== address) {
      return { ...read, factory: null, contractRelease: null }
    }
    return { ...read, factory: plan.factory, contractRelease: CONTRACT_RELEASE }
  }
}

/** What a clone delegates to; null for other code. */
export function cloneTarget(code: Hex): Hex | null {
  const [, target] = CLONE.exec(code.toLowerCase()) ?? []
  return target === undefined ? null : `0x${target}`
}
