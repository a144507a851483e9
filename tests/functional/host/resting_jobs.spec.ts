import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { Logger } from '@adonisjs/core/logger'
import logger from '@adonisjs/core/services/logger'
import { Clock } from '#app/clock/clock'
import { DueLook } from '#app/queue/due_look'
import { defineJob, type JobDefinition, type JobResult } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { QueueHost, type QueueConfig } from '#app/queue/queue_host'
import { WakeTimes } from '#app/queue/wake_times'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { until } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

const EVERY_MS = 20

async function lookOf(
  host: QueueHost,
  { database, log = logger.use() }: { database?: Database; log?: Logger } = {}
): Promise<DueLook> {
  const { container } = app
  const clock = await container.make(Clock)
  return new DueLook(database ?? (await container.make(Database)), host, clock, log)
}

/** A periodic job that rests for an hour, on queues of its own. */
async function restingJob(handle: (run: number) => Promise<JobResult>, due?: string) {
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
      due,
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
    name,
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

  test('wakes during a run are followed by one more run', async ({ assert, cleanup }) => {
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
    // A wake is not awaited: this question follows the last one on its connection to Redis.
    await job.left()
    unblock()
    await until('the run that follows', () => job.ran() === 3)
    await until('nothing to be left', async () => (await job.left()) === 0)
    assert.equal(job.ran(), 3, 'expected five wakes to be one run')
  })

  test('a job wakes no oftener than it may run, and keeps its last wake', async ({ assert }) => {
    const at: number[] = []
    const times = new WakeTimes(() => at.push(performance.now()))
    for (let wakes = 0; wakes < 10; wakes++) times.wake('often', EVERY_MS)
    assert.lengthOf(at, 1, 'expected the first wake to run at once')
    await until('the second run', () => at.length === 2)
    // A timer may fire a moment before the clock says so.
    assert.isAtLeast(at[1]! - at[0]!, EVERY_MS - 2)
    times.wake('often', EVERY_MS)
    // On a busy machine its time has come already.
    const ran = at.length
    times.close()
    await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS))
    assert.lengthOf(at, ran, 'expected nothing to run once it is closed')
  })

  test('only a periodic job is woken by name', async ({ assert, cleanup }) => {
    const job = await restingJob(async () => 'done')
    cleanup(() => job.host.close())
    assert.throws(() => job.host.wake('nobody'), /No module defines the periodic job "nobody"/)
  })

  test('of the jobs that say when they are due, those are woken', async ({ assert, cleanup }) => {
    const idle = await restingJob(
      async () => 'done',
      'SELECT 1 FROM outbox WHERE due_at > :now + INTERVAL 9 YEAR'
    )
    const busy = await restingJob(
      async () => 'done',
      'SELECT 1 FROM DUAL WHERE :now > 0 AND :now > 1'
    )
    const silent = await restingJob(async () => 'done')
    const looks = await Promise.all(
      [idle, busy, silent].map(async ({ host, name }) => {
        cleanup(() => host.close())
        return (await lookOf(host)).look([name])
      })
    )
    assert.deepEqual(looks, [[], [busy.name], []])
    await until('the run of the job that is due', () => busy.ran() === 2)
    assert.equal(idle.ran(), 1, 'expected a job that is not due to rest')
  })

  test('a job whose statement fails runs: it might be due', async ({ assert, cleanup }) => {
    const job = await restingJob(async () => 'done', 'SELECT 1 FROM no_such_table')
    cleanup(() => job.host.close())
    assert.deepEqual(await (await lookOf(job.host)).look([job.name]), [job.name])
    await until('the run', () => job.ran() === 2)
  })

  test('while the database is away no job is woken', async ({ assert, cleanup }) => {
    const job = await restingJob(async () => 'done', 'SELECT 1')
    cleanup(() => job.host.close())
    const database = Object.create(await app.container.make(Database)) as Database
    const lost = Object.assign(new Error('WSREP has not yet prepared node'), { errno: 1047 })
    database.read = () => Promise.reject(lost)
    assert.deepEqual(await (await lookOf(job.host, { database })).look([job.name]), [])
  })

  test('failing looks are told ever more rarely, then success', async ({ assert, cleanup }) => {
    const table = `due_${randomUUID().replaceAll('-', '')}`
    const job = await restingJob(async () => 'done', `SELECT 1 FROM ${table}`)
    cleanup(() => job.host.close())
    const told: string[] = []
    const tell = (_: object | string, text?: string) => told.push(text ?? String(_))
    const log = { warn: tell, info: tell } as unknown as Logger
    const look = await lookOf(job.host, { log })
    const failures = 10
    for (let looks = 0; looks < failures; looks++) await look.look([job.name])
    assert.equal(told[0], 'which jobs are due cannot be told')
    assert.isBelow(told.length, failures / 2, 'expected far fewer lines than failures')
    await writeRows(`CREATE TABLE ${table} (id INT PRIMARY KEY)`)
    cleanup(async () => void (await writeRows(`DROP TABLE ${table}`)))
    for (let looks = 0; looks < 2; looks++) await look.look([job.name])
    const well = told.filter((text) => text.endsWith('no longer'))
    assert.lengthOf(well, 1, `expected one line that it is well again, there are: ${told}`)
  })

  test('a process that works a queue looks until it stops', async ({ assert, cleanup }) => {
    const job = await restingJob(async () => 'done', 'SELECT 1')
    cleanup(() => job.host.close())
    let wakes = 0
    const wake = job.host.wake.bind(job.host)
    job.host.wake = (name) => {
      wakes++
      wake(name)
    }
    const look = await lookOf(job.host)
    look.start([job.name])
    await until('a run that a look has woken', () => job.ran() >= 2)
    await look.stop()
    // Not the runs: one that was woken before the stop may still be on its way.
    const woken = wakes
    await new Promise((resolve) => setTimeout(resolve, LIMITS.dueLookMs + 5 * EVERY_MS))
    assert.equal(wakes, woken, 'expected no look after the stop')
  })
})
