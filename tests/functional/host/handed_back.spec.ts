import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { newId } from '#app/ids/ids'
import { defineJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { QueueHost, type QueueConfig } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'
import { until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

const ABOUT = { carries: 'Nothing.', takes: 'For ever.', failing: 'Read the test.' }
const PATIENCE = { jobsEndMs: 50, periodicJobsEndMs: 50 }
const AN_HOUR_MS = 3_600_000

test('host | a stopping worker hands back jobs that do not end', async ({ assert, cleanup }) => {
  const config = app.config.get<QueueConfig>('queue')
  const prefix = `{handed-back-${randomUUID()}}`
  const outbox = await app.container.make(Outbox)
  const database = await app.container.make(Database)
  const queues = new QueueHost({ ...config, prefix }, outbox, logger.use(), PATIENCE)
  const held = Promise.withResolvers<void>()
  const jobs = ['short', 'endless'].map((name) => {
    return { id: newId('job'), queue: `${name}-${randomUUID()}`, payload: {} }
  })
  const [short, endless] = jobs as [(typeof jobs)[0], (typeof jobs)[0]]
  for (const { queue } of jobs) {
    queues.define(
      defineJob({ name: queue, about: ABOUT, handle: () => Promise.resolve('done' as const) })
    )
  }
  const running = new Set<string>()
  await queues.startWorkers(async ({ name }) => {
    running.add(name)
    if (name === endless.queue) await held.promise
    return 'done'
  })
  const ids = jobs.map(({ id }) => id)
  cleanup(async () => void (await writeRows`DELETE FROM outbox WHERE id IN (${ids})`))
  await database.transaction((session) => Outbox.store(session, jobs))
  await queues.publish(jobs)
  await until('both to run', () => running.size === jobs.length)
  const [before] = await readRows`SELECT attempts FROM outbox WHERE id = ${endless.id}`
  await queues.close()

  // The poller of this process's own queues takes what is due, and may be sooner than this look.
  const owed =
    await readRows`SELECT id, due_at <= UTC_TIMESTAMP(6) OR attempts > ${before!.attempts} AS isOrWasDue
      FROM outbox WHERE id IN (${ids})`
  const done = owed.filter(({ id }) => id === short.id)
  assert.lengthOf(done, 0)
  const left = owed.find(({ id }) => id === endless.id)
  assert.containSubset(left, { isOrWasDue: 1 })
  held.resolve()
})

test('host | a worker that stops waits for no periodic job that hangs', async ({ cleanup }) => {
  const config = app.config.get<QueueConfig>('queue')
  const prefix = `{periodic-${randomUUID()}}`
  const outbox = await app.container.make(Outbox)
  const patience = { ...PATIENCE, jobsEndMs: AN_HOUR_MS }
  const queues = new QueueHost({ ...config, prefix }, outbox, logger.use(), patience)
  const held = Promise.withResolvers<'done'>()
  cleanup(() => held.resolve('done'))
  const name = `look-${randomUUID()}`
  queues.define(defineJob({ name, about: ABOUT, everyMs: 1000, handle: () => held.promise }))
  let runs = 0
  await queues.startWorkers(() => {
    runs++
    return held.promise
  })
  await until('it to run', () => runs > 0)
  await queues.close()
})
