import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database } from '#app/storage/database'
import { ArrivalStore } from '../storage/arrival_store.ts'
import { DepositTransactions } from '../storage/deposit_transactions.ts'
import { AnnouncedDepositStore } from '../storage/announced_deposit_store.ts'
import type { ChainOutcomeStore } from '../storage/chain_outcome_store.ts'
import type { PoolStore } from '../storage/pool_store.ts'
import { SentTransactions } from '../storage/sent_transactions.ts'
import { AnnounceDeposit } from './announce_deposit.ts'
import type { BoundaryParts } from './boundary_parts.ts'
import { CarryDeposit, mintPurpose } from './carry_deposit.ts'
import { CreditArrivals } from './credit_arrivals.ts'
import type { CustodyChain } from './custody_chain.ts'
import type { ChainOutcomes } from './chain_outcomes.ts'
import { ReadPayments } from './read_payments.ts'
import { RecordArrivals } from './record_arrivals.ts'
import { SweepDeposits, sweepPurpose } from './sweep_deposits.ts'
import { TokenOfPool } from './token_of_pool.ts'
import { WatchDeposits } from './watch_deposits.ts'

/** What brings money in, wired once per process. */
export interface DepositParts {
  carrier: CarryDeposit
  consumer: RecordArrivals
  watch: WatchDeposits
  credit: CreditArrivals
  arrivals: ArrivalStore
  announced: AnnouncedDepositStore
  transactions: DepositTransactions
}

interface Needs {
  chain: CustodyChain
  pools: PoolStore
  boundaries: BoundaryParts
  outcomes: ChainOutcomes
  outcomeStore: ChainOutcomeStore
  database: Database
  clock: Clock
  log: Logger
}

export function depositParts(needs: Needs): DepositParts {
  const { chain, pools, boundaries, outcomes, outcomeStore, database, clock, log } = needs
  const { gateway } = chain
  const { directory, registry, register } = boundaries
  const announced = new AnnouncedDepositStore(database, clock, gateway.chainId)
  const arrivals = new ArrivalStore(database, clock, gateway.chainId)
  const announce = new AnnounceDeposit(chain, pools, announced)
  const tokens = new TokenOfPool(chain)
  const payments = new ReadPayments(chain, tokens)
  const sweep = new SweepDeposits(chain, announced, directory, log)
  return {
    arrivals,
    announced,
    transactions: new DepositTransactions(
      database,
      new SentTransactions(database, gateway.chainId),
      { mint: mintPurpose, sweep: sweepPurpose }
    ),
    carrier: new CarryDeposit({ chain, announce, directory, register, outcomes, database, log }),
    consumer: new RecordArrivals(arrivals, announced, outcomeStore, (id) => gateway.idHash(id)),
    watch: new WatchDeposits({ chain, announced, tokens, payments, sweep, clock, log }),
    credit: new CreditArrivals({ gateway, arrivals, announced, payments, registry, database, log }),
  }
}
