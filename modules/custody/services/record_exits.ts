import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'
import { hasExitsByOperation } from '../core/pool_limits.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { BoundaryMirrorStore } from '../storage/boundary_mirror_store.ts'
import { ChainOutcomeStore } from '../storage/chain_outcome_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { WithdrawalStore } from '../storage/withdrawal_store.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { PoolPlans } from './pool_plans.ts'

/**
 * Notes which withdrawals wait on the chain. A pool lets one wait that goes above a cap, however it
 * was asked for. Those of a boundary that its holder has emptied wait in vain, and are to be looked at
 * now.
 */
@singleton()
export class RecordExits implements PoolEventConsumer {
  readonly name = 'exits'

  constructor(
    private pools: PoolStore,
    private plans: PoolPlans,
    private mirror: BoundaryMirrorStore,
    private outcomes: ChainOutcomeStore,
    private withdrawals: WithdrawalStore
  ) {}

  async onFinal({ name, args, realmId }: RealmPoolEvent, session: SqlSession): Promise<void> {
    const { outcomes, withdrawals, mirror } = this
    if (name === 'ExitRequested' && (await this.#knowsOperations(realmId))) {
      const [expected] = await outcomes.expected(session, [args.opId as Hex])
      if (expected) {
        await withdrawals.markExit(session, expected.operationId, Number(args.ripeAt))
      }
    } else if (name === 'RecoveryWithdrawn') {
      const { exits } = await mirror.factsOf(session, args.boundaryId as Hex)
      const hashes = exits.map(({ opHash }) => opHash)
      const dead = await outcomes.expected(session, hashes)
      const ids = dead.map(({ operationId }) => operationId)
      await withdrawals.markDead(session, ids)
    }
  }

  async #knowsOperations(realmId: string): Promise<boolean> {
    const pool = await this.pools.find(realmId)
    return pool !== null && hasExitsByOperation((await this.plans.of(pool)).contractRelease)
  }
}
