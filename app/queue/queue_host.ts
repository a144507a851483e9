import { setTimeout as delay } from 'node:timers/promises'
import { Queue, Worker } from 'bullmq'
import type { Logger } from '@adonisjs/core/logger'
import { GatheredJobs, type GatheredJob } from '#app/queue/gathered_jobs'
import { nearestName } from '#app/http/nearest_name'
import type { JobAbout, JobDefinition, OutboxJob } from '#app/queue/job'
import { JobRunner, type QueuedData, type RunJob } from '#app/queue/job_runner'
import { leaveMarkers } from '#app/queue/left_markers'
import type { Outbox } from '#app/queue/outbox'
import { isScheduled, runSoon, schedule } from '#app/queue/periodic_turns'
import {
  readyWithin,
  redisClient,
  type RedisClient,
  type RedisConfig,
} from '#app/queue/redis_client'
import { RepeatedTrouble } from '#app/queue/repeated_trouble'
import { SharedStalledLook } from '#app/queue/shared_stalled_look'
import { LOOK_AGAIN_SECONDS, SharedWait, patienceOf, waitingTogether } from '#app/queue/shared_wait'
import { WakeTimes } from '#app/queue/wake_times'
import { endsInTime } from '#app/processes/ending'
import { LIMITS } from '#app/limits'

export interface QueueConfig {
  prefix: string
  redis: RedisConfig
}

/** A name that an operator gave and no loaded module has. */
export class UnknownQueue extends Error {}

/** A job with the module that brings it. */
export type DefinedJob = JobDefinition & { module: string }

/** How long, and how many, finished jobs stay visible on the dashboard. */
const KEEP_COMPLETED = { age: 3600, count: 500 }
const KEEP_FAILED = { age: 24 * 3600, count: 1000 }
/** How long a publication waits until the nodes of a cluster are found. */
const CONNECT_PATIENCE_MS = 2000
/** How long a worker waits before it tells Redis again how a job ended, when that did not reach it. */
const END_AGAIN_MS = 1000
/** How long the key is kept with which health tries to write. */
const PROBE_KEPT_MS = 60_000

/**
 * The queues of this process: producers in every process, workers where asked. Redis carries only
 * wake-ups; no failure here loses a job, because the outbox still holds it.
 */
