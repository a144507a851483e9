import { toRfc3339 } from '#app/clock/timestamp'
import type { ShownJob, ShownQueue } from '#app/queue/operate_queues'
import type { UnqueuedWork } from '#app/queue/unqueued_work'
import type { OperatorAction } from '#app/queue/operator_log'

/** How the page and the commands of operators show owed jobs, queues and what was done. */

export function presentJob(job: ShownJob) {
  const { id, queue, definition, concerns, tries, attempts, lastError, payload } = job
  return {
    id,
    queue,
    about: definition?.about ?? null,
    canDiscard: definition?.discardable ?? false,
    concerns,
    payload: JSON.stringify(payload),
    tries,
    attempts,
    lastError,
    failingSince: job.failingSince === null ? null : shownTime(job.failingSince),
    createdAt: shownTime(job.createdAt),
    dueAt: shownTime(job.dueAt),
    dueIn: job.isDue ? 'due now' : `in ${spanText(job.dueInSeconds)}`,
  }
}

export function presentQueue({ name, definition, owed, failing, ...queue }: ShownQueue) {
  return {
    name,
    module: definition?.module ?? null,
    about: definition?.about ?? null,
    owed,
    failing,
    oldest: spanText(queue.oldestSeconds),
    pause: queue.pause && presentAction(queue.pause),
    unserved: queue.workers === 0,
  }
}

export function presentUnqueued(
  module: string,
  { name, about, waits, does, figures }: UnqueuedWork
) {
  const { waiting, oldestSeconds, done, failed } = figures()
  const oldest = waiting > 0 ? spanText(oldestSeconds) : null
  return { name, module, about, waiting, waits, oldest, done, does, failed }
}

const DONE: Record<OperatorAction['action'], string> = {
  retry: 'asked for the next attempt of',
  discard: 'discarded',
  pause: 'paused',
  resume: 'resumed',
}

export function presentAction({
  who,
  action,
  queue,
  jobId,
  reason,
  createdAt,
  ...then
}: OperatorAction) {
  return {
    who,
    did: DONE[action],
    what: jobId === null ? `the queue ${queue}` : `the job ${jobId} of ${queue}`,
    reason,
    lastError: then.job?.lastError ?? null,
    payload: then.job === null ? null : JSON.stringify(then.job.payload),
    at: shownTime(toRfc3339(createdAt)),
  }
}

/** An RFC 3339 time for machines and for people. */
function shownTime(machine: string) {
  return { machine, human: `${machine.slice(0, 10)} ${machine.slice(11, 19)} UTC` }
}

/** `42 seconds`, `5 minutes`, `3 hours`. */
export function spanText(seconds: number): string {
  const [unit, length] =
    seconds < 90 ? ['second', 1] : seconds < 5400 ? ['minute', 60] : ['hour', 3600]
  const amount = Math.round(Math.max(0, seconds) / Number(length))
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
