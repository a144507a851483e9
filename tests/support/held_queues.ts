import app from '@adonisjs/core/services/app'
import { QueueHost } from '#app/queue/queue_host'
import { until } from '#tests/support/client'

/**
 * Lets no job of these queues begin.
 *
 * @returns a function that releases the queues
 */
export async function pauseQueues(...names: string[]): Promise<() => Promise<void>> {
  const host = await app.container.make(QueueHost)
  const queues = names.map((name) => host.queue(name))
  await Promise.all(queues.map((queue) => queue.pause()))
  return async () => {
    await Promise.all(queues.map((queue) => queue.resume()))
  }
}

/**
 * Holds queues until they are released, and waits for jobs that are running: between two steps of a
 * test nothing happens that the test does not do itself.
 *
 * @returns a function that releases the queues
 */
export async function holdQueues(...names: string[]): Promise<() => Promise<void>> {
  const release = await pauseQueues(...names)
  const host = await app.container.make(QueueHost)
  for (const name of names) {
    const queue = host.queue(name)
    await until('the running job to end', async () => (await queue.getActiveCount()) === 0)
  }
  return release
}
