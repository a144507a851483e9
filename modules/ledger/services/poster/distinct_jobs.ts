import type { OutboxJob } from '#app/queue/job'

/**
 * The jobs of a group, one for each purpose: a hundred operations that each want their realm's
 * events dispatched are served by one run, because it begins after all of them have committed. Jobs
 * that name `operationIds` become one job that names all, so that what settles in groups is not
 * woken one by one.
 */
export function distinctJobs(jobs: readonly OutboxJob[]): OutboxJob[] {
  const byPurpose = new Map<string, { job: OutboxJob; operationIds: string[] }>()
  for (const job of jobs) {
    const { operationIds, ...rest } = job.payload
    const ids = typeof operationIds === 'string' ? [operationIds] : []
    const purpose = `${job.queue} ${JSON.stringify(rest)} ${ids.length}`
    const known = byPurpose.get(purpose)
    if (known) known.operationIds.push(...ids)
    else byPurpose.set(purpose, { job, operationIds: ids })
  }
  return [...byPurpose.values()].map(({ job, operationIds }) =>
    operationIds.length > 1
      ? { ...job, payload: { ...job.payload, operationIds: operationIds.join(',') } }
      : job
  )
}
