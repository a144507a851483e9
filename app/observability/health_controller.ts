import type { HttpContext } from '@adonisjs/core/http'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { hostHealthChecks } from '#app/observability/host_health_checks'
import { healthReport } from '#app/observability/health'
import { Inside } from '#app/observability/inside'
import { Metrics } from '#app/observability/metrics'
import { Outbox } from '#app/queue/outbox'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'

@singleton()
export default class HealthController {
  constructor(
    private modules: ModuleHost,
    private database: Database,
    private queues: QueueHost,
    private outbox: Outbox,
    private meters: Metrics,
    private inside: Inside
  ) {}

  live({ response }: HttpContext) {
    response.send({ status: 'ok' })
  }

  /** Balancers need only the status; what is down, and why, is for operators. */
  async ready({ request, response }: HttpContext) {
    const report = await healthReport([
      ...hostHealthChecks(this.database, this.queues, this.outbox),
      ...this.modules.contributions('healthChecks'),
    ])
    const { status } = report
    const isOpen = this.inside.isOpenTo(request.header('authorization'))
    response.status(status === 'down' ? 503 : 200).send(isOpen ? report : { status })
  }

  async metrics({ request, response }: HttpContext) {
    if (!this.inside.isOpenTo(request.header('authorization'))) throw new ServiceError('NOT_FOUND')
    const { registry } = this.meters
    response.header('content-type', registry.contentType).send(await registry.metrics())
  }
}
