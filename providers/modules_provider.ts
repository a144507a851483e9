import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { VOCABULARY } from '#app/extension/vocabulary'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { declaredRoutes, declarationOf, withRouteTag } from '#app/http/route_macros'
import { keptAnswerPurge } from '#app/http/idempotency/purge_job'
import { HttpMeter } from '#app/http/http_meter'
import { ApiDocument } from '#app/http/openapi/api_document'
import { RateLimits } from '#app/http/rate_limits'
import { hostMetrics } from '#app/observability/host_metrics'
import { Metrics } from '#app/observability/metrics'
import { JobMeter } from '#app/queue/job_meter'
import { outboxMetrics } from '#app/queue/outbox_metrics'
import { servedMetrics } from '#app/queue/served_metrics'
import { ServedQueues } from '#app/queue/served_queues'
import { OwedJobs } from '#app/queue/owed_jobs'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'

interface MigrationsConfig {
  connections: Record<string, { migrations: { paths: string[] } }>
}

/**
 * Wires the modules: takes every module that a provider has added, and connects its contributions
 * to the host. It is the last provider, so that all modules are known.
 */
export default class ModulesProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    const catalogue = await this.app.container.make(ErrorCatalogue)
    const queues = await this.app.container.make(QueueHost)
    const database = this.app.config.get<MigrationsConfig>('database')
    const migrationPaths = Object.values(database.connections).map(
      ({ migrations }) => migrations.paths
    )
    queues.define(keptAnswerPurge)
    for (const module of host.all()) {
      VOCABULARY.learn(module)
      if (module.errors) catalogue.register(module.errors)
      for (const job of module.jobs ?? []) queues.define(job, module.name)
      const folder = module.migrations && this.#relative(module.migrations)
      for (const paths of migrationPaths) if (folder) paths.push(folder)
    }
    this.#checkContributions(host)
    await this.#observe(host)
  }

  async start() {
    const host = await this.app.container.make(ModuleHost)
    const router = await this.app.container.make('router')
    for (const module of host.all()) {
      await withRouteTag(module.title, () => module.routes?.(router))
    }
  }

  async ready() {
    if (this.app.getEnvironment() === 'console') return
    this.#checkRoutes(await this.app.container.make('router'))
    this.#checkPosts()
    // Making the document once at boot finds a route that names an unknown error code before a
    // caller does.
    const reference = await this.app.container.make(ApiDocument)
    reference.made()
  }

  /** The place is part of each migration's stored name, and must not tell where the service lies. */
  #relative(folder: string): string {
    return isAbsolute(folder) ? relative(fileURLToPath(this.app.appRoot), folder) : folder
  }

  /** A route without declared access would be open to everybody, so the start fails. */
  #checkRoutes(router: { toJSON(): Record<string, { pattern: string; methods: string[] }[]> }) {
    const declared = new Set(
      declaredRoutes()
        .filter(({ route }) => declarationOf(route)?.access)
        .map(({ route }) => route.toJSON())
        .map(({ pattern, methods }) => `${methods.join()} ${pattern}`)
    )
    for (const { pattern, methods } of Object.values(router.toJSON()).flat()) {
      if (declared.has(`${methods.join()} ${pattern}`)) continue
      throw new Error(`Route ${methods.join()} ${pattern} must declare .access(…)`)
    }
  }

  /** A retry would execute a POST without declared idempotency twice, so the start fails. */
  #checkPosts() {
    for (const { route, declaration } of declaredRoutes()) {
      const { pattern, methods } = route.toJSON()
      // Requests of operators' pages are no part of the API, and some are a library's.
      const isForeign = !methods.includes('POST') || declaration.access?.kind === 'operator'
      if (isForeign || declaration.idempotency) continue
      throw new Error(`Route POST ${pattern} must declare .idempotent(…)`)
    }
  }

  #checkContributions(host: ModuleHost) {
    const claimed = new Map<string, string>()
    const claim = (what: string, by: string) => {
      const owner = claimed.get(what)
      if (owner) throw new Error(`${what} is claimed by "${owner}" and by "${by}"`)
      claimed.set(what, by)
    }
    for (const { name } of host.contributions('listeners')) claim(`Listener ${name}`, name)
    for (const { name } of host.contributions('actions')) claim(`Action ${name}`, name)
  }

  async #observe(host: ModuleHost) {
    const { container } = this.app
    const metrics = await container.make(Metrics)
    metrics.register(
      hostMetrics({
        http: await container.make(HttpMeter),
        jobs: await container.make(JobMeter),
        database: await container.make(Database),
        rateLimits: await container.make(RateLimits),
      })
    )
    metrics.register(host.contributions('metrics'))
    metrics.share(outboxMetrics(await container.make(OwedJobs)))
    metrics.share(servedMetrics(await container.make(ServedQueues)))
    for (const source of host.contributions('sharedMetrics')) metrics.share(source)
  }
}
