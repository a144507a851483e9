import type { ContainerResolver } from '@adonisjs/core/container'
import { Logger } from '@adonisjs/core/logger'
import type { ContainerBindings } from '@adonisjs/core/types'
import { singleton } from '#app/extension/singleton'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { LIMITS } from '#app/limits'
import type { JobConcern } from '#app/queue/job'
import { OperatorLog, type OperatorAction } from '#app/queue/operator_log'
import { OwedJobs, type OwedFilter, type OwedJob } from '#app/queue/owed_jobs'
import { QueueHost, type DefinedJob } from '#app/queue/queue_host'
import { QueuePauses, unlessAway } from '#app/queue/queue_pauses'
import { ServedQueues } from '#app/queue/served_queues'
import { Database, type SqlSession } from '#app/storage/database'

/** Who acts on what, and why. */
export interface ActedBy {
  who: string
  reason: string | null
}

/** An owed job with what its module says of it. */
export interface ShownJob extends OwedJob {
  /** Undefined when no loaded module defines the queue. */
  definition: DefinedJob | undefined
  concerns: readonly JobConcern[]
}

/** A queue, and what it owes. */
export interface ShownQueue {
  name: string
  definition: DefinedJob | undefined
  owed: number
  failing: number
  oldestSeconds: number
  pause: OperatorAction | null
  /** How many processes work at it; null when Redis cannot tell. */
  workers: number | null
}

type Resolver = ContainerResolver<ContainerBindings>

/** What operators see of queues and owed jobs, and what they may do, in a browser or by command. */
@singleton()
export class OperateQueues {
  constructor(
    private database: Database,
    private queues: QueueHost,
    private owed: OwedJobs,
    private pauses: QueuePauses,
    private served: ServedQueues,
    private log: OperatorLog,
    private logger: Logger,
    private limits: Readonly<Record<'owedCounted', number>> = LIMITS
  ) {}

  async jobs(
    filter: OwedFilter,
    container: Resolver
  ): Promise<{ jobs: ShownJob[]; more: boolean }> {
    const { jobs, more } = await this.owed.page(filter)
    return { jobs: await Promise.all(jobs.map((job) => this.#shown(job, container))), more }
  }

  /**
   * Every queue, also those that owe nothing and those that no loaded module works: first those
   * that fail, then those that owe. Figures are those of the oldest `owedCounted` jobs.
   */
  async allQueues(): Promise<ShownQueue[]> {
    const [counts, pauses, workers] = await Promise.all([
      this.owed.counts(this.limits.owedCounted),
      this.pauses.list(),
      this.served.processes().catch(() => null),
    ])
    const countOf = new Map(counts.map((each) => [each.queue, each]))
    const pauseOf = new Map(pauses.map(({ queue, actionId }) => [queue, actionId]))
    const names = new Set([...this.queues.names(), ...countOf.keys(), ...pauseOf.keys()])
    const queues = await Promise.all(
      [...names].map(async (name) => {
        const actionId = pauseOf.get(name)
        return {
          name,
          definition: this.queues.definition(name),
          owed: countOf.get(name)?.owed ?? 0,
          failing: countOf.get(name)?.failing ?? 0,
          oldestSeconds: countOf.get(name)?.oldestSeconds ?? 0,
          pause: actionId === undefined ? null : await this.log.find(actionId),
          workers: workers && (workers.get(name) ?? 0),
        }
      })
    )
    return queues.sort((one, other) => other.failing - one.failing || other.owed - one.owed)
  }

  /**
   * Lets the next attempt of a job be now. Its delay goes on doubling when it fails again.
   *
   * @throws ServiceError NOT_FOUND, CONFLICT, UNAVAILABLE
   */
  async retry(jobId: string, by: ActedBy): Promise<OperatorAction> {
    return this.#act('retry', jobId, by, async (session, job) => {
      if (job.isDue) {
        throw new ServiceError('CONFLICT', {
          message: `The job ${jobId} is due already.`,
          next: 'A worker takes it within seconds, unless its queue is paused or no worker runs.',
        })
      }
      await this.owed.makeDue(session, jobId)
    })
  }

  /**
   * Takes a job off the outbox; the log keeps its payload. A run that begins at the same moment may
   * still come to its end.
   *
   * @throws ServiceError VALIDATION_ERROR without a reason, NOT_FOUND, CONFLICT, UNAVAILABLE
   */
  async discard(jobId: string, by: ActedBy): Promise<OperatorAction> {
    if (by.reason === null) throw invalidField('reason', 'required', 'Discarding needs a reason.')
    return this.#act('discard', jobId, by, async (session, job) => {
      if (!this.queues.definition(job.queue)?.discardable) {
        throw new ServiceError('CONFLICT', {
          message: `Jobs of ${job.queue} cannot be discarded: value or evidence could be lost with them.`,
          next: 'Remove the cause of the failure, then retry the job.',
        })
      }
      await this.owed.remove(session, jobId)
    })
  }

  /** @throws ServiceError NOT_FOUND, CONFLICT */
  async pause(queue: string, by: ActedBy): Promise<OperatorAction> {
    this.#known(queue)
    return this.pauses.pause({ queue, ...by })
  }

  /** @throws ServiceError NOT_FOUND, CONFLICT, UNAVAILABLE */
  async resume(queue: string, by: ActedBy): Promise<OperatorAction> {
    this.#known(queue)
    return this.pauses.resume({ queue, ...by })
  }

  /** Changes one owed job and writes the log in the same transaction. */
  async #act(
    action: 'retry' | 'discard',
    jobId: string,
    by: ActedBy,
    change: (session: SqlSession, job: OwedJob) => Promise<void>
  ): Promise<OperatorAction> {
    const seen = await this.owed.find(jobId)
    if (seen === null) throw gone(jobId)
    this.#known(seen.queue)
    if (await unlessAway(this.queues.isRunning(seen.queue, jobId))) {
      throw new ServiceError('CONFLICT', {
        message: `A worker is running the job ${jobId} right now.`,
        next: 'Wait until it has ended. After the death of a worker that takes half a minute.',
      })
    }
    return this.database.transaction(async (session) => {
      const job = await this.owed.lock(session, jobId)
      if (job === null) throw gone(jobId)
      await change(session, job)
      const { queue, payload, attempts, lastError } = job
      const then = { payload, attempts, lastError }
      return this.log.record(session, { action, queue, jobId, job: then, ...by })
    })
  }

  #known(queue: string) {
    const message = this.queues.unknownText(queue)
    if (message === null) return
    throw new ServiceError('NOT_FOUND', {
      message,
      next: 'Correct the name, or load the module whose queue it is.',
    })
  }

  /** What a module cannot say must not keep operators from seeing the job. */
  async #shown(job: OwedJob, container: Resolver): Promise<ShownJob> {
    const definition = this.queues.definition(job.queue)
    try {
      const concerns = (await definition?.concerns?.(job.payload, container)) ?? []
      return { ...job, definition, concerns: concerns.slice(0, LIMITS.jobConcernsShown) }
    } catch (error) {
      this.logger.warn({ err: error, jobId: job.id, queue: job.queue }, 'a job was not described')
      return { ...job, definition, concerns: [] }
    }
  }
}

function gone(jobId: string): ServiceError {
  return new ServiceError('NOT_FOUND', {
    message: `The job ${jobId} is not owed any more: it has finished, or it was discarded.`,
    next: 'Look at the list again; what operators did stands below it.',
  })
}
