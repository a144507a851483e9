import { tracing, type SpanFacts, type TraceSpan } from '#app/tracing/tracing'
import { LIMITS } from '#app/limits'

/**
 * Runs a job in a span of each trace that one of its operations was asked for in. What the job itself
 * begins goes on from the first of them, as a trace has one line of ancestors.
 *
 * @param parents the spans from which it goes on
 */
export async function traceJob<Result extends string>(
  queue: string,
  parents: Iterable<string>,
  facts: SpanFacts,
  work: () => Promise<Result>
): Promise<Result> {
  const active = tracing()
  const spans: TraceSpan[] = []
  if (active !== null) {
    const byTrace = new Map([...parents].map((parent) => [parent.split('-')[1], parent]))
    for (const parent of [...byTrace.values()].slice(0, LIMITS.tracesOfJob)) {
      spans.push(active.begin(`job ${queue}`, { kind: 'consumer', parent, facts }))
    }
  }
  const [first] = spans
  if (active === null || first === undefined) return work()
  try {
    const result = await active.within(first, work)
    for (const span of spans) span.tell({ 'job.result': result })
    return result
  } catch (error) {
    for (const span of spans) span.fail(error)
    throw error
  } finally {
    for (const span of spans) span.end()
  }
}
