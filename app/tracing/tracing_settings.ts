import { tracing } from '#app/tracing/tracing'

/** Raw settings, as `config/tracing.ts` reads them. */
export interface TracingConfig {
  /** The name of this service in traces. */
  service: string
  /** Whether spans are sent anywhere. Everything else the library reads from OTEL_… itself. */
  enabled: boolean
}

/** What each line of the log says of the trace it belongs to. */
export function traceOfLog(): { trace_id?: string; span_id?: string } {
  const current = tracing()?.current()
  return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
}
