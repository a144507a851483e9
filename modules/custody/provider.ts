import type { ContainerResolver } from '@adonisjs/core/container'
import { Logger } from '@adonisjs/core/logger'
import type { ApplicationService, ContainerBindings } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import type { ServiceModule } from '#app/extension/module'
import type { SettlementRail } from '#app/extension/settlement_rail'
import { ModuleHost } from '#app/extension/module_host'
import { Metrics } from '#app/observability/metrics'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { MarkBoundary, RecoverBoundary, type VaultKeeper } from '#modules/ledger/index'
import { chainHealth, indexerHealth } from './chain_health.ts'
import { CUSTODY_ACTIONS } from './http/actions.ts'
import { CUSTODY_ERRORS } from './http/errors.ts'
import { mountRoutes } from './http/routes.ts'
import { balanceSheetJobs } from './jobs/balance_sheet_jobs.ts'
import { boundaryEventJob } from './jobs/boundary_event_job.ts'
import { executeExitsJob } from './jobs/execute_exits_job.ts'
import { keepBoundariesJob } from './jobs/keep_boundaries_job.ts'
import { recoveryJob } from './jobs/recovery_job.ts'
import { registerBoundaryJob } from './jobs/register_boundary_job.ts'
import { vaultsJob } from './jobs/vaults_job.ts'
import { observeDeposits } from './deposit_metrics.ts'
import { observeIndexer } from './indexer_metrics.ts'
import { settleBatchesJob } from './jobs/settle_batches_job.ts'
import { createPoolJob } from './jobs/create_pool_job.ts'
import { depositsJob } from './jobs/deposits_job.ts'
import { indexPoolsJob } from './jobs/index_pools_job.ts'
import { keepChainJob } from './jobs/keep_chain_job.ts'
import { CustodyServices, servicesIn } from './services/custody_services.ts'
import { BookRecovery } from './services/book_recovery.ts'
import { FrozenGuard } from './services/frozen_guard.ts'
import { HaltGuard } from './services/halt_guard.ts'
import { NoteBoundary } from './services/note_boundary.ts'
import { PoolBooks } from './services/pool_books.ts'
import { ProtectionGuard } from './services/protection_guard.ts'
import { ShowFrozen } from './services/show_frozen.ts'
import { PoolEventStore } from './storage/pool_event_store.ts'
import { HaltRecords } from './services/halt_records.ts'
import { DepositEvidence } from './services/deposit_evidence.ts'
import { brokenRail } from './services/broken_rail.ts'
import { MovementEvidence } from './services/movement_evidence.ts'
import { RequestPool } from './services/request_pool.ts'
import { VaultGuard } from './services/vault_guard.ts'
import { custodyPreflight } from './preflight.ts'
import { observeSettlements } from './settlement_metrics.ts'
import { observeBalanceSheets } from './sheet_metrics.ts'
import { custodySettings, isDevelopmentChain, type CustodyConfig } from './settings.ts'
import { CUSTODY_GLOSSARY } from './http/glossary.ts'

const SHEETS_EVERY_MS = { development: 1_000, live: 5_000 }
const INDEX_EVERY_MS = { development: 500, live: 3_000 }

