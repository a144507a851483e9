import type { OutboxJob } from '#app/queue/job'

/** A job that does the work of others with the same payload. */
export interface GatheredJob extends OutboxJob {
  /** The ids of those others, which were committed before it. */
  others: string[]
}

/**
 * Holds back jobs that come shortly after another one with the same payload. One run does the work of
 * them all, because it begins after the newest of them was committed. The first one goes at once.
 */
export class GatheredJobs {
  #waiting = new Map<string, OutboxJob[]>()

  /** @param publish never throws */
  constructor(private publish: (job: GatheredJob) => Promise<void>) {}

  /** @returns whether the job waits, and will be published together with others */
  holds(job: OutboxJob, gatherMs: number): boolean {
    const key = `${job.queue} ${JSON.stringify(job.payload)}`
    const waiting = this.#waiting.get(key)
    if (waiting) waiting.push(job)
    else this.#open(key, gatherMs)
    return waiting !== undefined
  }

  /** Publishes what waits: this process ends. */
  async end(): Promise<void> {
    await Promise.all([...this.#waiting.keys()].map((key) => this.#publish(key)))
  }

  #open(key: string, gatherMs: number) {
    this.#waiting.set(key, [])
    const timer = setTimeout(() => {
      if (this.#publish(key) !== null) this.#open(key, gatherMs)
    }, gatherMs)
    timer.unref()
  }

  /** @returns null when nothing has waited */
  #publish(key: string): Promise<void> | null {
    const jobs = this.#waiting.get(key) ?? []
    this.#waiting.delete(key)
    const newest = jobs.pop()
    return newest ? this.publish({ ...newest, others: jobs.map(({ id }) => id) }) : null
  }
}
