import { Logger } from '@adonisjs/core/logger'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { hostHealthChecks } from '#app/observability/host_health_checks'
import { healthReport, type HealthReport } from '#app/observability/health'
import { Inside } from '#app/observability/inside'
import { LIMITS } from '#app/limits'
import { Metrics } from '#app/observability/metrics'
import { OwedJobs } from '#app/queue/owed_jobs'
import { QueueHost } from '#app/queue/queue_host'
import { ServedQueues } from '#app/queue/served_queues'
import { Database } from '#app/storage/database'

/** What a process tells balancers and Prometheus about itself. */
@singleton()
export class Probes {
  /** The run of the checks that is going on, or has just ended. */
  #report: Promise<HealthReport> | null = null

  constructor(
    private modules: ModuleHost,
    private database: Database,
    private queues: QueueHost,
    private owed: OwedJobs,
    private served: ServedQueues,
    private meters: Metrics,
    private inside: Inside,
    private log: Logger
  ) {}

  /**
   * Balancers need only the status; what is down, and why, is for operators. Whoever asks at the
   * same time shares one run of the checks: anybody may ask, and a run asks database, queues and
   * chain.
   *
   * @param authorization the caller's Authorization header
   */
  async ready(
    authorization: string | undefined
  ): Promise<{ status: 200 | 503; body: Pick<HealthReport, 'status'> | HealthReport }> {
    const report = await this.report()
    const { status } = report
    const body = this.inside.isOpenTo(authorization) ? report : { status }
    return { status: status === 'down' ? 503 : 200, body }
  }

  /** All checks with their reasons, for operators alone. */
  async report(): Promise<HealthReport> {
    this.#report ??= this.#run()
    return this.#report
  }

  /** @returns null for a caller who may not see the inside */
  async metrics(
    authorization: string | undefined
  ): Promise<{ contentType: string; text: string } | null> {
    if (!this.inside.isOpenTo(authorization)) return null
    return { contentType: this.meters.registry.contentType, text: await this.meters.text() }
  }

  async #run(): Promise<HealthReport> {
    const checks = [
      ...hostHealthChecks(this.database, this.queues, this.owed, this.served),
      ...this.modules.contributions('healthChecks'),
    ]
    try {
      return await healthReport(checks, this.log)
    } finally {
      setTimeout(() => (this.#report = null), LIMITS.healthKeptMs).unref()
    }
  }
}
