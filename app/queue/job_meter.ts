import { Counter, Histogram, type Metric } from 'prom-client'
import { singleton } from '#app/extension/singleton'
import type { JobResult } from '#app/queue/job'

/** Seconds. Few, because each queue has them all. */
const BUCKETS = [0.01, 0.1, 1, 10, 60]

/** Counts the jobs that this process runs. */
@singleton()
export class JobMeter {
  readonly #jobs = new Counter({
    name: 'queue_jobs_total',
    help: 'Queue jobs run by this process, by queue and result.',
    labelNames: ['queue', 'result'],
    registers: [],
  })

  readonly #durations = new Histogram({
    name: 'queue_job_duration_seconds',
    help: 'Time that a job ran, by queue.',
    labelNames: ['queue'],
    buckets: BUCKETS,
    registers: [],
  })

  readonly #ages = new Histogram({
    name: 'queue_job_age_seconds',
    help: 'Time from the moment a job was published, or due, to the moment it began to run, by queue.',
    labelNames: ['queue'],
    buckets: BUCKETS,
    registers: [],
  })

  began(queue: string, ageMs: number) {
    this.#ages.observe({ queue }, Math.max(0, ageMs) / 1000)
  }

  ended(queue: string, result: JobResult | 'failed', ms: number) {
    this.#jobs.inc({ queue, result })
    this.#durations.observe({ queue }, ms / 1000)
  }

  instruments(): Metric[] {
    return [this.#jobs, this.#durations, this.#ages]
  }
}
