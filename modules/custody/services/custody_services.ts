import type { ApplicationService } from '@adonisjs/core/types'
import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { ChainOutcomeStore } from '../storage/chain_outcome_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import type { CustodySettings } from '../settings.ts'
import { boundaryParts, type BoundaryParts } from './boundary_parts.ts'
import { ChainRail } from './chain_rail.ts'
import { CreatePool } from './create_pool.ts'
import { CustodyChain } from './custody_chain.ts'
import { depositParts, type DepositParts } from './deposit_parts.ts'
import { GiveTestMoney } from './give_test_money.ts'
import { houseParts, type HouseParts } from './house_parts.ts'
import { IndexPools } from './index_pools.ts'
import { KeepChain } from './keep_chain.ts'
import { MiningWatch } from './mining_watch.ts'
import { ChainOutcomes } from './chain_outcomes.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'
import { ReadStatus } from './read_status.ts'
import { settlementParts, type SettlementParts } from './settlement_parts.ts'
import { vaultParts, type VaultParts } from './vault_parts.ts'
import { withdrawalParts, type WithdrawalParts } from './withdrawal_parts.ts'
import type { HaltRecords } from './halt_records.ts'
import { bookParts, sheetParts, type BookParts, type SheetParts } from './sheet_parts.ts'

/** Twice what anvil can reorganise, and more than Ethereum takes to finalise. */
const REMEMBERED_BLOCKS = 128

/** The use cases of the module, wired once per process. Those that act on a chain need one. */
export class CustodyServices {
  readonly pools: PoolStore
  readonly readStatus: ReadStatus
  readonly books: BookParts
  readonly onChain: {
    chain: CustodyChain
    boundaries: BoundaryParts
    sheets: SheetParts
    outcomes: ChainOutcomes
    settlement: SettlementParts
    rail: ChainRail
    miningWatch: MiningWatch
    deposits: DepositParts
    houses: HouseParts
    vaults: VaultParts
    withdrawals: WithdrawalParts
    createPool: CreatePool
    keepChain: KeepChain
    giveTestMoney: GiveTestMoney
    indexPools: IndexPools
  } | null

  /** @param settings null when no chain is configured */
  constructor(
    settings: CustodySettings | null,
    database: Database,
    clock: Clock,
    log: Logger,
    relay: Pick<OutboxRelay, 'announce'>,
    records: HaltRecords
  ) {
    this.pools = new PoolStore(database, clock)
    const chain = settings ? new CustodyChain(settings, database, clock, log) : null
    this.books = bookParts(chain, database, clock, log, records)
    this.readStatus = new ReadStatus(
      chain,
      this.pools,
      new BoundaryStore(database, clock),
      this.books.halts,
      log
    )
    if (!chain) {
      this.onChain = null
      return
    }
    const createPool = new CreatePool(chain, this.pools, log)
    const boundaries = boundaryParts(chain, database, clock, this.pools, log, relay)
    const sheets = sheetParts(chain, this.books, this.pools, database, clock, log)
    const outcomeStore = new ChainOutcomeStore(database, clock, chain.gateway.chainId)
    const outcomes = new ChainOutcomes(chain.gateway, outcomeStore)
    const houses = houseParts(chain, this.pools, database, clock, log)
    const shared = { chain, pools: this.pools, boundaries, outcomes, houses, database, clock, log }
    const settlement = settlementParts({
      ...shared,
      outcomeStore,
      relay,
      directory: boundaries.directory,
      halts: this.books.halts,
    })
    const deposits = depositParts({ ...shared, outcomeStore })
    const vaults = vaultParts({ ...shared, relay, settlements: settlement.settlements })
    // Who acts on the events of pools, in this order.
    const consumers: readonly PoolEventConsumer[] = [
      boundaries.consumer,
      sheets.consumer,
      deposits.consumer,
      settlement.consumer,
      houses.consumer,
      vaults.consumer,
    ]
    const indexPools = indexerOf(chain, consumers, { database, clock, log })
    const withdrawals = withdrawalParts({ ...shared, indexPools })
    const miningWatch = new MiningWatch(chain, indexPools, log)
    chain.lane.whenSent(() => miningWatch.wake())
    this.onChain = {
      chain,
      settlement,
      rail: new ChainRail([settlement.carrier, deposits.carrier, withdrawals.carrier]),
      miningWatch,
      withdrawals,
      boundaries,
      sheets,
      outcomes,
      deposits,
      houses,
      vaults,
      createPool,
      keepChain: new KeepChain(chain, this.pools, createPool, log),
      giveTestMoney: new GiveTestMoney(chain),
      indexPools,
    }
  }
}

/**
 * For those who need them at every movement: the container is asked until it has an answer, since
 * asking it costs as much as everything a guard then does.
 */
export function servicesIn(
  container: ApplicationService['container']
): () => Promise<CustodyServices> {
  let found: Promise<CustodyServices> | null = null
  return () =>
    (found ??= container.make(CustodyServices).catch((error: unknown) => {
      found = null
      throw error
    }))
}

/** @throws ServiceError CHAIN_UNAVAILABLE when no chain is configured */
export function requireChain({ onChain }: CustodyServices) {
  if (!onChain) throw new ServiceError('CHAIN_UNAVAILABLE')
  return onChain
}

function indexerOf(
  chain: CustodyChain,
  consumers: readonly PoolEventConsumer[],
  parts: { database: Database; clock: Clock; log: Logger }
): IndexPools {
  const { gateway, settings } = chain
  return new IndexPools({
    gateway,
    consumers,
    ...parts,
    confirmations: settings.confirmations,
    rules: {
      finality: settings.developmentChain ? 'rebuilt' : 'kept',
      rememberedBlocks: REMEMBERED_BLOCKS,
    },
  })
}
