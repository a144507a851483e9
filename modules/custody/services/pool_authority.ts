import { singleton } from '#app/extension/singleton'
import { ChainUnreachable } from '../chain/errors.ts'
import type { Address, Call, ChainValue } from '../core/chain_types.ts'
import type { PoolRoles } from '../core/pool_roles.ts'
import { CustodyChain } from './custody_chain.ts'

/** Who may act on pools. */
@singleton()
export class PoolAuthority {
  constructor(private chain: CustodyChain) {}

  /**
   * As the newest block has it, in one batch.
   *
   * @throws ChainUnreachable, WrongChain, RpcError, NoContract
   */
  async of(pool: Address): Promise<PoolRoles> {
    const { gateway, planned } = this.chain
    const ask = (fn: string, args: ChainValue[] = []): Call => {
      return { contract: 'RealmCustody', to: pool, fn, args }
    }
    const calls = [
      ask('admin'),
      ask('pendingAdmin'),
      ask('counters'),
      ...planned.operators.map((account) => ask('isOperator', [account])),
      ...planned.guardians.map((account) => ask('isGuardian', [account])),
    ]
    const answers = (await gateway.callMany(calls, await gateway.head())).map((answer) => {
      if (!answer.ok) throw new ChainUnreachable('the node does not tell all of a pool')
      return answer.value
    })
    const [admin, pendingAdmin, counters, ...known] = answers
    const guardiansFrom = planned.operators.length
    return {
      admin: admin as Address,
      pendingAdmin: pendingAdmin as Address,
      halted: (counters as { halted: boolean }).halted,
      operators: planned.operators.filter((_, index) => known[index] === true),
      guardians: planned.guardians.filter((_, index) => known[guardiansFrom + index] === true),
    }
  }
}
