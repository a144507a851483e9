import type { JobAbout, JobDefinition } from '#app/queue/job'
import { QUEUES } from '../core/queue_names.ts'
import { AttestLiabilities } from '../services/attest_liabilities.ts'
import { BringVaultsHome } from '../services/bring_vaults_home.ts'
import { ChainPulse } from '../services/chain_pulse.ts'
import { isPassing, isUnanswered } from '../services/chain_patience.ts'
import { ExecuteExits } from '../services/execute_exits.ts'
import { FollowHalts } from '../services/follow_halts.ts'
import { IndexPools } from '../services/index_pools.ts'
import { KeepBoundaries } from '../services/keep_boundaries.ts'
import { KeepChain } from '../services/keep_chain.ts'
import { WatchBalanceSheets } from '../services/watch_balance_sheets.ts'
import { WatchNonces } from '../services/watch_nonces.ts'
import { unknownToPools } from '../storage/boundary_store.ts'
import { vaultsOn } from '../storage/exchange_object_store.ts'
import { unfollowedHalts, unhaltedFaults } from '../storage/halt_store.ts'
import { unsettledTrees } from '../storage/liability_store.ts'
import { REQUESTED_POOLS } from '../storage/pool_store.ts'
import { doubtedRescues } from '../storage/rescue_store.ts'
import { dueSheets } from '../storage/sheet_store.ts'
import { openTransactions } from '../storage/transaction_rows.ts'
import { waitingExits } from '../storage/withdrawal_store.ts'
import { chainJob, dueOnChain } from './chain_job.ts'

/** How often a job runs: at most, and while nothing wakes it; and by what it is found to be due. */
type Turns = Pick<JobDefinition, 'everyMs' | 'restMs' | 'due'>

/** Where the database knows whether there is something to do. */
const REST_MS = 60_000

/**
 * The recurring work on the chain. All of it finds what there is to do in the database or on the
 * chain. Halts and the look at tokens have jobs of their own, so that a theft is reported and its pool
 * halted however long the balance sheets of other realms take. Those that `ChainPulse` and others
 * wake rest in between.
 */
export function recurringJobs({
  index,
  watch,
  attestMinutes,
  chainId,
  developmentChain,
}: {
  index: Turns
  watch: Turns
  /** Left out where there is no chain. */
  chainId?: number
  developmentChain: boolean
  /** How old the newest attestation of a realm may become; 0 attests nothing. */
  attestMinutes: number
}) {
  const dueOn = (...of: ((chainId: number) => string)[]) => dueOnChain(chainId, ...of)
  const unfinished = dueOn(openTransactions, () => REQUESTED_POOLS)
  return [
    ...(attestMinutes > 0 ? [attestations(attestMinutes, dueOn(unsettledTrees))] : []),
    recurring(QUEUES.keeper, { everyMs: 3_000, restMs: REST_MS, due: unfinished }, KeepChain, {
      run: async (it) => (await it.run()).unmined,
    }),
    recurring(QUEUES.index, index, IndexPools, {
      passes: isUnanswered,
      run: async (it) => !(await it.run()).settled,
      lookOut: async (container) => (await container.make(ChainPulse)).watch(),
    }),
    recurring(
      QUEUES.halts,
      { ...watch, restMs: REST_MS, due: dueOn(unfollowedHalts, doubtedRescues) },
      FollowHalts,
      {
        run: (it) => it.run(),
      }
    ),
    recurring(QUEUES.nonceWatch, index, WatchNonces, { passes: isUnanswered }),
    recurring(QUEUES.tokenWatch, watch, WatchBalanceSheets, { run: (it) => it.runShort() }),
    recurring(
      'custody-balance-sheet',
      {
        everyMs: 5_000,
        restMs: REST_MS,
        // Nobody is halted by contradictions of a chain that may start over.
        due: developmentChain ? dueOn(dueSheets) : dueOn(dueSheets, unhaltedFaults),
      },
      WatchBalanceSheets
    ),
    recurring(
      QUEUES.boundaries,
      { everyMs: 3_000, restMs: REST_MS, due: dueOn(unknownToPools) },
      KeepBoundaries,
      { run: (it) => it.run() }
    ),
    recurring(
      QUEUES.exits,
      { everyMs: 2_000, restMs: REST_MS, due: dueOn(waitingExits) },
      ExecuteExits,
      {
        passes: isUnanswered,
        run: (it) => it.run(),
      }
    ),
    recurring(
      'custody-vaults',
      { everyMs: 5_000, restMs: REST_MS, due: dueOn(vaultsOn) },
      BringVaultsHome
    ),
  ]
}

function attestations(everyMinutes: number, due: string | undefined) {
  const turns = { everyMs: 10_000, restMs: REST_MS, due }
  return recurring('custody-liabilities', turns, AttestLiabilities, {
    run: (it) => it.run(everyMinutes),
  })
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
    carries:
      'Realms that were halted or let go on, whose pools have to follow; rescues that nobody here asked for.',
    takes: 'Seconds each turn.',
    failing: 'The service refuses movements, but the pool still runs. Repair it at once.',
  },
  'custody-nonce-watch': {
    carries: 'A look at the mined nonces of the accounts that sign, which finds a stolen key.',
    takes: 'Under a second each turn.',
    failing: 'A stolen key would be found late. Look at the node of the chain at once.',
  },
  'custody-token-watch': {
    carries: 'A look at the tokens of every pool, which finds a theft.',
    takes: 'Under a second each turn.',
    failing: 'A theft would be found late. Look at the node of the chain at once.',
  },
  'custody-balance-sheet': {
    carries: 'The balance sheets of all realms: books against chain.',
    takes:
      'Seconds each turn, after something has happened and once a minute; with many realms minutes.',
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
  'custody-liabilities': {
    carries: 'What each boundary owes, as a sum and a root that go to its pool at each interval.',
    takes: 'Seconds each turn; a realm of a million objects half a minute.',
    failing:
      'Owners get proofs of an older entry. Look at the node of the chain and the gas of the operator account.',
  },
} satisfies Record<string, JobAbout>

/** @param change `passes`: which failures are left to the next turn; `run`: whether more is to be done */
function recurring<Service extends { run(...given: never[]): Promise<unknown> }>(
  name: keyof typeof ABOUT,
  turns: Turns,
  service: new (...needs: never[]) => Service,
  change: {
    passes?: (error: unknown) => error is Error
    run?: (service: Service) => Promise<boolean | void>
    lookOut?: JobDefinition['lookOut']
  } = {}
) {
  const { passes = isPassing, run = async (it: Service) => void (await it.run()), lookOut } = change
  return chainJob<Record<string, never>>({
    name,
    about: ABOUT[name],
    ...turns,
    lookOut,
    async handle(_payload, { container, log }) {
      try {
        return (await run(await container.make(service))) ? 'again' : 'done'
      } catch (error) {
        if (!passes(error)) throw error
        log.debug({ reason: error.message }, 'the job waits for the chain')
        return 'again'
      }
    },
  })
}
