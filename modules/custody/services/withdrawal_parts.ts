import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { Database } from '#app/storage/database'
import { OwnAddressStore } from '../storage/own_address_store.ts'
import type { PoolStore } from '../storage/pool_store.ts'
import { WithdrawalStore } from '../storage/withdrawal_store.ts'
import { SentTransactions } from '../storage/sent_transactions.ts'
import { WithdrawalTransactions } from '../storage/withdrawal_transactions.ts'
import type { BoundaryParts } from './boundary_parts.ts'
import { CarryWithdrawal, withdrawalPurposes } from './carry_withdrawal.ts'
import { CheckDestination } from './check_destination.ts'
import type { CustodyChain } from './custody_chain.ts'
import { ExecuteExits } from './execute_exits.ts'
import type { HouseParts } from './house_parts.ts'
import type { IndexPools } from './index_pools.ts'
import type { ChainOutcomes } from './chain_outcomes.ts'
import { ProtectBoundary } from './protect_boundary.ts'

/** What pays withdrawals, and what protects boundaries from them; wired once per process. */
export interface WithdrawalParts {
  store: WithdrawalStore
  destinations: CheckDestination
  carrier: CarryWithdrawal
  executeExits: ExecuteExits
  transactions: WithdrawalTransactions
  protect: ProtectBoundary
}

interface Needs {
  chain: CustodyChain
  pools: PoolStore
  boundaries: BoundaryParts
  outcomes: ChainOutcomes
  indexPools: IndexPools
  houses: HouseParts
  database: Database
  clock: Clock
  log: Logger
}

export function withdrawalParts(needs: Needs): WithdrawalParts {
  const { chain, pools, boundaries, outcomes, indexPools, database, clock, log } = needs
  const { fees } = needs.houses
  const store = new WithdrawalStore(database, clock)
  const addresses = new OwnAddressStore(database, chain.gateway.chainId)
  return {
    store,
    destinations: new CheckDestination(chain, pools, addresses),
    carrier: new CarryWithdrawal({ chain, pools, outcomes, store, fees, database, clock, log }),
    transactions: new WithdrawalTransactions(
      database,
      new SentTransactions(database, chain.gateway.chainId),
      (operationId) => Object.values(withdrawalPurposes).map((purpose) => purpose(operationId))
    ),
    executeExits: new ExecuteExits({ chain, store, clock, log }),
    protect: new ProtectBoundary(chain, boundaries.directory, boundaries.register, indexPools),
  }
}
