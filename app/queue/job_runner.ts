import { DelayedError, type Job } from 'bullmq'
import type { Logger } from '@adonisjs/core/logger'
import { failpoint } from '#app/queue/failpoints'
import { failureText } from '#app/queue/failure_text'
import type { JobDefinition, JobPayload, JobResult } from '#app/queue/job'
import type { Outbox } from '#app/queue/outbox'
import { RepeatedTrouble } from '#app/queue/repeated_trouble'
import type { WakeTimes } from '#app/queue/wake_times'
import { isDatabaseAway, isDatabaseLost } from '#app/storage/database_errors'
import { LIMITS } from '#app/limits'

/** Past this the pause of a job that comes back is at its cap. */
const MAX_DOUBLINGS = 10

/** The data of a BullMQ job: the outbox id, if it has one, and the payload. */
export interface QueuedData {
  outboxId: string | null
  /** The outbox ids of jobs that the run does too. */
  others?: string[]
  payload: JobPayload
}

/** Calls the handler of a job. */
export type RunJob = (
  definition: JobDefinition,
  payload: JobPayload,
  run: {
    attempt: number
    /** Since the job was published, or was due. */
    ageMs: number
  }
) => Promise<JobResult>

/** Runs what the workers of this process take from Redis, and settles with the outbox how it ended. */
export class JobRunner {
  /** The outbox rows whose handlers run here. */
  #running = new Set<string>()
  /** The queues whose handlers run here, once for each. */
  #handled: string[] = []
  #trouble: RepeatedTrouble

  constructor(
    private outbox: Outbox,
    private wakes: WakeTimes,
    private log: Logger
  ) {
    this.#trouble = new RepeatedTrouble(log, 'the database is away or contended, and jobs wait')
  }

  /** Whether no handler of an owed job runs here. */
  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** The queues whose handlers run here. */
  get queues(): string[] {
    return [...new Set(this.#handled)]
  }

  /** Handles a job that Redis brought. @throws what its handler throws */
  async run(
    definition: JobDefinition,
    { job, token }: { job: Job<QueuedData>; token: string | undefined },
    handle: RunJob
  ): Promise<void> {
    const attempt = Number(job.id?.split('-').at(-1) ?? 1) || 1
    await failpoint('job.received')
    const { outboxId, others = [] } = job.data
    const ageMs = Date.now() - job.timestamp - job.delay
    const once = () =>
      this.#noting(definition.name, handle(definition, job.data.payload, { attempt, ageMs }))
    if (outboxId === null) await this.#periodic(definition, once())
    else if (!(await this.#reached(job, token, () => this.#ifOwed([outboxId, ...others], once)))) {
      return this.#lookAgain(job, token)
    }
    await failpoint('job.finished')
  }

  /**
   * What still runs is owed at once, and another process takes it. This one ends without its workers,
   * whose closing waits for their jobs.
   */
  async handBack(): Promise<void> {
    const ids = [...this.#running]
    this.log.warn(
      { jobs: ids },
      'jobs take too long for a process that stops; they are handed back'
    )
    await this.outbox.handBack(ids).catch((err: unknown) => {
      this.log.warn({ err }, 'jobs not handed back; the poller finds them later')
    })
  }

  async #noting(queue: string, running: Promise<JobResult>): Promise<JobResult> {
    this.#handled.push(queue)
    try {
      return await running
    } finally {
      this.#handled.splice(this.#handled.indexOf(queue), 1)
    }
  }

  /** One that failed, or that has not finished, does not rest. */
  async #periodic({ name, everyMs, restMs }: JobDefinition, running: Promise<JobResult>) {
    let result: JobResult = 'again'
    try {
      result = await running
    } finally {
      if (result === 'again' && restMs !== undefined) this.wakes.later(name, everyMs!)
    }
  }

  /**
   * A job that meets a database which is away, a node of it that serves nobody, or transactions of
   * other nodes that are always first, comes back soon, and as long as that lasts. Left to the
   * poller, each such run would double the delay of the next one, and a job would wait for minutes
   * when all is well.
   */
  async #reached(
    job: Job<QueuedData>,
    token: string | undefined,
    work: () => Promise<boolean>
  ): Promise<boolean> {
    try {
      const isOwed = await work()
      this.#trouble.over()
      return isOwed
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      this.#trouble.note(error as Error, { queue: job.name })
      const waitMs = LIMITS.lostJobWaitMs * 2 ** Math.min(job.attemptsStarted - 1, MAX_DOUBLINGS)
      return comeBack(job, token, Math.min(waitMs, LIMITS.lostJobWaitCapMs))
    }
  }

  /**
   * @param ids the newest first: who can read it can read what was committed before
   * @returns whether this process can read that the job is owed
   */
  async #ifOwed(ids: readonly [string, ...string[]], once: () => Promise<JobResult>) {
    if (!(await this.outbox.isOwed(ids[0]))) return false
    await this.#owed(ids, once)
    return true
  }

  /** Only the newest is noted as failed or unfinished: the others stay due as they are. */
  async #owed(ids: readonly [string, ...string[]], once: () => Promise<JobResult>): Promise<void> {
    const [outboxId] = ids
    this.#running.add(outboxId)
    try {
      const result = await this.#noted(outboxId, once())
      await failpoint('job.handled')
      // Only now is the job no longer owed: after a crash before this line it runs again.
      if (result === 'done') await this.outbox.finish(...ids)
      else await this.outbox.defer(outboxId)
    } finally {
      this.#running.delete(outboxId)
    }
  }

  /** A failure that cannot be noted must not hide the error of the job itself. */
  async #noted(outboxId: string, running: Promise<JobResult>): Promise<JobResult> {
    try {
      return await running
    } catch (error) {
      if (isDatabaseLost(error)) throw error
      const note = this.outbox.failed(outboxId, failureText(error))
      await note.catch((err: unknown) => this.log.warn({ err, outboxId }, 'failure not noted'))
      throw error
    }
  }

  /**
   * A job that is not owed was finished before, or this process reads a database node which the
   * transaction that stored the job has not reached yet. In the second case its handler would find
   * nothing to do, and the job would count as done and never run again. So the job comes back a few
   * times; after that the poller publishes it, if it is owed at all.
   */
  async #lookAgain(job: Job<QueuedData>, token: string | undefined): Promise<void> {
    if (job.attemptsStarted >= LIMITS.unseenJobRuns) return
    await comeBack(job, token, LIMITS.unseenJobWaitMs * 2 ** (job.attemptsStarted - 1))
  }
}

/** Ends a run of a job, which Redis brings again. */
async function comeBack(
  job: Job<QueuedData>,
  token: string | undefined,
  waitMs: number
): Promise<never> {
  await job.moveToDelayed(Date.now() + waitMs, token)
  throw new DelayedError()
}
