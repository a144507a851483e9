import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import type { OutboxJob } from '#app/queue/job'
import { type DueJob, Outbox } from '#app/queue/outbox'
import { QueueHost } from '#app/queue/queue_host'
import { QueuePauses } from '#app/queue/queue_pauses'
import { RepeatedTrouble } from '#app/queue/repeated_trouble'
import { LIMITS } from '#app/limits'

const KEEP_EVERY_MS = 30_000

/**
 * Turns outbox rows into queue jobs. `announce` is the fast way, right after the commit; the poller
 * is the certain one: it finds what a crash, a dead Redis or a failed handler left behind.
 */
@singleton()
export class OutboxRelay {
  #stopped = false
  /** The turn that is under way. */
  #turn: Promise<void> | null = null
  /**
   * When schedules and pauses were last looked at, which an emptied Redis has forgotten; in milliseconds
   * of this process, because a clock that is set back must not put that off.
   */
  #keptAt = performance.now()
  #trouble: RepeatedTrouble

  constructor(
    private outbox: Outbox,
    private queues: QueueHost,
    private pauses: QueuePauses,
    private log: Logger,
    private keepEveryMs: number = KEEP_EVERY_MS
  ) {
    this.#trouble = new RepeatedTrouble(log, 'the outbox cannot be polled')
  }

  /** Publishes jobs that have just been committed. It never throws, and need not be awaited. */
  async announce(jobs: readonly OutboxJob[]): Promise<void> {
    if (jobs.length === 0) return
    try {
      await this.queues.announce(jobs)
    } catch (error) {
      this.log.warn({ err: error, jobs: jobs.length }, 'queue unreachable; the poller will publish')
    }
  }

  /**
   * A turn of the poller, which a worker has each second. It never throws, and need not be awaited:
   * one that comes while the one before still publishes is left out.
   *
   * @param isOwed whether a publication is due
   */
  turn(isOwed: boolean): void {
    if (!this.#stopped) this.#turn ??= this.#take(isOwed).finally(() => (this.#turn = null))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#turn
  }

  /** One pass of the poller; returns how many jobs it published. */
  async pollOnce(): Promise<number> {
    const due = await this.outbox.takeDue()
    const { known = [], unknown = [] } = Object.groupBy(due, ({ queue }) =>
      this.queues.defines(queue) ? 'known' : 'unknown'
    )
    if (unknown.length > 0) {
      // A module that was removed leaves its jobs; they wait for it, and must not stop the others.
      const queues = [...new Set(unknown.map(({ queue }) => queue))]
      this.log.warn({ queues, jobs: unknown.length }, 'no loaded module works these stored jobs')
    }
    if (known.length > 0) await this.#publish(known)
    return due.length
  }

  async #publish(jobs: readonly DueJob[]): Promise<void> {
    try {
      await this.queues.publish(jobs)
    } catch (error) {
      await this.outbox.giveBack(jobs.map(({ id }) => id))
      throw error
    }
  }

  async #take(isOwed: boolean): Promise<void> {
    try {
      while (isOwed && !this.#stopped && (await this.pollOnce()) === LIMITS.outboxBatch);
      if (performance.now() - this.#keptAt > this.keepEveryMs) {
        await this.queues.keepPeriodic()
        await this.pauses.keepAll()
        this.#keptAt = performance.now()
      }
      this.#trouble.over()
    } catch (error) {
      this.#trouble.note(error as Error)
    }
  }
}
