import { Logger } from '@adonisjs/core/logger'
import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import type { ServiceModule } from '#app/extension/module'
import { ModuleHost } from '#app/extension/module_host'
import type { SharedMetrics } from '#app/observability/shared_metrics'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'
import { RealmReader } from '#modules/ledger/index'
import { chainHealth, indexerHealth } from './chain_health.ts'
import { CUSTODY_ACTIONS } from './http/actions.ts'
import { CUSTODY_ERRORS } from './http/errors.ts'
import { mountRoutes } from './http/routes.ts'
import { boundaryEventJob } from './jobs/boundary_event_job.ts'
import { recoveryJob } from './jobs/recovery_job.ts'
import { recurringJobs } from './jobs/recurring_jobs.ts'
import { registerBoundaryJob } from './jobs/register_boundary_job.ts'
import { chainCounters, chainMetrics } from './chain_metrics.ts'
import { depositMetrics } from './deposit_metrics.ts'
import { indexerMetrics } from './indexer_metrics.ts'
import { settleBatchesJob } from './jobs/settle_batches_job.ts'
import { createPoolJob } from './jobs/create_pool_job.ts'
import { depositsJob } from './jobs/deposits_job.ts'
import { withoutKeys } from './chain/account_settings.ts'
import { ChainNames } from './core/chain_names.ts'
import { QUEUES } from './core/queue_names.ts'
import { CUSTODY_EVENTS } from './services/book_recovery.ts'
import { BumpFees } from './services/bump_fees.ts'
import { ChainRail } from './services/chain_rail.ts'
import { CustodyChain } from './services/custody_chain.ts'
import { DepositGuard } from './services/deposit_guard.ts'
import { FrozenGuard } from './services/frozen_guard.ts'
import { HaltGuard } from './services/halt_guard.ts'
import { KeepVaults } from './services/keep_vaults.ts'
import { LiveRealmGuard } from './services/live_realm_guard.ts'
import { MiningWatch } from './services/mining_watch.ts'
import { NoteBoundary } from './services/note_boundary.ts'
import { PoolBooks } from './services/pool_books.ts'
import { ProtectionGuard } from './services/protection_guard.ts'
import { ShowFrozen } from './services/show_frozen.ts'
import { DepositEvidence } from './services/deposit_evidence.ts'
import { FindByTransaction } from './services/find_by_transaction.ts'
import { TransferEvidence, WithdrawalEvidence } from './services/movement_evidence.ts'
import { RequestPool } from './services/request_pool.ts'
import { VaultGuard } from './services/vault_guard.ts'
import { custodyPreflight } from './preflight.ts'
import { AnnouncedDepositStore } from './storage/announced_deposit_store.ts'
import { ArrivalStore } from './storage/arrival_store.ts'
import { ForeignNonceStore } from './storage/foreign_nonce_store.ts'
import { HaltStore } from './storage/halt_store.ts'
import { IndexStore } from './storage/index_store.ts'
import { PoolStore } from './storage/pool_store.ts'
import { SettlementStore } from './storage/settlement_store.ts'
import { PoolRoleStore } from './storage/pool_role_store.ts'
import { SheetStore } from './storage/sheet_store.ts'
import { settlementMetrics } from './settlement_metrics.ts'
import { sheetMetrics } from './sheet_metrics.ts'
import {
  attestMinutesOf,
  chainKind,
  custodySettings,
  isDevelopmentChain,
  type CustodyConfig,
} from './settings.ts'
import { CUSTODY_GLOSSARY } from './http/glossary.ts'

const WATCH_TURNS = {
  development: { everyMs: 1_000, restMs: 15_000 },
  live: { everyMs: 5_000, restMs: 15_000 },
}
/** Each new block wakes these, and on a chain in use the next one soon makes up for a wake that is lost. */
const INDEX_TURNS = {
  development: { everyMs: 500, restMs: 30_000 },
  live: { everyMs: 3_000, restMs: 30_000 },
}

