import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { Logger } from '@adonisjs/core/logger'
import logger from '@adonisjs/core/services/logger'
import { Clock } from '#app/clock/clock'
import { DueLook } from '#app/queue/due_look'
import { newId } from '#app/ids/ids'
import { defineJob, type JobDefinition, type JobResult } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OperatorLog } from '#app/queue/operator_log'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { QueueHost, type QueueConfig } from '#app/queue/queue_host'
import { QueuePauses } from '#app/queue/queue_pauses'
import { WakeTimes } from '#app/queue/wake_times'
import { LIMITS } from '#app/limits'
import { Database } from '#app/storage/database'
import { until } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

const EVERY_MS = 20
const REST_MS = 3_600_000

interface LookParts {
  database?: Database
  log?: Logger
  /** What the relay is told: whether the outbox owes a publication. */
  turn?: (isOwed: boolean) => void
}

async function lookOf(
  host: QueueHost,
  { database, log = logger.use(), turn = () => {} }: LookParts = {}
): Promise<DueLook> {
  const { container } = app
  const clock = await container.make(Clock)
  const relay = Object.assign(Object.create(OutboxRelay.prototype) as OutboxRelay, { turn })
  return new DueLook(database ?? (await container.make(Database)), host, relay, clock, log)
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
      restMs: REST_MS,
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

  test('a clock that is set back holds up neither schedules nor the look at them', async ({
    cleanup,
  }) => {
    const { container } = app
    const job = await restingJob(async () => 'done')
    const pauses = new QueuePauses(
      await container.make(Database),
      job.host,
      await container.make(OperatorLog)
    )
    const relay = new OutboxRelay(
      await container.make(Outbox),
      job.host,
      pauses,
      logger.use(),
      EVERY_MS
    )
    const { now } = Date
    cleanup(async () => {
      Date.now = now
      await relay.stop()
      await job.host.close()
    })
    Date.now = () => now() - 2 * REST_MS
    await until('the next turn of the schedule', () => {
      relay.turn(false)
      return job.ran() === 2
    })
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

  test('the periodic jobs of all modules run less than once a second while all of them rest', async ({
    assert,
  }) => {
    const host = await app.container.make(QueueHost)
    const turns = host.names().flatMap((name) => {
      const { everyMs, restMs = everyMs } = host.definition(name)!
      return restMs === undefined ? [] : [{ name, perMinute: 60_000 / restMs }]
    })
    const perMinute = turns.reduce((sum, each) => sum + each.perMinute, 0)
    assert.isBelow(perMinute, 58, `docs/decisions/0029-what-rest-costs.md; ${oftenest(turns)}`)
  })

  test('only a periodic job is woken by name', async ({ assert, cleanup }) => {
    const job = await restingJob(async () => 'done')
    cleanup(() => job.host.close())
    assert.throws(() => job.host.wake('nobody'), /No module defines the periodic job "nobody"/)
    const about = { carries: 'A number.', takes: 'No time.', failing: 'Read the test.' }
    const handle = async (): Promise<JobResult> => 'done'
    const due = () => defineJob({ name: 'once', about, due: 'SELECT 1', handle })
    assert.throws(due, /says when it is due, and not how often it runs/)
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
    const told: boolean[] = []
    const look = await lookOf(job.host, { database, turn: (isOwed) => told.push(isOwed) })
    assert.deepEqual(await look.look([job.name]), [])
    assert.deepEqual(told, [true], 'expected the relay to find out itself')
  })

  test('the same statement tells the relay whether the outbox owes anything, for whatever queues', async ({
    assert,
    cleanup,
  }) => {
    const job = await restingJob(async () => 'done', 'SELECT 1 FROM no_such_table')
    cleanup(() => job.host.close())
    const stored = await app.container.make(Database)
    const database = Object.create(stored) as Database
    const asked: string[] = []
    database.read = (sql, values) => {
      asked.push(sql)
      return stored.read(sql, values)
    }
    const told: boolean[] = []
    const look = await lookOf(job.host, { database, turn: (isOwed) => told.push(isOwed) })
    const owed = { id: newId('job'), queue: job.name, payload: {} }
    cleanup(() => writeRows('DELETE FROM outbox WHERE queue = ?', [job.name]).then(() => {}))
    await stored.transaction((session) => Outbox.store(session, [owed]))
    // Another poller may take it meanwhile, and puts it off.
    await until('it to be told', async () => {
      await writeRows('UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE queue = ?', [job.name])
      told.length = asked.length = 0
      await look.look([])
      return told[0] === true
    })
    assert.lengthOf(asked, 1)
    await look.look([job.name])
    assert.deepEqual(told.slice(1), [true], 'expected it to find out itself where a job is wrong')
  })

  test('the relay does not wait for a table that a due job waits for', async ({
    assert,
    cleanup,
  }) => {
    const table = `due_${randomUUID().replaceAll('-', '')}`
    const job = await restingJob(async () => 'done', `SELECT 1 FROM ${table}`)
    cleanup(() => job.host.close())
    await writeRows(`CREATE TABLE ${table} (id INT PRIMARY KEY)`)
    cleanup(async () => void (await writeRows(`DROP TABLE ${table}`)))
    const told: boolean[] = []
    const look = await lookOf(job.host, { turn: (isOwed) => told.push(isOwed) })
    const database = await app.container.make(Database)
    // As a migration does that waits for a backup.
    const woken = await database.withSession(async (session) => {
      await session.write(`LOCK TABLES ${table} WRITE`)
      try {
        const looking = look.look([job.name])
        await until('the relay to be told', () => told.length > 0)
        return looking
      } finally {
        await session.write('UNLOCK TABLES')
      }
    })
    assert.deepEqual(await woken, [])
    assert.isTrue(told[0], 'expected it to find out itself')
  })

  test('what a look finds owed is published, and nothing after the end', async ({
    assert,
    cleanup,
  }) => {
    const job = await restingJob(async () => 'done')
    cleanup(() => job.host.close())
    cleanup(() => writeRows('DELETE FROM outbox WHERE queue = ?', [job.name]).then(() => {}))
    const database = await app.container.make(Database)
    const outbox = new Outbox(database)
    let taken = 0
    const take = outbox.takeDue.bind(outbox)
    outbox.takeDue = (limit) => {
      taken++
      return take(limit)
    }
    const pauses = new QueuePauses(database, job.host, await app.container.make(OperatorLog))
    const relay = new OutboxRelay(outbox, job.host, pauses, logger.use())
    const look = await lookOf(job.host, { turn: (isOwed) => relay.turn(isOwed) })
    const owed = { id: newId('job'), queue: job.name, payload: {} }
    await database.transaction((session) => Outbox.store(session, [owed]))
    // Another poller may take it first, to no end.
    await until('the run of the job that is owed', async () => {
      await writeRows('UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE queue = ?', [job.name])
      await look.look([])
      return job.ran() > 1
    })
    await relay.stop()
    const before = taken
    relay.turn(true)
    assert.equal(taken, before)
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

function oftenest(turns: readonly { name: string; perMinute: number }[]): string {
  const often = turns.toSorted((one, other) => other.perMinute - one.perMinute).slice(0, 8)
  return often.map(({ name, perMinute }) => `${name} ${perMinute} times a minute`).join(', ')
}
