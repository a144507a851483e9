import type { Logger } from '@adonisjs/core/logger'
import type { ContainerResolver } from '@adonisjs/core/container'
import type { ContainerBindings } from '@adonisjs/core/types'

type Resolver = ContainerResolver<ContainerBindings>

/** The payload of a job: ids and small scalars. The handler reads the row again. */
export type JobPayload = Record<string, string | number | boolean | null>

export interface JobContext {
  container: Resolver
  log: Logger
  /** 1 on the first run. */
  attempt: number
}

/**
 * `done`: the job is no longer owed. `again`: nothing failed, but the work is not finished (a chain
 * still confirms); the outbox poller wakes the job again later, and a periodic job that rests runs
 * again after `everyMs`.
 */
export type JobResult = 'done' | 'again'

/** What an operator reads about a queue: three short sentences. */
export interface JobAbout {
  /** What a job carries. */
  readonly carries: string
  /** How long a job may take, and how often it runs if it is periodic. */
  readonly takes: string
  /** What it means when jobs fail, and what to do about it. */
  readonly failing: string
}

/** One thing that a job is about, for operators. */
export interface JobConcern {
  /** `transfer of 25.00 USD at /op/rent in realm "First realm", pending` */
  readonly text: string
  /** Address of a page of this service about it. */
  readonly href?: string
}

/**
 * One kind of job, on a queue of its own name. A handler runs at least once: a job may come twice,
 * late, or again after a crash, so the handler reads its row again and returns quietly when the
 * work is done. A throw is retried with back-off.
 */
export interface JobDefinition {
  /** Queue name, kebab-case. */
  readonly name: string
  readonly about: JobAbout
  readonly concurrency: number
  /**
   * For a job whose one run does the work of all with the same payload that were stored before it: those that
   * are announced within so many milliseconds of each other share a run. Left out: each has its own.
   */
  readonly gatherMs?: number
  /** How often a periodic job runs, with an empty payload, in milliseconds. */
  readonly everyMs?: number
  /**
   * How often a periodic job runs while nothing wakes it and its last run was `done`; `everyMs` is
   * then how often it runs at most. For a job that is woken by what it acts on: a wake may be lost,
   * and its work waits so long then. A job without it does not rest.
   */
  readonly restMs?: number
  /**
   * SQL that finds a row while a job that rests has something to do; `:now` stands for the time of
   * the service's clock. Each worker asks every second, so it has to be answered by an index. It need
   * not be exact: the job finds its work itself, and what the statement misses waits for `restMs`.
   */
  readonly due?: string
  /**
   * Looks out, in each process that works the queue, for what jobs are woken by. What it returns
   * ends that.
   */
  readonly lookOut?: (container: Resolver) => Promise<() => void>
  /**
   * Whether an operator may take such a job off the outbox: only where the same work is also done
   * without it, so that neither value nor evidence is lost.
   */
  readonly discardable: boolean
  /** Reads what a job is about, for operators who look at it. */
  readonly concerns?: (payload: JobPayload, container: Resolver) => Promise<JobConcern[]>
  /** The operations that a job goes on with, in whose traces it then stands. */
  readonly operations?: (payload: JobPayload) => readonly string[]
  handle(payload: JobPayload, context: JobContext): Promise<JobResult>
}

export interface TypedJob<Payload extends JobPayload> {
  readonly name: string
  readonly about: JobAbout
  readonly concurrency?: number
  readonly gatherMs?: number
  readonly everyMs?: number
  readonly restMs?: number
  readonly due?: string
  lookOut?(container: Resolver): Promise<() => void>
  /** False when it is left out. */
  readonly discardable?: boolean
  /** Operators read the bare payload when it is left out. */
  concerns?(payload: Payload, container: Resolver): Promise<JobConcern[]>
  /** None when it is left out. */
  operations?(payload: Payload): readonly string[]
  handle(payload: Payload, context: JobContext): Promise<JobResult>
}

/**
 * Declares a job with the type of its payload; `jobOf` makes the matching outbox row.
 *
 * @throws Error for one that says when it is due and cannot be woken: its look would end those of all
 */
export function defineJob<Payload extends JobPayload>(job: TypedJob<Payload>): JobDefinition {
  if (job.due !== undefined && job.everyMs === undefined)
    throw new Error(`The job "${job.name}" says when it is due, and not how often it runs: everyMs`)
  return {
    name: job.name,
    about: job.about,
    concurrency: job.concurrency ?? 1,
    gatherMs: job.gatherMs,
    everyMs: job.everyMs,
    restMs: job.restMs,
    due: job.due,
    lookOut: job.lookOut,
    discardable: job.discardable ?? false,
    concerns:
      job.concerns && ((payload, container) => job.concerns!(payload as Payload, container)),
    operations: job.operations && ((payload) => job.operations!(payload as Payload)),
    handle: (payload, context) => job.handle(payload as Payload, context),
  }
}

/** A job that must run once the transaction that stores it has committed. */
export interface OutboxJob {
  /** `job_…`; it is the job's id in Redis too, so that a job that is published twice runs once. */
  id: string
  queue: string
  payload: JobPayload
}
