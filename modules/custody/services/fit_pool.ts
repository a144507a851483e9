import type { Address, Call, CallResult, ChainValue, Hex } from '../core/chain_types.ts'
import { singleton } from '#app/extension/singleton'
import { ChainUnreachable } from '../chain/errors.ts'
import { limitsOf } from '../core/pool_limits.ts'
import { poolMisfit, type PoolFacts } from '../core/pool_misfit.ts'
import { ZERO_ADDRESS, ZERO_HASH } from '../core/zero.ts'
import { CustodyChain } from './custody_chain.ts'
import { cloneTarget, type PlannedPool } from './pool_plans.ts'
import { RealmHalts } from './realm_halts.ts'

/** A pool that somebody made, and not as it was planned. */
export class PoolMisfit extends Error {
  constructor(
    readonly address: Address,
    readonly reason: string
  ) {
    super(`The pool at ${address} is not the planned one: ${reason}`)
    this.name = 'PoolMisfit'
  }
}

/**
 * Looks at a pool before its realm uses it. Its address commits to the realm and the code alone, so
 * whoever has the key of an operator may have made it before the service did, for an admin, an
 * operator or a token of theirs.
 */
@singleton()
export class FitPool {
  constructor(
    private chain: CustodyChain,
    private halts: RealmHalts
  ) {}

  /**
   * @throws PoolMisfit; the realm is halted, with the reason, as after a theft
   * @throws ChainUnreachable, WrongChain, RpcError
   */
  async require(pool: PlannedPool): Promise<void> {
    const reason = poolMisfit(await this.#found(pool), this.#planned(pool))
    if (reason === null) return
    const misfit = new PoolMisfit(pool.address, reason)
    const cause = { type: 'all_flows', source: 'service', by: 'theft' } as const
    await this.halts.raise(pool.realmId, { ...cause, reason: misfit.message })
    throw misfit
  }

  #planned({ realmId, boundaryId, token, paper, implementation }: PlannedPool): PoolFacts {
    const { gateway, plan } = this.chain
    return {
      realm: gateway.idHash(realmId),
      boundary: gateway.idHash(boundaryId),
      token,
      admin: paper ? plan.operator : plan.admin,
      proposedAdmin: ZERO_ADDRESS,
      operatorKnown: true,
      settlerKnown: true,
      paper,
      ...limitsOf(paper, plan.liveLimits),
      implementation,
    }
  }

  async #found({ address }: PlannedPool): Promise<PoolFacts> {
    const { gateway, plan, planned } = this.chain
    const head = await gateway.head()
    const ask = (fn: string, args: ChainValue[] = []): Call => {
      return { contract: 'RealmCustody', to: address, fn, args }
    }
    const questions = [
      ask('realmId'),
      ask('boundaryIdAt', [0n]),
      ask('token'),
      ask('admin'),
      ask('pendingAdmin'),
      ask('isOperator', [plan.operator]),
      ask('isSettler', [planned.settlers[0]!]),
      ask('counters'),
      ask('safetyDelay'),
      ask('outflowOf', [ZERO_HASH]),
    ]
    const answers = await gateway.callMany(questions, head)
    const [realm, boundary, token, admin, proposedAdmin, operatorKnown, settlerKnown, ...rest] =
      answers.map(valueOf)
    const [counters, delay, outflow] = rest
    const [code] = await gateway.codeOf([address])
    const target = cloneTarget(code!)
    return {
      realm: realm as Hex,
      boundary: boundary as Hex,
      token: token as Address,
      admin: admin as Address,
      proposedAdmin: proposedAdmin as Address,
      operatorKnown: operatorKnown as boolean,
      settlerKnown: settlerKnown as boolean,
      paper: (counters as { paper: boolean }).paper,
      safetyDelay: delay as bigint,
      outflowCap: (outflow as unknown as { limit: bigint }).limit,
      implementation: target && gateway.checksum(target),
    }
  }
}

function valueOf(answer: CallResult): ChainValue {
  if (!answer.ok) throw new ChainUnreachable('the node does not tell all of a pool')
  return answer.value
}
