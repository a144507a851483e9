import type { ApplicationService } from '@adonisjs/core/types'
import { Clock, SystemClock } from '#app/clock/clock'
import { ModuleHost } from '#app/extension/module_host'
import { keepSingletonsIn } from '#app/extension/singleton'
import type { TrustsPeer } from '#app/http/client_address'
import { limitConnections } from '#app/http/connections'
import { drainOnTerminate } from '#app/http/draining'
import { armFailpoints } from '#app/failpoints/failpoint'
import { letBodiesWait, onNodeServer } from '#app/http/node_server'
import {
  RateLimitSettings,
  rateLimitWeaknesses,
  type RateLimitConfig,
} from '#app/http/rate_limit_settings'
import { RateLimits } from '#app/http/rate_limits'
import { brokenSettings, readSetting } from '#app/preflight/broken_settings'
import { hostPreflight, type PreflightConfig } from '#app/preflight/host_checks'
import type { PreflightCheck } from '#app/preflight/weakness'
import { StartGate } from '#app/preflight/start_gate'
import type { QueueConfig } from '#app/queue/queue_host'
import { assertLimits, LIMITS } from '#app/limits'
import { Inside, insideWeaknesses, type ObservabilityConfig } from '#app/observability/inside'
import { openProbes } from '#app/observability/open_probes'
import { processWeaknesses, type ProcessSettings } from '#app/processes/process_settings'
import { Database } from '#app/storage/database'
import { endSilentConnections } from '#app/storage/silent_connections'
import { readLocksAsText } from '#app/storage/migration_lock'

declare module '@adonisjs/core/types' {
  interface ContainerBindings {
    'module.host': ModuleHost
  }
}

/** Binds what every module uses: clock, database, error catalogue, metrics, module host. */
export default class HostProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    assertLimits()
    const { container, config } = this.app
    keepSingletonsIn(container)
    container.singleton(Clock, () => new SystemClock())
    container.singleton(RateLimits, () => {
      return new RateLimits(new RateLimitSettings(config.get<RateLimitConfig>('rate_limits')))
    })
    container.singleton(Inside, () => new Inside(config.get<ObservabilityConfig>('observability')))
    container.alias('module.host', ModuleHost)
    container.singleton(Database, async (resolver) => new Database(await resolver.make('lucid.db')))
    container.singleton(StartGate, () => this.#startGate())
  }

  async boot() {
    readLocksAsText(await this.app.container.make('lucid.db'))
    const failpoints = process.env.FAILPOINT ?? ''
    if (failpoints === '') return
    readSetting(() => {
      if (this.app.inProduction) throw new Error('FAILPOINT is for tests, never for production')
      armFailpoints(failpoints)
    }, undefined)
  }

  /**
   * An unsafe or wrong setting stops the service here, and not at the first request. Commands only
   * need valid settings; the worker, which is a command, passes the gate by itself.
   */
  async start() {
    const command = this.app.getEnvironment() === 'console'
    if (command && brokenSettings().length === 0) return
    endSilentConnections(LIMITS.databaseSilenceMs)
    await (await this.app.container.make(StartGate)).pass()
    const { trustProxy } = this.app.config.get<{ trustProxy: TrustsPeer }>('app.http')
    onNodeServer(await this.app.container.make('server'), (nodeServer) => {
      letBodiesWait(nodeServer)
      limitConnections(nodeServer, trustProxy)
    })
  }

  async #startGate(): Promise<StartGate> {
    const { container } = this.app
    const config = this.app.config.get<PreflightConfig>('preflight')
    const [modules, database, clock, log] = await Promise.all([
      container.make(ModuleHost),
      container.make(Database),
      container.make(Clock),
      container.make('logger'),
    ])
    const queues = this.app.config.get<QueueConfig>('queue')
    const limits = this.app.config.get<RateLimitConfig>('rate_limits')
    const observability = this.app.config.get<ObservabilityConfig>('observability')
    const own: PreflightCheck[] = [
      { name: 'settings that say nothing', stage: 'everywhere', check: brokenSettings },
      {
        name: 'the rate limits',
        stage: 'everywhere',
        check: () => rateLimitWeaknesses(limits),
      },
      {
        name: 'the token of the metrics',
        stage: 'everywhere',
        check: () => insideWeaknesses(observability),
      },
      {
        name: 'the processes of this machine',
        stage: 'everywhere',
        check: () => processWeaknesses(this.app.config.get<ProcessSettings>('processes')),
      },
      ...hostPreflight(config, queues, { app: this.app, database, clock }),
    ]
    const checks = () => [...own, ...modules.contributions('preflightChecks')]
    return new StartGate(checks, config.production, log)
  }

  /**
   * Registered in `ready`, because hooks run last registered first, and the framework's own waits
   * for connections.
   */
  async ready() {
    if (this.app.getEnvironment() !== 'web') return
    drainOnTerminate(this.app)
    const { probePort } = this.app.config.get<ProcessSettings>('processes')
    if (probePort !== undefined) await openProbes(this.app, probePort)
  }

  /** Whoever still has a connection has gone on too long: Lucid would wait for them for ever. */
  async shutdown() {
    const { container } = this.app
    const [database, log] = await Promise.all([container.make(Database), container.make('logger')])
    const left = await database.end(LIMITS.partEndMs)
    if (left > 0) log.warn({ connections: left }, 'what still used the database was cut off')
  }
}
