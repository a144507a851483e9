import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import type { ServiceModule } from '#app/extension/module'
import type { SettlementRail } from '#app/extension/settlement_rail'
import type { VaultKeeper } from '#modules/ledger/index'
import { ModuleHost } from '#app/extension/module_host'
import { Metrics } from '#app/observability/metrics'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { chainHealth, indexerHealth } from './chain_health.ts'
import { CUSTODY_ACTIONS } from './http/actions.ts'
import { CUSTODY_ERRORS } from './http/errors.ts'
import { mountRoutes } from './http/routes.ts'
import { vaultsJob } from './jobs/vaults_job.ts'
import { observeDeposits } from './deposit_metrics.ts'
import { observeIndexer } from './indexer_metrics.ts'
import { settleBatchesJob } from './jobs/settle_batches_job.ts'
import { createPoolJob } from './jobs/create_pool_job.ts'
import { depositsJob } from './jobs/deposits_job.ts'
import { indexPoolsJob } from './jobs/index_pools_job.ts'
import { keepChainJob } from './jobs/keep_chain_job.ts'
import { bindBoundaries, boundaryContributions } from './boundary_bindings.ts'
import { CustodyServices } from './services/custody_services.ts'
import { HaltRecords } from './services/halt_records.ts'
import { bindProtection, protectionContributions } from './protection_bindings.ts'
import { DepositEvidence } from './services/deposit_evidence.ts'
import { brokenRail } from './services/broken_rail.ts'
import { MovementEvidence } from './services/movement_evidence.ts'
import { RequestPool } from './services/request_pool.ts'
import { sheetContributions } from './sheet_bindings.ts'
import { VaultGuard } from './services/vault_guard.ts'
import { custodyPreflight } from './preflight.ts'
import { PoolStore } from './storage/pool_store.ts'
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
    const config = this.app.config.get<CustodyConfig>('custody')
    this.app.container.singleton(CustodyServices, async (resolver) => {
      const [database, clock, log, relay, records] = await Promise.all([
        resolver.make(Database),
        resolver.make(Clock),
        resolver.make('logger'),
        resolver.make(OutboxRelay),
        resolver.make(HaltRecords),
      ])
      return new CustodyServices(custodySettings(config), database, clock, log, relay, records)
    })
    bindBoundaries(this.app.container)
    bindProtection(this.app.container)
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
    const kind = isDevelopmentChain(chainId) ? 'development' : 'live'
    const indexEveryMs = INDEX_EVERY_MS[kind]
    const sheets = sheetContributions(this.app.container, SHEETS_EVERY_MS[kind])
    const boundaries = await boundaryContributions(this.app.container)
    const protection = protectionContributions(this.app.container)
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
        ...sheets.jobs,
        depositsJob(indexEveryMs),
        ...boundaries.jobs,
        ...protection.jobs,
        settleBatchesJob,
        vaultsJob,
      ],
      listeners: [await this.#requestPool(), ...boundaries.listeners],
      movementGuards: [
        ...sheets.movementGuards,
        ...boundaries.movementGuards,
        ...protection.movementGuards,
        new VaultGuard(() => this.#services()),
      ],
      settlementRails: await this.#rails(),
      vaultKeepers: await this.#vaultKeepers(),
      evidenceSources: [
        ...protection.evidenceSources,
        new MovementEvidence('settlement', () => this.#services()),
        new DepositEvidence(() => this.#services()),
      ],
      boundaryStatusSources: boundaries.boundaryStatusSources,
      bookChecks: sheets.bookChecks,
      preflightChecks: custodyPreflight(config, await this.app.container.make(Clock)),
      healthChecks: [chainHealth(() => this.#services()), indexerHealth(() => this.#services())],
    }
  }

  async #requestPool(): Promise<RequestPool> {
    const { container } = this.app
    const database = await container.make(Database)
    const pools = new PoolStore(database, await container.make(Clock))
    return new RequestPool(database, pools, await container.make(OutboxRelay))
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
