import app from '@adonisjs/core/services/app'
import { QueueHost } from '#app/queue/queue_host'
import { QUEUES } from '#modules/ledger/jobs/job_rows'

/** Settles nothing meanwhile: a test does it by hand, or changes what will be found. */
export async function withSettlementPaused<Result>(work: () => Promise<Result>): Promise<Result> {
  const host = await app.container.make(QueueHost)
  const queues = [QUEUES.settlement, QUEUES.confirmation].map((name) => host.queue(name))
  await Promise.all(queues.map((queue) => queue.pause()))
  try {
    return await work()
  } finally {
    await Promise.all(queues.map((queue) => queue.resume()))
  }
}
