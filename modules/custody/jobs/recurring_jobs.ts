import type { JobAbout } from '#app/queue/job'
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

const ABOUT = {
  'custody-keeper': {
    carries: 'What the chain lacks and the database knows: contracts, pools, lost transactions.',
    takes: 'Seconds each turn; a contract takes as long as the chain needs.',
    failing:
      'Nothing new settles. Look at the node of the chain and the gas of the operator account.',
  },
  'custody-index': {
    carries: 'New final events of all pools.',
    takes: 'Under a second each turn; longer when it catches up.',
    failing:
      'Arrivals and outcomes come late, and a chain that lost its past halts its realms. See "Watching" in docs/operating.md.',
  },
  'custody-halts': {
    carries: 'Realms that were halted or let go on, whose pools have to follow.',
    takes: 'Seconds each turn.',
    failing: 'The service refuses movements, but the pool still runs. Repair it at once.',
  },
  'custody-token-watch': {
    carries: 'A look at the tokens of every pool, which finds a theft.',
    takes: 'Under a second each turn.',
    failing: 'A theft would be found late. Look at the node of the chain at once.',
  },
  'custody-balance-sheet': {
    carries: 'The balance sheets of all realms: books against chain.',
    takes: 'Seconds each turn, with many realms minutes.',
    failing:
      'A drift would be found late. Look at the node of the chain, then at the error in the log.',
  },
  'custody-boundaries': {
    carries: 'Boundaries that their pools do not know yet, and recovery keys whose wait is over.',
    takes: 'Seconds each turn, as long as the chain needs.',
    failing:
      'Movements of those zones wait. Look at the node of the chain and the gas of the operator account.',
  },
  'custody-exits': {
    carries: 'Withdrawals whose time lock has ended.',
    takes: 'Seconds each turn, as long as the chain needs.',
    failing: 'Withdrawals are paid late, none is lost. Look at the node of the chain.',
  },
  'custody-vaults': {
    carries: 'Cash in the vaults of deleted exchange objects, which goes back to its boundary.',
    takes: 'Seconds each turn, as long as the chain needs.',
    failing: 'The cash stays in its vault and is not lost. Look at the node of the chain.',
  },
} satisfies Record<string, JobAbout>

/** @param passes which failures are left to the next turn */
function recurring<Service extends { run(): Promise<unknown> }>(
  name: keyof typeof ABOUT,
  everyMs: number,
  service: new (...needs: never[]) => Service,
  passes: (error: unknown) => error is Error = isPassing,
  run: (service: Service) => Promise<unknown> = (it) => it.run()
) {
  return chainJob<Record<string, never>>({
    name,
    about: ABOUT[name],
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
