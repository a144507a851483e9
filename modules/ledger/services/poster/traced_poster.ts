import type { SingleUse } from '#app/extension/step_up'
import type { OutboxJob } from '#app/queue/job'
import type { OperationTraces } from '#app/tracing/operation_traces'
import { traced, tracing, type SpanFacts, type TraceSpan } from '#app/tracing/tracing'
import type { Companion } from '../../extension/companion.ts'
import { operationIdsIn } from '../../core/job_rows.ts'
import type { PostRequest } from '../../core/requests.ts'
import { Poster, type Outcome } from './poster.ts'

const SPAN = 'ledger post'

/**
 * Traces each request to the poster: how long it waited for its group, and how long the group and
 * its COMMIT took. Operations that stay pending are remembered with their trace before they are
 * stored, because a worker may begin with them at once.
 */
export class TracedPoster extends Poster {
  constructor(
    private poster: Poster,
    private traces: OperationTraces
  ) {
    super()
  }

  override async post(
    request: PostRequest,
    permit?: SingleUse,
    companion?: Companion
  ): Promise<Outcome> {
    const parent = (await this.#parents([request]))[0]
    return traced(SPAN, { parent, facts: factsOf(request) }, async (span) => {
      await this.traces.remember(goingOn([request]))
      const outcome = await this.poster.post(request, permit, companion)
      span?.tell(timesOf(outcome))
      return outcome
    })
  }

  override async postEach(requests: readonly PostRequest[]) {
    const parents = await this.#parents(requests)
    await this.traces.remember(goingOn(requests))
    const spans = requests.map((request, index) =>
      tracing()?.begin(SPAN, { parent: parents[index], facts: factsOf(request) })
    )
    const outcomes = await this.poster.postEach(requests)
    for (const [index, outcome] of outcomes.entries()) endWith(spans[index], outcome)
    return outcomes
  }

  /** A follow-up that runs with those of other traces goes on from its own operation. */
  async #parents(requests: readonly PostRequest[]): Promise<(string | undefined)[]> {
    const ids = requests.map((request) => followed(request))
    const known = await this.traces.of(ids.filter((id) => id !== undefined))
    const traceId = tracing()?.current()?.traceId
    return ids.map((id) => {
      const found = id && known.get(id)
      return traceId !== undefined && found?.includes(traceId) ? undefined : found
    })
  }
}

/** The pending operation that a request goes on with. */
function followed(request: PostRequest): string | undefined {
  return 'operationId' in request ? request.operationId : undefined
}

/** The operations that jobs of these requests go on with. */
function goingOn(requests: readonly PostRequest[]): string[] {
  return requests.flatMap((request) => {
    const jobs: readonly OutboxJob[] = 'jobs' in request ? (request.jobs ?? []) : []
    return jobs.flatMap(({ payload }) => operationIdsIn(payload))
  })
}

function factsOf({ kind, realmId }: PostRequest): SpanFacts {
  return { 'ledger.request': kind, 'ledger.realm': realmId }
}

function timesOf({ timing: { queueMs, groupMs, commitMs } }: Outcome): SpanFacts {
  return {
    'ledger.queue_ms': queueMs,
    'ledger.group_ms': groupMs,
    'ledger.commit_ms': commitMs,
  }
}

function endWith(span: TraceSpan | undefined, outcome: PromiseSettledResult<Outcome>) {
  if (outcome.status === 'fulfilled') span?.tell(timesOf(outcome.value))
  else span?.fail(outcome.reason)
  span?.end()
}
