import type { PoolStore } from '../storage/pool_store.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { CallableContract, ContractsAt } from '../core/signing_policy.ts'
import { DEPLOYMENT_PROXY, makesGroup, type DeploymentPlan } from './deployment_plan.ts'

/**
 * Which contract of the service stands at an address: those of its own plan, groups of co-signers, and
 * pools that the database knows with the play money that they hold.
 */
export class ContractPlaces implements ContractsAt {
  readonly #known: Map<Address, CallableContract>

  constructor(
    private plan: DeploymentPlan,
    private pools: Pick<PoolStore, 'standing'>
  ) {
    const { factory, token, standIn } = plan
    this.#known = new Map<Address, CallableContract>([[factory, 'CustodyFactory']])
    for (const one of [token, standIn]) if (one) this.#known.set(one, 'TestUSD')
  }

  async at(to: Address, data: Hex): Promise<CallableContract | null> {
    if (to === DEPLOYMENT_PROXY) {
      const isPlanned = this.plan.contracts.some((contract) => contract.data === data)
      return isPlanned || makesGroup(data) ? 'DeploymentProxy' : null
    }
    const known = this.#known.get(to) ?? (await this.pools.standing(to))
    if (known) this.#known.set(to, known)
    return known
  }
}