/** Custody: the chain, the contracts, and what the service knows about both. */
export default class CustodyProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container, config } = this.app
    container.singleton(CustodyServices, async (resolver) => {
      return new CustodyServices(
        custodySettings(config.get<CustodyConfig>('custody')),
        await resolver.make(Database),
        await resolver.make(Clock),
        await resolver.make(Logger),
        await resolver.make(OutboxRelay),
        await resolver.make(HaltRecords)
      )
    })
    container.singleton(BookRecovery, bookRecovery)
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add(await this.#module())
    observeIndexer(await this.app.container.make(Metrics), () => this.#services())
    observeDeposits(await this.app.container.make(Metrics), () => this.#services())
    observeSettlements(await this.app.container.make(Metrics), () => this.#services())
    observeBalanceSheets(await this.app.container.make(Metrics), () => this.#services())
  }

  /** Wrong settings stop the service here, and not at the first settlement. */
  async start() {
    if (this.app.getEnvironment() !== 'console') await this.#services()
  }

  async #module(): Promise<ServiceModule> {
    const config = this.app.config.get<CustodyConfig>('custody')
    const { production, chainId } = config
    const { container } = this.app
    const kind = isDevelopmentChain(chainId) ? 'development' : 'live'
    const indexEveryMs = INDEX_EVERY_MS[kind]
    const services = servicesIn(container)
    const [clock, database, relay] = [
      await container.make(Clock),
      await container.make(Database),
      await container.make(OutboxRelay),
    ]
    return {
      name: 'custody',
      title: 'Custody',
      glossary: CUSTODY_GLOSSARY,
      description: 'The on-chain side of a realm: its pool, its boundaries, and what they hold.',
      migrations: 'modules/custody/storage/migrations',
      routes: (router) => mountRoutes(router, { development: !production }),
      actions: CUSTODY_ACTIONS,
      errors: CUSTODY_ERRORS,
      jobs: [
        createPoolJob,
        keepChainJob,
        indexPoolsJob(indexEveryMs),
        ...balanceSheetJobs(SHEETS_EVERY_MS[kind]),
        depositsJob(indexEveryMs),
        registerBoundaryJob,
        keepBoundariesJob,
        boundaryEventJob,
        recoveryJob,
        executeExitsJob,
        settleBatchesJob,
        vaultsJob,
      ],
      listeners: [await container.make(RequestPool), new NoteBoundary(services, database, relay)],
      movementGuards: [
        new HaltGuard(async () => (await services()).books.halts),
        new FrozenGuard(services),
        new ProtectionGuard(services),
        new VaultGuard(services),
      ],
      settlementRails: await this.#rails(),
      vaultKeepers: await this.#vaultKeepers(),
      evidenceSources: [
        new MovementEvidence('withdrawals', services),
        new MovementEvidence('settlement', services),
        new DepositEvidence(services),
      ],
      boundaryStatusSources: [new ShowFrozen(services)],
      bookChecks: [new PoolBooks(services)],
      preflightChecks: custodyPreflight(config, clock),
      healthChecks: [chainHealth(services), indexerHealth(services)],
    }
  }

  /**
   * Asked before the ledger's own rail, and only where a chain is configured. Wrong settings are told
   * by `start` and by the checks before it, together with all else that is wrong.
   */
  async #rails(): Promise<SettlementRail[]> {
    if (this.app.config.get<CustodyConfig>('custody').rpcUrl.trim() === '') return []
    try {
      const { onChain } = await this.#services()
      return onChain ? [onChain.rail] : []
    } catch (error) {
      return [brokenRail(error)]
    }
  }

  /** Only where a chain is configured: else what exchange objects have is in the journal alone. */
  async #vaultKeepers(): Promise<VaultKeeper[]> {
    if (this.app.config.get<CustodyConfig>('custody').rpcUrl.trim() === '') return []
    try {
      const { onChain } = await this.#services()
      return onChain ? [onChain.vaults.keeper] : []
    } catch {
      return []
    }
  }

  #services(): Promise<CustodyServices> {
    return this.app.container.make(CustodyServices)
  }
}

async function bookRecovery(resolver: ContainerResolver<ContainerBindings>): Promise<BookRecovery> {
  const { onChain } = await resolver.make(CustodyServices)
  if (!onChain) throw new Error('Recoveries are booked with a chain only')
  const { chain, boundaries } = onChain
  const [database, clock] = [await resolver.make(Database), await resolver.make(Clock)]
  const events = new PoolEventStore(database, clock, chain.gateway.chainId)
  return new BookRecovery(chain, boundaries, events, {
    recover: await resolver.make(RecoverBoundary),
    mark: await resolver.make(MarkBoundary),
  })
}
