import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import type { ServiceModule } from '#app/extension/module'
import { ModuleHost } from '#app/extension/module_host'
import { Metrics } from '#app/observability/metrics'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { chainHealth, indexerHealth } from './chain_health.ts'
import { CUSTODY_ACTIONS } from './http/actions.ts'
import { CUSTODY_ERRORS } from './http/errors.ts'
import { mountRoutes } from './http/routes.ts'
import { observeIndexer } from './indexer_metrics.ts'
import { createPoolJob } from './jobs/create_pool_job.ts'
import { indexPoolsJob } from './jobs/index_pools_job.ts'
import { keepChainJob } from './jobs/keep_chain_job.ts'
import { CustodyServices } from './services/custody_services.ts'
import { RequestPool } from './services/request_pool.ts'
import { PoolStore } from './storage/pool_store.ts'
import { custodySettings, isDevelopmentChain, type CustodyConfig } from './settings.ts'

const INDEX_EVERY_MS = { development: 500, live: 3_000 }

/** Custody: the chain, the contracts, and what the service knows about both. */
export default class CustodyProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const config = this.app.config.get<CustodyConfig>('custody')
    this.app.container.singleton(CustodyServices, async (resolver) => {
      const [database, clock, log] = await Promise.all([
        resolver.make(Database),
        resolver.make(Clock),
        resolver.make('logger'),
      ])
      return new CustodyServices(custodySettings(config), database, clock, log)
    })
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add(await this.#module())
    observeIndexer(await this.app.container.make(Metrics), () => this.#services())
  }

  /** Wrong settings stop the service here, and not at the first settlement. */
  async start() {
    if (this.app.getEnvironment() !== 'console') await this.#services()
  }

  async #module(): Promise<ServiceModule> {
    const { production, chainId } = this.app.config.get<CustodyConfig>('custody')
    const indexEveryMs = INDEX_EVERY_MS[isDevelopmentChain(chainId) ? 'development' : 'live']
    return {
      name: 'custody',
      title: 'Custody',
      description: 'The on-chain side of a realm: its pool, its boundaries, and what they hold.',
      migrations: 'modules/custody/storage/migrations',
      routes: (router) => mountRoutes(router, { development: !production }),
      actions: CUSTODY_ACTIONS,
      errors: CUSTODY_ERRORS,
      jobs: [createPoolJob, keepChainJob, indexPoolsJob(indexEveryMs)],
      listeners: [await this.#requestPool()],
      healthChecks: [chainHealth(() => this.#services()), indexerHealth(() => this.#services())],
    }
  }

  async #requestPool(): Promise<RequestPool> {
    const { container } = this.app
    const database = await container.make(Database)
    const pools = new PoolStore(database, await container.make(Clock))
    return new RequestPool(database, pools, await container.make(OutboxRelay))
  }

  #services(): Promise<CustodyServices> {
    return this.app.container.make(CustodyServices)
  }
}
