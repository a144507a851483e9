import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { ModuleHost } from '#app/extension/module_host'
import { hostHealthChecks } from '#app/observability/host_health_checks'
import { healthReport } from '#app/observability/health'
import { Metrics } from '#app/observability/metrics'
import { Outbox } from '#app/queue/outbox'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'

@inject()
export default class HealthController {
  constructor(
    private modules: ModuleHost,
    private database: Database,
    private queues: QueueHost,
    private outbox: Outbox,
    private meters: Metrics
  ) {}

  live({ response }: HttpContext) {
    response.send({ status: 'ok' })
  }

  async ready({ response }: HttpContext) {
    const report = await healthReport([
      ...hostHealthChecks(this.database, this.queues, this.outbox),
      ...this.modules.contributions('healthChecks'),
    ])
    response.status(report.status === 'down' ? 503 : 200).send(report)
  }

  async metrics({ response }: HttpContext) {
    const { registry } = this.meters
    response.header('content-type', registry.contentType).send(await registry.metrics())
  }
}
