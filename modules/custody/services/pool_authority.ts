import { singleton } from '#app/extension/singleton'
import { ChainUnreachable } from '../chain/errors.ts'
import type { Address, Call, CallResult, ChainValue } from '../core/chain_types.ts'
import type { PoolRoles } from '../core/pool_roles.ts'
import { CustodyChain } from './custody_chain.ts'

const isTrue = (answer: CallResult | undefined) => answer?.ok === true && answer.value === true

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
    const asked = [...calls, ...planned.settlers.map((account) => ask('isSettler', [account]))]
    const told = await gateway.callMany(asked, await gateway.head())
    const settles = told.splice(calls.length)
    const answers = told.map((answer) => {
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
      // Older pools know no such role.
      settlers: settles.every(({ ok }) => ok)
        ? planned.settlers.filter((_, index) => isTrue(settles[index]))
        : null,
      guardians: planned.guardians.filter((_, index) => known[guardiansFrom + index] === true),
    }
  }
}
