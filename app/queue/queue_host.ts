import { DelayedError, Queue, Worker, type Job } from 'bullmq'
import { Redis } from 'ioredis'
import type { Logger } from '@adonisjs/core/logger'
import { failpoint } from '#app/queue/failpoints'
import { failureText } from '#app/queue/failure_text'
import type { JobAbout, JobDefinition, JobPayload, JobResult, OutboxJob } from '#app/queue/job'
import type { Outbox } from '#app/queue/outbox'
import { LIMITS } from '#app/limits'

export interface QueueConfig {
  prefix: string
  connection: { host: string; port: number; password?: string; tls?: { ca?: string } }
}

/** The data of a BullMQ job: the outbox id, if it has one, and the payload. */
export interface QueuedData {
  outboxId: string | null
  payload: JobPayload
}

/** A job with the module that brings it. */
export type DefinedJob = JobDefinition & { module: string }

type RunJob = (
  definition: JobDefinition,
  payload: JobPayload,
  run: {
    attempt: number
    /** Since the job was published, or was due. */
    ageMs: number
  }
) => Promise<JobResult>

/** How long, and how many, finished jobs stay visible on the dashboard. */
const KEEP_COMPLETED = { age: 3600, count: 500 }
const KEEP_FAILED = { age: 24 * 3600, count: 1000 }
/** How long a lost connection waits before it is tried again. */
const RECONNECT_MS = { least: 1000, most: 20_000 }

/**
 * The queues of this process: producers in every process, workers where asked. Redis carries only
 * wake-ups; no failure here loses a job, because the outbox still holds it.
 */
export class QueueHost {
  #definitions = new Map<string, DefinedJob>()
  #queues = new Map<string, Queue<QueuedData>>()
  #workers: Worker<QueuedData>[] = []
  /** Those who share a connection, by how often a command is tried again when it is lost. */
  #connections = new Map<number | null, Redis>()
  #closed = false

  constructor(
    private config: QueueConfig,
    private outbox: Outbox,
    private log: Logger
  ) {}

  /** @param module whose job it is; the host has jobs of its own */
  define(definition: JobDefinition, module = 'host') {
    if (this.#definitions.has(definition.name)) {
      throw new Error(`Two modules define the job "${definition.name}"; rename one of them`)
    }
    // The compiler says so too, but not to a module in plain JavaScript.
    const about = definition.about as JobAbout | undefined
    if (!about?.carries || !about.takes || !about.failing) {
      throw new Error(
        `The job "${definition.name}" of the module ${module} has to tell operators what it is ` +
          'about: say `about: { carries, takes, failing }`, a sentence each'
      )
    }
    this.#definitions.set(definition.name, { ...definition, module })
  }

  defines(name: string): boolean {
    return this.#definitions.has(name)
  }

  /** @returns undefined when no loaded module defines it */
  definition(name: string): DefinedJob | undefined {
    return this.#definitions.get(name)
  }

