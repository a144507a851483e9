import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { newId } from '#app/ids/ids'
import { LIMITS } from '#app/limits'
import { defineJob, type JobDefinition, type OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { OperatorLog } from '#app/queue/operator_log'
import { QueuePauses } from '#app/queue/queue_pauses'
import { QueueHost, type QueueConfig } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'
import { eventually, until } from '#tests/support/client'
import { queueStore } from '#tests/support/queue_store'

const ABOUT = { carries: 'A number.', takes: 'No time.', failing: 'Read the test.' }

type Handle = (attempt: number) => 'done' | 'again'

/** Queues of their own on the real Redis, over the real outbox table. */
class Bench {
  readonly config = app.config.get<QueueConfig>('queue')
  readonly prefix = `{outbox-${randomUUID()}}`
  readonly queue = `probe-${randomUUID()}`
  readonly runs: unknown[] = []
  readonly host: QueueHost
  readonly relay: OutboxRelay

  constructor(
    readonly database: Database,
    readonly outbox: Outbox,
    log: OperatorLog,
    handle: Handle,
    gatherMs?: number
  ) {
    this.host = new QueueHost({ ...this.config, prefix: this.prefix }, outbox, logger.use())
    const pauses = new QueuePauses(database, this.host, log)
    this.relay = new OutboxRelay(outbox, this.host, pauses, logger.use())
    this.host.define(
      defineJob<{ number: number }>({
        name: this.queue,
        about: ABOUT,
        gatherMs,
        handle: async ({ number }, { attempt }) => {
          this.runs.push(number)
          return handle(attempt)
        },
      })
    )
  }

  /** A bench for the running test, which closes it. */
  static open = test.macro(async (running, handle: Handle = () => 'done', gatherMs?: number) => {
    const database = await app.container.make(Database)
    const log = await app.container.make(OperatorLog)
    const bench = new Bench(database, new Outbox(database), log, handle, gatherMs)
    await bench.host.startWorkers((definition: JobDefinition, payload, { attempt }) =>
      definition.handle(payload, {
        container: app.container.createResolver(),
        log: logger.use(),
        attempt,
      })
    )
    running.cleanup(() => bench.close())
    return bench
  })

  async store(number: number): Promise<OutboxJob> {
    const job = { id: newId('job'), queue: this.queue, payload: { number } }
    await this.database.transaction((session) => Outbox.store(session, [job]))
    return job
  }

  /** Publishes our own overdue rows as the poller does; another poller may take them first, to no end. */
  async pollOverdue() {
    await until('our own rows', async () => {
      await this.database.write('UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE queue = ?', [
        this.queue,
      ])
      const due = await this.outbox.takeDue()
      const own = due.filter(({ queue }) => queue === this.queue)
      if (own.length > 0) await this.host.publish(own)
      return own.length > 0 || (await this.owed()) === 0
    })
  }

  async owed(): Promise<number> {
    const [row] = await this.database.read<{ owed: string }>(
      'SELECT COUNT(*) AS owed FROM outbox WHERE queue = ?',
      [this.queue]
    )
    return Number(row!.owed)
  }

  /** How often a job was published, and in how many seconds it is again. */
  async published(id: string): Promise<{ attempts: number; away: number }> {
    const [row] = await this.database.read<{ attempts: string; away: string }>(
      `SELECT attempts, TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(6), due_at) AS away
         FROM outbox WHERE id = ?`,
      [id]
    )
    return { attempts: Number(row!.attempts), away: Number(row!.away) }
  }

  /** Why a job failed last, and since when it fails; null when it is not owed. */
  async noted(id: string): Promise<{ error: string | null; since: string | null } | null> {
    const [row] = await this.database.read<{ error: string | null; since: string | null }>(
      'SELECT last_error AS error, failing_since AS since FROM outbox WHERE id = ?',
      [id]
    )
    return row ?? null
  }

  async gone() {
    await until('the job to be finished', async () => (await this.owed()) === 0)
  }

  async emptyRedis() {
    const redis = queueStore()
    const keys = await redis.keys(`${this.prefix}*`)
    if (keys.length > 0) await redis.del(keys)
    await redis.quit()
  }

  async close() {
    await this.database.write('DELETE FROM outbox WHERE queue = ?', [this.queue])
    await this.host.close()
  }
}

test.group('host | outbox', () => {
  test('an announced job runs once and is no longer owed', async ({ assert }) => {
    const bench = await Bench.open()
    const job = await bench.store(1)
    assert.equal(await bench.owed(), 1)
    await bench.relay.announce([job])
    await bench.relay.announce([job])
    await bench.gone()
    assert.deepEqual(bench.runs, [1], 'expected publishing twice to run once')
  })

  test('jobs that share their runs are done by one run when they follow each other', async ({
    assert,
  }) => {
    const bench = await Bench.open(() => 'done', 50)
    const jobs = [await bench.store(1), await bench.store(1), await bench.store(1)]
    const other = await bench.store(2)
    await bench.relay.announce([...jobs, other])
    await bench.gone()
    assert.deepEqual(
      bench.runs.toSorted(),
      [1, 1, 2],
      'expected one run of the first, and one of both others'
    )
  })

  test('one that shares its run and fails stays owed with those that it was to do', async ({
    assert,
  }) => {
    const bench = await Bench.open(() => {
      throw new Error('not now')
    }, 50)
    const jobs = [await bench.store(1), await bench.store(1), await bench.store(1)]
    await bench.relay.announce(jobs)
    await until('both runs', () => bench.runs.length === 2)
    assert.equal(await bench.owed(), 3)
  })

  test('a job whose wake-up was lost is found by the poller', async ({ assert }) => {
    const bench = await Bench.open()
    await bench.store(2)
    await bench.pollOverdue()
    await bench.gone()
    assert.deepEqual(bench.runs, [2])
  })

  test('once closed nothing connects; the poller gets what is announced', async ({ assert }) => {
    const bench = await Bench.open()
    const job = await bench.store(3)
    bench.host.define(
      defineJob({
        name: `${bench.queue}-often`,
        about: ABOUT,
        everyMs: 60_000,
        handle: async () => 'done',
      })
    )
    await bench.host.close()
    await bench.relay.announce([job])
    await bench.host.keepPeriodic()
    assert.throws(() => bench.host.queue(bench.queue), /closed/)
    assert.equal(await bench.owed(), 1)
  })

  test('a job that was published runs after Redis has been emptied', async ({ assert }) => {
    const bench = await Bench.open()
    await bench.host.queue(bench.queue).pause()
    const job = await bench.store(3)
    await bench.relay.announce([job])
    await bench.emptyRedis()
    assert.deepEqual(bench.runs, [])
    await until('the poller to bring it back', async () => {
      await bench.pollOverdue()
      return (await bench.owed()) === 0
    })
    assert.include(bench.runs, 3)
  })

  test('a failing job stays owed and is repeated', async ({ assert }) => {
    const bench = await Bench.open((attempt) => {
      if (attempt === 1) throw new Error('first attempt')
      return 'done'
    })
    await bench.relay.announce([await bench.store(4)])
    await until('the first run', () => bench.runs.length === 1)
    assert.equal(await bench.owed(), 1)
    await bench.pollOverdue()
    await bench.gone()
    assert.deepEqual(bench.runs, [4, 4])
  })

  test('why a job failed is noted with it until its handler ends', async ({ assert }) => {
    let end: 'away' | 'again' | 'done' = 'away'
    const bench = await Bench.open(() => {
      if (end === 'away') throw new Error('the rail is away')
      return end
    })
    const job = await bench.store(14)
    assert.deepEqual(await bench.noted(job.id), { error: null, since: null })
    await bench.relay.announce([job])
    const first = await eventually('the failure to be noted', async () => {
      const noted = await bench.noted(job.id)
      return noted?.error === 'the rail is away' ? noted : null
    })
    await bench.pollOverdue()
    await until('the second run', () => bench.runs.length === 2)
    assert.deepEqual(await bench.noted(job.id), first, 'expected it to fail since the first time')
    end = 'again'
    await bench.pollOverdue()
    await until('the note to be gone', async () => (await bench.noted(job.id))?.since === null)
    end = 'done'
    await bench.pollOverdue()
    await bench.gone()
  })

  for (const [where, errno, text] of [
    ['isOwed', 1047, 'WSREP has not yet prepared node for application use'],
    ['handle', 1047, 'WSREP has not yet prepared node for application use'],
    ['handle', 1213, 'Deadlock found when trying to get lock'],
    ['finish', 1047, 'WSREP has not yet prepared node for application use'],
  ] as const) {
    test(`a job that meets errno ${errno} in ${where} soon comes back`, async ({ assert }) => {
      let met = 0
      const meet = (place: typeof where) => {
        if (place !== where || ++met > 3) return
        throw Object.assign(new Error(text), { errno })
      }
      const bench = await Bench.open(() => {
        meet('handle')
        return 'done'
      })
      for (const step of ['isOwed', 'finish'] as const) {
        const asked = bench.outbox[step].bind(bench.outbox) as (id: string) => Promise<never>
        bench.outbox[step] = async (id: string) => {
          meet(step)
          return asked(id)
        }
      }
      const job = await bench.store(15)
      // Left to the poller it would wait for an hour.
      await bench.database.write(
        'UPDATE outbox SET due_at = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE id = ?',
        [job.id]
      )
      await bench.relay.announce([job])
      await bench.gone()
      assert.equal(met, 4, 'expected three failures, and then none')
    })
  }

  test('a job that says "again" stays owed', async ({ assert }) => {
    const bench = await Bench.open((attempt) => (attempt === 1 ? 'again' : 'done'))
    await bench.relay.announce([await bench.store(5)])
    await until('the first run', () => bench.runs.length === 1)
    assert.equal(await bench.owed(), 1)
    await bench.pollOverdue()
    await bench.gone()
    assert.lengthOf(bench.runs, 2)
  })

  test('a job woken often and then lost once is soon published again', async ({ assert }) => {
    const bench = await Bench.open()
    await bench.host.queue(bench.queue).pause()
    const { id } = await bench.store(10)
    await bench.database.write('UPDATE outbox SET attempts = 30, tries = 30 WHERE id = ?', [id])
    const away = await eventually('a publication that no other poller follows', async () => {
      await bench.outbox.defer(id)
      const before = await bench.published(id)
      await bench.pollOverdue()
      const after = await bench.published(id)
      return after.attempts === before.attempts + 1 ? after.away : null
    })
    assert.isAtMost(away, (2 * LIMITS.outboxRetryMs) / 1000)
  })

  test('the longer a job has waited, the rarer it is woken, up to the cap', async ({ assert }) => {
    const bench = await Bench.open()
    const { id } = await bench.store(9)
    for (const [attempts, seconds] of [
      [1, LIMITS.outboxAgainMs / 1000],
      [15, LIMITS.outboxAgainMs / 1000],
      [30, (2 * LIMITS.outboxAgainMs) / 1000],
      [5000, LIMITS.outboxAgainCapMs / 1000],
    ] as const) {
      await bench.database.write('UPDATE outbox SET attempts = ? WHERE id = ?', [attempts, id])
      const [before] = await bench.database.read<{ now: string }>('SELECT UTC_TIMESTAMP(6) AS now')
      await bench.outbox.defer(id)
      const [row] = await bench.database.read<{ away: string; since: string }>(
        `SELECT TIMESTAMPDIFF(MICROSECOND, ?, due_at) / 1000000 AS away,
                TIMESTAMPDIFF(MICROSECOND, ?, UTC_TIMESTAMP(6)) / 1000000 AS since
           FROM outbox WHERE id = ?`,
        [before!.now, before!.now, id]
      )
      assert.isAtLeast(Number(row!.away), seconds)
      assert.isAtMost(Number(row!.away), seconds + Number(row!.since))
    }
  })

  test('a job that was tried for days is still taken, and delays nobody', async ({ assert }) => {
    const bench = await Bench.open()
    await bench.store(8)
    await bench.database.write('UPDATE outbox SET attempts = 5000 WHERE queue = ?', [bench.queue])
    await bench.pollOverdue()
    await bench.gone()
    assert.deepEqual(bench.runs, [8])
  })

  test('jobs of a module not loaded do not stop the others', async ({ assert, cleanup }) => {
    const bench = await Bench.open()
    const orphan = { id: newId('job'), queue: `gone-${randomUUID()}`, payload: {} }
    cleanup(() => bench.outbox.finish(orphan.id))
    await bench.database.transaction((session) => Outbox.store(session, [orphan]))
    await bench.store(6)
    await bench.database.write(
      'UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE id = ? OR queue = ?',
      [orphan.id, bench.queue]
    )
    await until('the known job to be published', async () => {
      await bench.relay.pollOnce()
      await bench.pollOverdue()
      return (await bench.owed()) === 0
    })
    assert.deepEqual(bench.runs.slice(0, 1), [6])
  })

  test('a job woken before its transaction can be read runs once it can', async ({ assert }) => {
    const bench = await Bench.open()
    const job = { id: newId('job'), queue: bench.queue, payload: { number: 11 } }
    await bench.database.transaction(async (session) => {
      await Outbox.store(session, [job])
      await bench.relay.announce([job])
      await until(
        'the worker to have looked for the job',
        async () => (await bench.host.queue(bench.queue).getDelayedCount()) > 0
      )
      assert.deepEqual(bench.runs, [], 'expected no run before the commit')
    })
    await bench.gone()
    assert.deepEqual(bench.runs, [11])
  })

  test('a job that was finished is not run again, and does not come back', async ({ assert }) => {
    const bench = await Bench.open()
    const job = { id: newId('job'), queue: bench.queue, payload: { number: 12 } }
    await bench.relay.announce([job])
    const queue = bench.host.queue(bench.queue)
    await until('the last look', async () => (await queue.getCompletedCount()) === 1)
    assert.deepEqual(bench.runs, [])
    assert.deepEqual(await queue.getFailed(), [])
  })

  test('storing jobs that are rolled back owes nothing', async ({ assert }) => {
    const bench = await Bench.open()
    const job = { id: newId('job'), queue: bench.queue, payload: { number: 7 } }
    await assert.rejects(() =>
      bench.database.transaction(async (session) => {
        await Outbox.store(session, [job])
        throw new Error('rolled back')
      })
    )
    assert.equal(await bench.owed(), 0)
  })
})
