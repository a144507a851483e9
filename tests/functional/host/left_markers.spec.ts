import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { defineJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { QueueHost, type QueueConfig } from '#app/queue/queue_host'
import { redisClient } from '#app/queue/redis_client'
import { until } from '#tests/support/client'

const RARE_MS = 3_600_000

/** A process that works one queue, and what it leaves in Redis. */
async function working(handle: () => Promise<void> = async () => {}) {
  const config = app.config.get<QueueConfig>('queue')
  const name = `leaves-${randomUUID()}`
  const host = new QueueHost(
    { ...config, prefix: `{${name}}` },
    await app.container.make(Outbox),
    logger.use()
  )
  const redis = redisClient(config.redis, { maxRetriesPerRequest: null })
  host.define(
    defineJob({
      name,
      about: { carries: 'Nothing.', takes: 'No time.', failing: 'Read the test.' },
      handle: async () => 'done',
    })
  )
  const key = host.queue(name).toKey('marker')
  return {
    start: () => host.startWorkers(handle as never),
    add: (delay?: number) =>
      host.queue(name).add(name, { outboxId: null, payload: {} }, { ...(delay && { delay }) }),
    marks: () => redis.zrange(key, '0', '-1', 'WITHSCORES'),
    /** NaN when nobody is told. */
    dueInMs: async () => Number((await redis.zscore(key, '1')) ?? Number.NaN) - Date.now(),
    loseMarks: () => redis.del(key),
    close: () => host.close(),
    end: () => redis.disconnect(),
  }
}

test.group('host | what a worker that stops leaves to the others', () => {
  test('when the next delayed job is due that it has been told of', async ({ assert, cleanup }) => {
    const worker = await working()
    cleanup(worker.end)
    await worker.start()
    await worker.add(RARE_MS)
    await until('its marker to be taken', async () => (await worker.marks()).length === 0)
    await worker.close()
    assert.approximately(await worker.dueInMs(), RARE_MS, 60_000)
  })

  test('when the next delayed job is due that it has seen itself', async ({ assert, cleanup }) => {
    const run = Promise.withResolvers<void>()
    const worker = await working(async () => run.resolve())
    cleanup(worker.end)
    await worker.add(RARE_MS)
    await worker.loseMarks()
    await worker.start()
    await worker.add()
    await run.promise
    await worker.close()
    assert.approximately(await worker.dueInMs(), RARE_MS, 60_000)
  })

  test('that a job waits whose marker it has taken', async ({ assert, cleanup }) => {
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const worker = await working(() => (begun.resolve(), end.promise))
    cleanup(worker.end)
    await worker.start()
    await worker.add()
    await begun.promise
    await worker.add()
    await worker.loseMarks()
    const closed = worker.close()
    end.resolve()
    await closed
    assert.deepEqual(await worker.marks(), ['0', '0'])
  })

  test('nothing where nothing waits', async ({ assert, cleanup }) => {
    const worker = await working()
    cleanup(worker.end)
    await worker.start()
    await worker.close()
    assert.deepEqual(await worker.marks(), [])
  })
})
