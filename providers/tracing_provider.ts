import type { ApplicationService } from '@adonisjs/core/types'
import { traceWith, tracing } from '#app/tracing/tracing'
import type { TracingConfig } from '#app/tracing/tracing_settings'

/**
 * Begins to trace where a collector is configured; nothing of it is loaded otherwise. It is listed
 * before all that is traced, so that it ends after it.
 */
export default class TracingProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    const { enabled, service } = this.app.config.get<TracingConfig>('tracing')
    if (!enabled) return
    const { OtelTracing } = await import('#app/tracing/otel_tracing')
    traceWith(new OtelTracing(service))
  }

  async shutdown() {
    const active = tracing()
    traceWith(null)
    await active?.close()
  }
}
