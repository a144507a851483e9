import { Counter, Histogram, type Metric } from 'prom-client'
import { singleton } from '#app/extension/singleton'
import { isSuccess, type Attempt } from '../core/delivery.ts'

const SECONDS = [0.05, 0.25, 1, 5, 15]

/** Counts the attempts of this process. */
@singleton()
export class AttemptMeter {
  readonly #attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to send an event, by result: delivered, refused by its receiver, or unanswered.',
    labelNames: ['result'],
    registers: [],
  })
  readonly #durations = new Histogram({
    name: 'webhook_attempt_seconds',
    help: 'How long receivers took to answer, or to be given up.',
    buckets: SECONDS,
    registers: [],
  })

  attempted(attempt: Attempt) {
    this.#attempts.inc({ result: resultOf(attempt) })
    this.#durations.observe(attempt.durationMs / 1000)
  }

  instruments(): Metric[] {
    return [this.#attempts, this.#durations]
  }
}

function resultOf(attempt: Attempt): string {
  if (attempt.status === null) return 'unanswered'
  return isSuccess(attempt) ? 'delivered' : 'refused'
}