  /** Every queue with its module and what an operator reads about it, in the order of definition. */
  described(): Pick<DefinedJob, 'name' | 'module' | 'about'>[] {
    return [...this.#definitions.values()]
  }

  names(): string[] {
    return [...this.#definitions.keys()]
  }

  queue(name: string): Queue<QueuedData> {
    const existing = this.#queues.get(name)
    if (existing) return existing
    if (!this.#definitions.has(name)) throw new Error(`No module defines the job "${name}"`)
    // Nothing would close the connection of a new queue, which would keep the process alive for
    // ever.
    if (this.#closed) throw new Error(`The queues are closed, and "${name}" with them`)
    const queue = new Queue<QueuedData>(name, {
      prefix: this.config.prefix,
      // Without these two a caller would hang as long as Redis is down.
      skipWaitingForReady: true,
      connection: this.#connection(1),
    })
    queue.on('error', (error) => this.log.debug({ err: error, queue: name }, 'queue connection'))
    this.#queues.set(name, queue)
    return queue
  }

  /**
   * Whether a worker is running the job right now.
   *
   * @throws when Redis cannot be reached
   */
  async isRunning(name: string, outboxId: string): Promise<boolean> {
    const active = await this.queue(name).getActive()
    return active.some((job) => job.data.outboxId === outboxId)
  }

  /**
   * Wakes workers for stored jobs. A job that is published twice runs once, because the BullMQ id
   * is made of the outbox id and the attempt.
   *
   * @throws when Redis cannot be reached; the outbox poller publishes again later
   */
  async publish(jobs: readonly (OutboxJob & { attempt?: number })[]): Promise<void> {
    const byQueue = Map.groupBy(jobs, (job) => job.queue)
    await Promise.all(
      [...byQueue].map(([name, group]) =>
        this.queue(name).addBulk(
          group.map((job) => ({
            name,
            data: { outboxId: job.id, payload: job.payload },
            opts: {
              jobId: `${job.id}-${job.attempt ?? 1}`,
              removeOnComplete: KEEP_COMPLETED,
              removeOnFail: KEEP_FAILED,
            },
          }))
        )
      )
    )
  }

  /** Starts workers for the named jobs, or for all, and schedules the periodic ones. */
  async startWorkers(run: RunJob, only?: readonly string[]): Promise<void> {
    for (const definition of this.#definitions.values()) {
      if (only && !only.includes(definition.name)) continue
      this.#workers.push(this.#worker(definition, run))
    }
    await this.schedulePeriodic(only)
  }

  /** Idempotent. It also runs regularly, because an emptied Redis forgets its schedules. */
  async schedulePeriodic(only?: readonly string[]): Promise<void> {
    for (const { name, everyMs } of this.#definitions.values()) {
      // A process may be told to stop while it starts.
      if (this.#closed) return
      if (everyMs === undefined || (only && !only.includes(name))) continue
      await this.queue(name)
        .upsertJobScheduler(
          name,
          { every: everyMs },
          {
            name,
            data: { outboxId: null, payload: {} },
            opts: { removeOnComplete: { count: 20 }, removeOnFail: { count: 100 } },
          }
        )
        .catch((error: unknown) => this.log.warn({ err: error, queue: name }, 'schedule failed'))
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#workers.map((worker) => worker.close()))
    // Jobs that are announced from here on are stored, and a poller finds them.
    this.#closed = true
    await Promise.allSettled([...this.#queues.values()].map((queue) => queue.close()))
    for (const connection of this.#connections.values()) connection.disconnect()
    this.#workers = []
    this.#queues.clear()
    this.#connections.clear()
  }

  /**
   * All queues share one connection, and all workers another; a worker opens one more, on which it
   * waits. A connection for each queue made a process with thirty queues open a hundred.
   */
  #connection(maxRetriesPerRequest: number | null): Redis {
    const existing = this.#connections.get(maxRetriesPerRequest)
    if (existing) return existing
    const connection = new Redis({
      ...this.config.connection,
      maxRetriesPerRequest,
      retryStrategy: (times) =>
        Math.max(RECONNECT_MS.least, Math.min(Math.exp(times), RECONNECT_MS.most)),
    })
    this.#connections.set(maxRetriesPerRequest, connection)
    return connection
  }

  #worker(definition: JobDefinition, run: RunJob): Worker<QueuedData> {
    const worker = new Worker<QueuedData>(
      definition.name,
      (job, token) => this.#process(definition, { job, token }, run),
      {
        prefix: this.config.prefix,
        concurrency: definition.concurrency,
        connection: this.#connection(null),
      }
    )
    worker.on('error', (error) =>
      this.log.debug({ err: error, queue: definition.name }, 'worker connection')
    )
    worker.on('failed', (job, error) =>
      this.log.error({ err: error, queue: definition.name, jobId: job?.id }, 'job failed')
    )
    return worker
  }

  async #process(
    definition: JobDefinition,
    { job, token }: { job: Job<QueuedData>; token: string | undefined },
    run: RunJob
  ): Promise<void> {
    const attempt = Number(job.id?.split('-').at(-1) ?? 1) || 1
    await failpoint('job.received')
    const { outboxId } = job.data
    if (outboxId !== null && !(await this.outbox.isOwed(outboxId))) {
      return this.#comeBack(job, token)
    }
    const ageMs = Date.now() - job.timestamp - job.delay
    const running = run(definition, job.data.payload, { attempt, ageMs })
    const result = await this.#noted(outboxId, running)
    await failpoint('job.handled')
    // Only now is the job no longer owed: after a crash before this line it runs again.
    if (outboxId === null) return
    if (result === 'done') await this.outbox.finish(outboxId)
    else await this.outbox.defer(outboxId)
    await failpoint('job.finished')
  }

  /** A failure that cannot be noted must not hide the error of the job itself. */
  async #noted(outboxId: string | null, running: Promise<JobResult>): Promise<JobResult> {
    try {
      return await running
    } catch (error) {
      const note = outboxId === null ? null : this.outbox.failed(outboxId, failureText(error))
      await note?.catch((err: unknown) => this.log.warn({ err, outboxId }, 'failure not noted'))
      throw error
    }
  }

  /**
   * A job that is not owed was finished before, or this process reads a database node which the
   * transaction that stored the job has not reached yet. In the second case its handler would find
   * nothing to do, and the job would count as done and never run again. So the job comes back a few
   * times; after that the poller publishes it, if it is owed at all.
   */
  async #comeBack(job: Job<QueuedData>, token: string | undefined): Promise<void> {
    if (job.attemptsStarted >= LIMITS.unseenJobRuns) return
    const waitMs = LIMITS.unseenJobWaitMs * 2 ** (job.attemptsStarted - 1)
    await job.moveToDelayed(Date.now() + waitMs, token)
    throw new DelayedError()
  }
}
