import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { defineJob, type JobDefinition, type JobResult } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { QueueHost, type QueueConfig } from '#app/queue/queue_host'
import { WakeTimes } from '#app/queue/wake_times'
import { until } from '#tests/support/client'

const EVERY_MS = 20

/** A periodic job that rests for an hour, on queues of its own. */
async function restingJob(handle: (run: number) => Promise<JobResult>) {
  const config = app.config.get<QueueConfig>('queue')
  const name = `rests-${randomUUID()}`
  const prefix = `{${name}}`
  const host = new QueueHost({ ...config, prefix }, await app.container.make(Outbox), logger.use())
  let runs = 0
  host.define(
    defineJob({
      name,
      about: { carries: 'A number.', takes: 'No time.', failing: 'Read the test.' },
      everyMs: EVERY_MS,
      restMs: 3_600_000,
      handle: () => handle(++runs),
    })
  )
  await host.startWorkers((definition: JobDefinition, payload, { attempt }) =>
    definition.handle(payload, {
      container: app.container.createResolver(),
      log: logger.use(),
      attempt,
    })
  )
  await until('the first turn of the schedule', () => runs === 1)
  return {
    host,
    wake: () => host.wake(name),
    ran: () => runs,
    /** Runs of the queue that wait or are under way, but for the next turn of the schedule. */
    left: async () => {
      const { active, waiting } = await host.queue(name).getJobCounts('active', 'waiting')
      return active! + waiting!
    },
  }
}

test.group('host | jobs that rest', () => {
  test('a job that left nothing rests, and runs once it is woken', async ({ assert, cleanup }) => {
    const job = await restingJob(async () => 'done')
    cleanup(() => job.host.close())
    await until('nothing to be left', async () => (await job.left()) === 0)
    assert.equal(job.ran(), 1)
    job.wake()
    await until('the run that was woken', () => job.ran() === 2)
  })

  test('a job that left something, or failed, runs again without a wake', async ({ cleanup }) => {
    const job = await restingJob(async (run) => {
      if (run === 2) throw new Error('expected by the test')
      return run < 4 ? 'again' : 'done'
    })
    cleanup(() => job.host.close())
    await until('four runs', () => job.ran() === 4)
  })

  test('a wake that comes while the job runs is followed by one more run, however many come', async ({
    assert,
    cleanup,
  }) => {
    let unblock = () => {}
    const blocked = new Promise<JobResult>((resolve) => (unblock = () => resolve('done')))
    const job = await restingJob(async (run) => (run === 2 ? blocked : 'done'))
    cleanup(() => job.host.close())
    job.wake()
    await until('the run that was woken', () => job.ran() === 2)
    for (let wakes = 0; wakes < 5; wakes++) {
      job.wake()
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS + 5))
    }
    unblock()
    await until('the run that follows', () => job.ran() === 3)
    await until('nothing to be left', async () => (await job.left()) === 0)
    assert.equal(job.ran(), 3, 'expected five wakes to be one run')
  })

  test('a job is not woken more often than it may run, and the last wake is not lost', async ({
    assert,
  }) => {
    const at: number[] = []
    const times = new WakeTimes(() => at.push(performance.now()))
    for (let wakes = 0; wakes < 10; wakes++) times.wake('often', EVERY_MS)
    assert.lengthOf(at, 1, 'expected the first wake to run at once')
    await until('the second run', () => at.length === 2)
    // A timer may fire a moment before the clock says so.
    assert.isAtLeast(at[1]! - at[0]!, EVERY_MS - 2)
    times.wake('often', EVERY_MS)
    times.close()
    await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS))
    assert.lengthOf(at, 2, 'expected nothing to run once it is closed')
  })

  test('only a periodic job is woken by name', async ({ assert, cleanup }) => {
    const job = await restingJob(async () => 'done')
    cleanup(() => job.host.close())
    assert.throws(() => job.host.wake('nobody'), /No module defines the periodic job "nobody"/)
  })
})
