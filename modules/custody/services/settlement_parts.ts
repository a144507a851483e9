import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import { DEVELOPMENT_FEES, LIVE_FEES } from '../core/fees.ts'
import { BatchStore } from '../storage/batch_store.ts'
import type { ChainOutcomeStore } from '../storage/chain_outcome_store.ts'
import type { PoolStore } from '../storage/pool_store.ts'
import { SettlementStore } from '../storage/settlement_store.ts'
import { SettlementTransactions } from '../storage/settlement_transactions.ts'
import { VoidStore } from '../storage/void_store.ts'
import type { BoundaryDirectory } from './boundary_directory.ts'
import { BumpFees } from './bump_fees.ts'
import { CarryTransfer } from './carry_transfer.ts'
import type { CustodyChain } from './custody_chain.ts'
import type { HouseParts } from './house_parts.ts'
import type { ChainOutcomes } from './chain_outcomes.ts'
import type { RealmHalts } from './realm_halts.ts'
import { RecordOutcomes } from './record_outcomes.ts'
import { SendBatches } from './send_batches.ts'
import { VoidSettlements } from './void_settlements.ts'

/** What brings transfers between boundaries to the chain, and outcomes back; wired once per process. */
export interface SettlementParts {
  settlements: SettlementStore
  batches: BatchStore
  transactions: SettlementTransactions
  carrier: CarryTransfer
  consumer: RecordOutcomes
  sendBatches: SendBatches
  voids: VoidSettlements
  bump: BumpFees
}

interface Needs {
  chain: CustodyChain
  pools: PoolStore
  directory: Pick<BoundaryDirectory, 'ensureRegistered'>
  outcomes: ChainOutcomes
  outcomeStore: ChainOutcomeStore
  halts: RealmHalts
  houses: HouseParts
  relay: Pick<OutboxRelay, 'announce'>
  database: Database
  clock: Clock
  log: Logger
}

/** How old an attempt may be before it is made dearer. */
const BUMP_AFTER_MS = { development: 10_000, live: 90_000 }

export function settlementParts(needs: Needs): SettlementParts {
  const { chain, pools, directory, outcomes, outcomeStore, halts, relay, database, clock, log } =
    needs
  const { gateway, settings } = chain
  const kind = settings.developmentChain ? 'development' : 'live'
  const settlements = new SettlementStore(database, clock)
  const batches = new BatchStore(database, clock)
  const voids = new VoidSettlements({
    chain,
    database,
    settlements,
    relay,
    log,
    voids: new VoidStore(database, clock, gateway.chainId),
  })
  const bump = new BumpFees({
    gateway,
    key: settings.operatorKey,
    store: chain.transactions,
    clock,
    log,
    bounds: settings.developmentChain ? DEVELOPMENT_FEES : LIVE_FEES,
    afterMs: BUMP_AFTER_MS[kind],
  })
  return {
    settlements,
    batches,
    bump,
    voids,
    transactions: new SettlementTransactions(database),
    carrier: new CarryTransfer({ pools, settlements, outcomes, voids, database, relay }),
    consumer: new RecordOutcomes({ gateway, outcomes: outcomeStore, settlements, halts, relay }),
    sendBatches: new SendBatches({
      chain,
      database,
      pools,
      settlements,
      batches,
      directory,
      halts,
      bump,
      clock,
      log,
      fees: needs.houses.fees,
    }),
  }
}
