import type { JobAbout } from '#app/queue/job'

/** What one process tells of work that no queue carries, from memory. */
export interface WorkFigures {
  /** How many things wait to be worked on, and for how long the first of them. */
  waiting: number
  oldestSeconds: number
  /** Since the process began. */
  done: number
  failed: number
}

/**
 * Work that is not carried by a queue, because a job for each piece would cost too much. Operators
 * see it beside the queues.
 */
export interface UnqueuedWork {
  /** As a queue's: kebab-case. */
  readonly name: string
  readonly about: JobAbout
  /** What is counted: `realms whose changes wait`. */
  readonly waits: string
  /** What is done: `entries pushed`. */
  readonly does: string
  figures(): WorkFigures
}
