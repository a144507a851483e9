import env from '#start/env'
import type { TracingConfig } from '#app/tracing/tracing_settings'

const endpoint =
  env.get('OTEL_EXPORTER_OTLP_ENDPOINT') ?? env.get('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')

const tracingConfig: TracingConfig = {
  service: env.get('OTEL_SERVICE_NAME', 'ledger-custody-service'),
  enabled: endpoint !== undefined && !env.get('OTEL_SDK_DISABLED', false),
}

export default tracingConfig
