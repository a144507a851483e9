import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  context,
  trace,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { failureText } from '#app/queue/failure_text'
import type { SpanStart, TraceSpan, Tracing } from '#app/tracing/tracing'

/** How long a process that stops waits for a collector that does not answer. */
const LAST_EXPORT_MS = 3000

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

/**
 * Traces by OpenTelemetry. The library reads its standard settings itself: where spans are sent to,
 * with which headers, and which of them are kept.
 */
export class OtelTracing implements Tracing {
  #provider: NodeTracerProvider
  #tracer

  /** @param service its name in traces */
  constructor(service: string) {
    const resource = defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }))
      .merge(detectResources({ detectors: [envDetector, serviceInstanceIdDetector] }))
    this.#provider = new NodeTracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    })
    // Only the context manager is of use; headers are read and written here.
    this.#provider.register({ propagator: null })
    this.#tracer = this.#provider.getTracer(service)
  }

  begin(name: string, { kind = 'internal', parent, facts, startMs }: SpanStart = {}): TraceSpan {
    const from = parent === undefined ? context.active() : remoteContext(parent)
    const options = { kind: KINDS[kind], attributes: facts, startTime: startMs }
    return new OtelSpan(this.#tracer.startSpan(name, options, from))
  }

  within<Result>(span: TraceSpan, work: () => Result): Result {
    return context.with(trace.setSpan(context.active(), (span as OtelSpan).span), work)
  }

  apart<Result>(work: () => Result): Result {
    return context.with(ROOT_CONTEXT, work)
  }

  current() {
    const found = trace.getSpanContext(context.active())
    if (!found) return null
    const { traceId, spanId } = found
    return { traceparent: textOf(found), traceId, spanId, isSampled: isSampled(found) }
  }

  async close(): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref())
    await Promise.race([this.#provider.shutdown().catch(() => {}), late])
    context.disable()
    trace.disable()
  }
}

class OtelSpan implements TraceSpan {
  constructor(readonly span: Span) {}

  get traceparent(): string {
    return textOf(this.span.spanContext())
  }

  get isSampled(): boolean {
    return isSampled(this.span.spanContext())
  }

  name(name: string) {
    this.span.updateName(name)
  }

  tell(facts: Record<string, string | number | boolean>) {
    this.span.setAttributes(facts)
  }

  /** As operators read it of a job: shortened, and without what looks like a credential. */
  fail(error: unknown) {
    this.span.setStatus({ code: SpanStatusCode.ERROR, message: failureText(error) })
  }

  end(atMs?: number) {
    this.span.end(atMs)
  }
}

function isSampled({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0
}

function textOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** @param traceparent a valid one */
function remoteContext(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, parent)
}
