import type { Clock } from '#app/clock/clock'
import type { SingleUse } from '#app/extension/step_up'
import { failpoint } from '#app/failpoints/failpoint'
import { LIMITS } from '#app/limits'
import { ServiceError } from '#app/http/errors/service_error'
import type { OutboxJob } from '#app/queue/job'
import type { Database } from '#app/storage/database'
import { CommitUnknownError } from '#app/storage/database'
import { classifyDatabaseError, isConnectionFailure } from '#app/storage/database_errors'
import type { PostRequest } from '#modules/ledger/core/requests'
import { outcomeOf } from '#modules/ledger/services/poster/outcomes'
import { postGroup } from '#modules/ledger/services/poster/post_group'
import type { Outcome, PostItem } from '#modules/ledger/services/poster/poster'

interface Waiting extends PostItem {
  bytes: number
  enqueuedAt: number
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * One posting lane: requests wait in arrival order and go in groups. No timer: when the lane is
 * idle a request goes at once, and while a group commits the next one fills by itself.
 */
export class Lane {
  #waiting: Waiting[] = []
  #running = false

  constructor(
    private database: Database,
    private clock: Clock,
    private announce: (jobs: readonly OutboxJob[]) => void
  ) {}

  get depth(): number {
    return this.#waiting.length
  }

  /** @throws ServiceError OVERLOADED when the queue is full; nothing is stored */
  enqueue(request: PostRequest, permit?: SingleUse): Promise<Outcome> {
    if (this.#waiting.length >= LIMITS.lanePendingRequests) {
      return Promise.reject(new ServiceError('OVERLOADED'))
    }
    return new Promise((resolve, reject) => {
      const bytes = 'operation' in request ? request.operation.input.length + 1024 : 1024
      this.#waiting.push({ request, permit, bytes, enqueuedAt: performance.now(), resolve, reject })
      if (!this.#running) void this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) await this.#post(this.#takeGroup())
    this.#running = false
  }

  #takeGroup(): Waiting[] {
    let bytes = 0
    let count = 0
    const signatures = new Set<string>()
    while (count < this.#waiting.length && count < LIMITS.groupRequests) {
      const { request, bytes: own } = this.#waiting[count]!
      bytes += own + signatureBytes(request, signatures)
      if (count > 0 && bytes > LIMITS.groupBytes) break
      count++
    }
    return this.#waiting.splice(0, count)
  }

  /** Posts a group; a failure that is one request's fault is narrowed down to that request. */
  async #post(group: Waiting[]): Promise<void> {
    const startedAt = performance.now()
    try {
      await failpoint('poster.taken')
      const { decided, jobs, commitMs } = await postGroup(this.database, this.clock, group)
      this.announce(jobs)
      await failpoint('poster.announced')
      const groupMs = performance.now() - startedAt - commitMs
      group.forEach((waiting, index) => {
        try {
          const queueMs = startedAt - waiting.enqueuedAt
          waiting.resolve(outcomeOf(decided[index]!, { queueMs, groupMs, commitMs }))
        } catch (refusal) {
          waiting.reject(refusal)
        }
      })
    } catch (error) {
      const parts = narrow(group, error)
      if (parts.length === 1) for (const waiting of group) waiting.reject(error)
      else for (const part of parts) await this.#post(part)
    }
  }
}

/**
 * The parts that are tried again on their own after a group has failed; one part means that nothing
 * is gained by it. Without a database every part would fail alike. Contention belongs to one realm,
 * and must not fail the others. Anything else is one request's own, found by halves.
 */
function narrow(group: Waiting[], error: unknown): Waiting[][] {
  if (error instanceof CommitUnknownError || isConnectionFailure(error)) return [group]
  if (classifyDatabaseError(error, false) === 'restart') {
    return [...Map.groupBy(group, ({ request }) => request.realmId).values()]
  }
  const middle = group.length >> 1
  return middle === 0 ? [group] : [group.slice(0, middle), group.slice(middle)]
}

/** The text of a request's signature, written once for all requests of a group that share it. */
function signatureBytes(request: PostRequest, counted: Set<string>): number {
  const signature = 'operation' in request ? request.operation.signature : undefined
  if (!signature || counted.has(signature.id)) return 0
  counted.add(signature.id)
  return signature.signingInput.length
}
