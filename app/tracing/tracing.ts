/** What a span is about; plain values that are no secrets. */
export type SpanFacts = Record<string, string | number | boolean>

/** A span that has begun: the work of one part of the service. */
export interface TraceSpan {
  /** `00-<trace>-<span>-<flags>`, as callers and other processes are told. */
  readonly traceparent: string
  /** Whether it is kept, and with it what goes on from it. */
  readonly isSampled: boolean
  name(name: string): void
  tell(facts: SpanFacts): void
  fail(error: unknown): void
  /** @param atMs unix milliseconds; now when it is left out */
  end(atMs?: number): void
}

export interface SpanStart {
  kind?: 'server' | 'consumer' | 'client' | 'internal'
  /** The `traceparent` that it goes on from; what runs now when it is left out. */
  parent?: string
  facts?: SpanFacts
  /** Unix milliseconds; now when it is left out. */
  startMs?: number
}

/** How work is traced, when it is. */
export interface Tracing {
  begin(name: string, start?: SpanStart): TraceSpan
  /** What `work` begins goes on from this span. */
  within<Result>(span: TraceSpan, work: () => Result): Result
  /** What `work` begins goes on from nothing. */
  apart<Result>(work: () => Result): Result
  /** The span in which the caller runs. */
  current(): { traceparent: string; traceId: string; spanId: string; isSampled: boolean } | null
  /** Sends what has ended; nothing is traced afterwards. */
  close(): Promise<void>
}

let active: Tracing | null = null

/** Null when nothing is traced: then nothing of it is loaded, and asking costs a look at a variable. */
export function tracing(): Tracing | null {
  return active
}

export function traceWith(chosen: Tracing | null) {
  active = chosen
}

/** Runs `work` in a span of its own, or just runs it when nothing is traced. */
export async function traced<Result>(
  name: string,
  start: SpanStart,
  work: (span: TraceSpan | null) => Promise<Result>
): Promise<Result> {
  const found = active
  if (found === null) return work(null)
  const span = found.begin(name, start)
  try {
    return await found.within(span, () => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** For work that serves more than the request which happens to begin it. */
export function untraced<Result>(work: () => Result): Result {
  return active === null ? work() : active.apart(work)
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** @returns undefined for what is no traceparent of version 00: the trace then begins here */
export function validTraceparent(given: string | undefined): string | undefined {
  return given !== undefined && TRACEPARENT.test(given) ? given : undefined
}
