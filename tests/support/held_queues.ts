import app from '@adonisjs/core/services/app'
import { QueueHost } from '#app/queue/queue_host'
import { until } from '#tests/support/client'

/**
 * Holds queues until they are released, and waits for jobs that are running: between two steps of a
 * test nothing happens that the test does not do itself.
 *
 * @returns a function that releases the queues
 */
export async function holdQueues(...names: string[]): Promise<() => Promise<void>> {
  const host = await app.container.make(QueueHost)
  const queues = names.map((name) => host.queue(name))
  await Promise.all(queues.map((queue) => queue.pause()))
  for (const queue of queues) {
    await until('the running job to end', async () => (await queue.getActiveCount()) === 0)
  }
  return async () => {
    await Promise.all(queues.map((queue) => queue.resume()))
  }
}
