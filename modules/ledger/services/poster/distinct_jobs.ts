import type { OutboxJob } from '#app/queue/job'

/**
 * The jobs of a group, each purpose once: a hundred operations that each want their realm's events
 * dispatched are served by one run, because it begins after all of them have committed.
 */
export function distinctJobs(jobs: readonly OutboxJob[]): OutboxJob[] {
  const byPurpose = new Map<string, OutboxJob>()
  for (const job of jobs) {
    const purpose = `${job.queue} ${JSON.stringify(job.payload)}`
    if (!byPurpose.has(purpose)) byPurpose.set(purpose, job)
  }
  return [...byPurpose.values()]
}
