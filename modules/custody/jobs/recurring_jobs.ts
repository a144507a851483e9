import { BringVaultsHome } from '../services/bring_vaults_home.ts'
import { isPassing, isUnanswered } from '../services/chain_patience.ts'
import { ExecuteExits } from '../services/execute_exits.ts'
import { FollowHalts } from '../services/follow_halts.ts'
import { IndexPools } from '../services/index_pools.ts'
import { KeepBoundaries } from '../services/keep_boundaries.ts'
import { KeepChain } from '../services/keep_chain.ts'
import { WatchBalanceSheets } from '../services/watch_balance_sheets.ts'
import { chainJob } from './chain_job.ts'

/**
 * The recurring work on the chain. All of it finds what there is to do in the database or on the
 * chain. Halts and the look at tokens have jobs of their own, so that a theft is reported and its pool
 * halted however long the balance sheets of other realms take.
 */
export function recurringJobs(everyMs: { index: number; watch: number }) {
  return [
    recurring('custody-keeper', 3_000, KeepChain),
    recurring('custody-index', everyMs.index, IndexPools, isUnanswered),
    recurring('custody-halts', everyMs.watch, FollowHalts),
    recurring('custody-token-watch', everyMs.watch, WatchBalanceSheets, isPassing, (it) =>
      it.runShort()
    ),
    recurring('custody-balance-sheet', 5_000, WatchBalanceSheets),
    recurring('custody-boundaries', 3_000, KeepBoundaries),
    recurring('custody-exits', 2_000, ExecuteExits, isUnanswered),
    recurring('custody-vaults', 2_000, BringVaultsHome),
  ]
}

/** @param passes which failures are left to the next turn */
function recurring<Service extends { run(): Promise<unknown> }>(
  name: string,
  everyMs: number,
  service: new (...needs: never[]) => Service,
  passes: (error: unknown) => error is Error = isPassing,
  run: (service: Service) => Promise<unknown> = (it) => it.run()
) {
  return chainJob<Record<string, never>>({
    name,
    everyMs,
    async handle(_payload, { container, log }) {
      try {
        await run(await container.make(service))
      } catch (error) {
        if (!passes(error)) throw error
        log.debug({ reason: error.message }, 'the job waits for the chain')
      }
      return 'done'
    },
  })
}