/** Custody: the chain, the contracts, and what the service knows about both. */
export default class CustodyProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    this.#forgetKeys()
    const { container } = this.app
    container.singleton(CustodyChain, async (resolver) => {
      return new CustodyChain(
        () => custodySettings(this.#config),
        await resolver.make(Database),
        await resolver.make(Clock),
        await resolver.make(Logger)
      )
    })
    container.singleton(ChainNames, (resolver) => resolver.make(CustodyChain))
  }

  async boot() {
    const { container } = this.app
    const host = await container.make(ModuleHost)
    host.add(await this.#module())
    await container.make(MiningWatch)
    const { default: edge } = await import('edge.js')
    edge.mount('custody', this.app.makePath('modules/custody/views'))
    const [chain, queues] = [await container.make(CustodyChain), await container.make(QueueHost)]
    chain.whenReserved(() => queues.wake(QUEUES.settle))
  }

  get #config(): CustodyConfig {
    return this.app.config.get<CustodyConfig>('custody')
  }

  /** The web server process holds no key: workers sign what it asks for. */
  #forgetKeys() {
    if (this.app.getEnvironment() !== 'web') return
    this.app.config.set('custody', withoutKeys(this.#config))
    delete process.env.OPERATOR_KEY
  }

  /** Wrong settings stop the service here, and not at the first settlement. */
  async start() {
    const chain = await this.app.container.make(CustodyChain)
    if (this.app.getEnvironment() !== 'console') void chain.configured
  }

  async #module(): Promise<ServiceModule> {
    const config = this.#config
    const { production, chainId } = config
    const { container } = this.app
    const developmentChain = isDevelopmentChain(chainId)
    const kind = chainKind({ developmentChain })
    const index = INDEX_TURNS[kind]
    const chain = await container.make(CustodyChain)
    const guards = [
      await container.make(HaltGuard),
      await container.make(FrozenGuard),
      await container.make(ProtectionGuard),
      await container.make(VaultGuard),
      await container.make(DepositGuard),
      new LiveRealmGuard(chain, await container.make(Logger), production),
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
      events: CUSTODY_EVENTS,
      jobs: [
        createPoolJob,
        depositsJob(index),
        registerBoundaryJob,
        boundaryEventJob,
        recoveryJob,
        settleBatchesJob(chainId),
        ...recurringJobs({
          index,
          watch: WATCH_TURNS[kind],
          attestMinutes: attestMinutesOf(config),
          chainId,
          developmentChain,
        }),
      ],
      listeners: [await container.make(RequestPool), await container.make(NoteBoundary)],
      movementGuards: guards,
      guardRefusals: guards.map(({ refusals }) => refusals),
      settlementRails: [await container.make(ChainRail)],
      vaultKeepers: [await container.make(KeepVaults)],
      evidenceSources: [
        await container.make(WithdrawalEvidence),
        await container.make(TransferEvidence),
        await container.make(DepositEvidence),
      ],
      operationFinders: [await container.make(FindByTransaction)],
      boundaryStatusSources: [await container.make(ShowFrozen)],
      bookChecks: [await container.make(PoolBooks)],
      consolePages: {
        folder: this.app.makePath('modules/custody/pages'),
        pages: [{ address: '/console/realms/:realmId/proposals', script: 'proposals.js' }],
      },
      preflightChecks: custodyPreflight(
        config,
        await container.make(Clock),
        await container.make(RealmReader),
        await container.make(PoolStore)
      ),
      metrics: chainCounters(chain),
      sharedMetrics: await this.#metrics(chain),
      healthChecks: [chainHealth(chain), indexerHealth(chain, await container.make(IndexStore))],
    }
  }

  async #metrics(chain: CustodyChain): Promise<SharedMetrics[]> {
    const { container } = this.app
    const [index, bump, foreign, clock, sheets, halts] = await Promise.all([
      container.make(IndexStore),
      container.make(BumpFees),
      container.make(ForeignNonceStore),
      container.make(Clock),
      container.make(SheetStore),
      container.make(HaltStore),
    ])
    return [
      indexerMetrics(chain, index),
      chainMetrics(chain, { bump, foreign, index, clock }),
      settlementMetrics(chain, await container.make(SettlementStore)),
      depositMetrics(
        chain,
        await container.make(ArrivalStore),
        await container.make(AnnouncedDepositStore)
      ),
      sheetMetrics(chain, sheets, halts, await container.make(PoolRoleStore)),
    ]
  }
}
