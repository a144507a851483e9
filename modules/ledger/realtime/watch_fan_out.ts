import type { Metric } from 'prom-client'
import { counterOf, gaugeOf } from '#app/observability/instruments'
import type { UnqueuedWork } from '#app/queue/unqueued_work'
import type { JournalTail } from './journal_tail.ts'

/** The fan-out to watches as operators see it. Pushes read the journal; no job carries them. */
export function watchFanOut(tail: JournalTail): UnqueuedWork {
  return {
    name: 'watch-fan-out',
    about: {
      carries: 'What a journal tells the watches and event streams of open connections.',
      takes: 'A quarter of a second from commit to push.',
      failing:
        'The connection is shown the whole state again, and nothing is lost. Read the error in the log; when changes wait for seconds, start another server.',
    },
    waits: 'realms whose changes wait',
    does: 'entries pushed',
    figures: () => tail.figures(),
  }
}

export function fanOutMetrics(tail: JournalTail): Metric[] {
  return [
    gaugeOf(
      { name: 'watch_fan_out_waiting', help: 'Realms whose changes wait to be pushed.' },
      () => tail.figures().waiting
    ),
    gaugeOf(
      {
        name: 'watch_fan_out_oldest_seconds',
        help: 'For how long the first realm whose changes wait to be pushed has waited.',
      },
      () => tail.figures().oldestSeconds
    ),
    counterOf(
      { name: 'watch_fan_out_entries_total', help: 'Entries of journals that were pushed.' },
      () => tail.figures().done
    ),
    counterOf(
      { name: 'watch_fan_out_failures_total', help: 'Changes that could not be pushed at once.' },
      () => tail.figures().failed
    ),
  ]
}