export class QueueHost {
  #definitions = new Map<string, DefinedJob>()
  #queues = new Map<string, Queue<QueuedData>>()
  #workers: Worker<QueuedData>[] = []
  /** Those who share a connection, by how often a command is tried again when it is lost. */
  #connections = new Map<number | null, RedisClient>()
  #wait: SharedWait
  #stalledLook = new SharedStalledLook(() => {
    // A new connection would keep a process alive that ends.
    if (this.#closed) throw new Error('The queues are closed')
    return this.#connection(null)
  })
  #runner: JobRunner
  #gathered = new GatheredJobs((job) => this.#publishLater(job))
  #wakes = new WakeTimes((name) => this.#runSoon(name))
  #closed = false
  #trouble: RepeatedTrouble

  constructor(
    private config: QueueConfig,
    outbox: Outbox,
    private log: Logger,
    private patience: Readonly<Record<'jobsEndMs' | 'periodicJobsEndMs', number>> = LIMITS
  ) {
    this.#trouble = new RepeatedTrouble(log, 'Redis is away or refuses, so that jobs wait')
    this.#runner = new JobRunner(outbox, this.#wakes, log)
    this.#wait = new SharedWait(config.prefix, {
      connect: () => this.#connect(0),
      others: () => this.#connection(null),
    })
  }

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

  get prefix(): string {
    return this.config.prefix
  }

  /**
   * The connection that the queues share, for what belongs to no single one of them. A command fails
   * when Redis is away.
   *
   * @throws Error when the queues are closed
   */
  redis(): RedisClient {
    if (this.#closed) throw new Error('The queues are closed')
    return this.#connection(1)
  }

  /** Why no queue has this name, and which one may be meant; null when one has it. */
  unknownText(name: string): string | null {
    if (this.#definitions.has(name)) return null
    const near = nearestName(name, this.#definitions.keys())
    const hint = near === null ? `There are ${this.names().join(', ')}` : `Did you mean ${near}?`
    return `No loaded module works a queue "${name}". ${hint}`
  }

  /**
   * @param names as an operator wrote them
   * @throws UnknownQueue that says which of them is no queue, and which one may be meant
   */
  assertKnown(names: readonly string[]) {
    for (const name of names) {
      const problem = this.unknownText(name)
      if (problem !== null) throw new UnknownQueue(problem)
    }
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
      // Without these three a caller would hang as long as Redis is down, and a queue that was made
      // meanwhile would fail for ever.
      skipWaitingForReady: true,
      skipVersionCheck: true,
      connection: this.#connection(1),
    })
    queue.on('error', (error) => this.#trouble.note(error, { queue: name }))
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
    return active.some(({ data }) => data.outboxId === outboxId || data.others?.includes(outboxId))
  }

  /**
   * Wakes workers for jobs that were just committed. Those that share their runs with others wait for them.
   *
   * @throws when Redis cannot be reached; the outbox poller publishes later
   */
  async announce(jobs: readonly OutboxJob[]): Promise<void> {
    const alone = jobs.filter((job) => {
      const { gatherMs } = this.#definitions.get(job.queue) ?? {}
      return gatherMs === undefined || !this.#gathered.holds(job, gatherMs)
    })
    if (alone.length > 0) await this.publish(alone)
  }

  async #publishLater(job: GatheredJob): Promise<void> {
    try {
      await this.publish([job])
    } catch (error) {
      this.#trouble.note(error as Error, { queue: job.queue })
    }
  }

  /**
   * Wakes workers for stored jobs. A job that is published twice runs once, because the BullMQ id
   * is made of the outbox id and the attempt.
   *
   * @throws when Redis cannot be reached; the outbox poller publishes again later
   */
  async publish(
    jobs: readonly (OutboxJob & { attempt?: number; others?: string[] })[]
  ): Promise<void> {
    await readyWithin(this.#connection(1), CONNECT_PATIENCE_MS)
    const byQueue = Map.groupBy(jobs, (job) => job.queue)
    await Promise.all(
      [...byQueue].map(([name, group]) =>
        this.queue(name).addBulk(
          group.map((job) => ({
            name,
            data: { outboxId: job.id, others: job.others, payload: job.payload },
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

  /**
   * Writes a key where the keys of the queues are: a replica, a node of a cluster that has other
   * keys, and a server that is full answer everything else.
   *
   * @throws when Redis cannot be reached, or refuses
   */
  async probe(): Promise<void> {
    const connection = this.#connection(1)
    await readyWithin(connection, CONNECT_PATIENCE_MS)
    await connection.set(`${this.config.prefix}:probe`, '1', 'PX', PROBE_KEPT_MS)
  }

  /** The newest error of Redis within the last seconds; null when there was none. */
  recentTrouble(): string | null {
    return this.#trouble.recent()
  }

  /**
   * Runs a periodic job that rests, soon: at once, or `everyMs` after its last wake. It never throws
   * for Redis, and need not be awaited; a wake that is lost costs the time until the job's next turn.
   */
  wake(name: string): void {
    const everyMs = this.#definitions.get(name)?.everyMs
    if (everyMs === undefined) throw new Error(`No module defines the periodic job "${name}"`)
    if (!this.#closed) this.#wakes.wake(name, everyMs)
  }

  /** Starts workers for the named jobs, or for all, and schedules the periodic ones. */
  async startWorkers(run: RunJob, only?: readonly string[]): Promise<void> {
    for (const definition of this.#definitions.values()) {
      if (only && !only.includes(definition.name)) continue
      this.#workers.push(this.#worker(definition, run))
    }
    await this.#schedulePeriodic(only)
  }

  /** Schedules again what an emptied Redis has forgotten, or a clock that was set back has put off. */
  async keepPeriodic(): Promise<void> {
    if (this.#closed) return
    const connection = this.#connection(1)
    await readyWithin(connection, CONNECT_PATIENCE_MS)
    const kept = this.#periodic().map((each) =>
      isScheduled(this.queue(each.name), each, connection)
    )
    if ((await Promise.all(kept)).includes(false)) await this.#schedulePeriodic()
  }

  #periodic(only?: readonly string[]): DefinedJob[] {
    return [...this.#definitions.values()].filter(
      ({ name, everyMs }) => everyMs !== undefined && (!only || only.includes(name))
    )
  }

  /** Idempotent. */
  async #schedulePeriodic(only?: readonly string[]): Promise<void> {
    await readyWithin(this.#connection(1), CONNECT_PATIENCE_MS)
    for (const definition of this.#periodic(only)) {
      // A process may be told to stop while it starts.
      if (this.#closed) return
      const { name } = definition
      await schedule(this.queue(name), definition).catch((error: unknown) =>
        this.log.warn({ err: error, queue: name }, 'schedule failed')
      )
    }
  }

  /**
   * Waits for the jobs that are running, though not for ever: whoever stops this process kills it
   * after a while, and a job that was killed would be found again only when its lock has expired. A
   * worker also waits for the answer about its next job, which does not come while Redis is away. A
   * periodic job comes again by itself: one that asks a chain which is away holds up nobody for long.
   */
  async close(): Promise<void> {
    const told = this.#gathered.end()
    const isAway = this.#connections.get(null)?.status !== 'ready'
    const atOnce = isAway && this.#runner.isIdle
    const ended = Promise.allSettled(this.#workers.map((worker) => worker.close(atOnce)))
    const isLate = await Promise.race([ended.then(() => false), this.#patienceEnds()])
    const bound = { ms: LIMITS.partEndMs, log: this.log }
    if (isLate) {
      this.log.warn({ queues: this.#runner.queues }, 'the process stops while these jobs go on')
      if (!this.#runner.isIdle)
        await endsInTime('jobs that are handed back', this.#runner.handBack(), bound)
    }
    await endsInTime('jobs that wait to be announced', told, bound)
    // Jobs that are announced from here on are stored, and a poller finds them.
    this.#closed = true
    this.#wakes.close()
    const left = this.#leave()
    if (!isAway) await endsInTime('what is left to other workers', left, bound)
    this.#wait.cutOff()
    const closing = Promise.allSettled([...this.#queues.values()].map((queue) => queue.close()))
    await endsInTime('the queues', closing, bound)
    for (const connection of this.#connections.values()) connection.disconnect()
    this.#workers = []
    this.#queues.clear()
    this.#connections.clear()
  }

  /** Never throws: where Redis is away, the others look by themselves. */
  async #leave(): Promise<void> {
    const queues = this.#workers.map(({ name }) => name)
    const redis = queues.length > 0 ? this.#connection(1) : null
    try {
      await this.#wait.close()
      if (redis) await leaveMarkers(redis, this.config.prefix, queues)
    } catch (error) {
      this.log.debug({ err: error }, 'other workers are not told what waits')
    }
  }

  async #patienceEnds(): Promise<true> {
    const { jobsEndMs, periodicJobsEndMs } = this.patience
    await delay(periodicJobsEndMs, undefined, { ref: false })
    const restMs = jobsEndMs - periodicJobsEndMs
    if (!this.#runner.isIdle) await delay(restMs, undefined, { ref: false })
    return true
  }

  /**
   * All queues share one connection, and all workers two: on one of them they wait for jobs. A
   * connection for each queue made a process with thirty queues open a hundred.
   */
  #connection(maxRetriesPerRequest: number | null): RedisClient {
    const existing = this.#connections.get(maxRetriesPerRequest)
    if (existing) return existing
    const connection = this.#connect(maxRetriesPerRequest)
    this.#connections.set(maxRetriesPerRequest, connection)
    return connection
  }

  #connect(maxRetriesPerRequest: number | null): RedisClient {
    const connection = redisClient(this.config.redis, { maxRetriesPerRequest })
    connection.on('error', (error: Error) => this.#trouble.note(error))
    return connection
  }

  async #runSoon(name: string): Promise<void> {
    try {
      await runSoon(this.queue(name))
    } catch (error) {
      this.log.debug({ err: error, queue: name }, 'a wake is lost')
    }
  }

  #worker(definition: JobDefinition, run: RunJob): Worker<QueuedData> {
    const { prefix } = this.config
    const worker = new Worker<QueuedData>(
      definition.name,
      (job, token) => this.#runner.run(definition, { job, token }, run),
      {
        prefix,
        concurrency: definition.concurrency,
        drainDelay: LOOK_AGAIN_SECONDS,
        connection: this.#connection(null),
        runRetryDelay: END_AGAIN_MS,
      },
      waitingTogether(this.#wait, this.#stalledLook, { prefix, ...patienceOf(definition) })
    )
    worker.on('error', (error) => this.#trouble.note(error, { queue: definition.name }))
    worker.on('failed', (job, error) =>
      this.log.error({ err: error, queue: definition.name, jobId: job?.id }, 'job failed')
    )
    return worker
  }
}
