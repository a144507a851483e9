import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { LIMITS } from '#app/limits'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { defineJob } from '#app/queue/job'
import { OperateQueues } from '#app/queue/operate_queues'
import { OperatorLog } from '#app/queue/operator_log'
import { Outbox } from '#app/queue/outbox'
import { OwedJobs } from '#app/queue/owed_jobs'
import { QueueHost, type QueueConfig } from '#app/queue/queue_host'
import { QueuePauses } from '#app/queue/queue_pauses'
import { ServedQueues } from '#app/queue/served_queues'
import { Database } from '#app/storage/database'
import { pluck, until, atOnce } from '#tests/support/client'
import { queueStore } from '#tests/support/queue_store'
import { readRows, writeRows } from '#tests/support/rows'

const ABOUT = { carries: 'A number.', takes: 'No time.', failing: 'Read the test.' }
const OPERATOR = { who: 'ann@operators.example', reason: null }

/** Two queues of their own on the real Redis, one of whose jobs may be discarded, and their operators. */
class Desk {
  readonly queue = `kept-${randomUUID()}`
  readonly discardable = `spare-${randomUUID()}`
  readonly runs: string[] = []
  #stored = new Set<string>()
  /** What the handler waits for before it ends. */
  gate: Promise<unknown> = Promise.resolve()

  private constructor(
    readonly config: QueueConfig,
    readonly host: QueueHost,
    readonly pauses: QueuePauses,
    readonly operate: OperateQueues
  ) {}

  /** A desk for the running test, which closes it. */
  static open = test.macro(async (running, port?: number) => {
    const own = app.config.get<QueueConfig>('queue')
    const make = app.container.make.bind(app.container)
    const [database, log] = [await make(Database), await make(OperatorLog)]
    const config = port === undefined ? own : elsewhere(own, port)
    const prefix = `{operators-${randomUUID()}}`
    const host = new QueueHost({ ...config, prefix }, await make(Outbox), logger.use())
    const pauses = new QueuePauses(database, host, log)
    const owed = await make(OwedJobs)
    const served = new ServedQueues(host, logger.use())
    const operate = new OperateQueues(database, host, owed, pauses, served, log, logger.use())
    const desk = new Desk({ ...config, prefix }, host, pauses, operate)
    for (const name of [desk.queue, desk.discardable]) {
      host.define(
        defineJob<{ number: number }>({
          name,
          about: ABOUT,
          discardable: name === desk.discardable,
          async handle() {
            desk.runs.push(name)
            await desk.gate
            return 'done'
          },
        })
      )
    }
    running.cleanup(() => desk.close())
    return desk
  })

  startWorkers() {
    return this.host.startWorkers((definition, payload, { attempt }) => {
      const container = app.container.createResolver()
      return definition.handle(payload, { container, log: logger.use(), attempt })
    })
  }

  /** Stores a job that is not due within an hour. */
  async store(queue: string) {
    this.#stored.add(queue)
    const job = { id: newId('job'), queue, payload: { number: 1 } }
    const database = await app.container.make(Database)
    await database.transaction((session) => Outbox.store(session, [job]))
    await writeRows`UPDATE outbox SET due_at = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR
        WHERE id = ${job.id}`
    return job
  }

  /** Who did what to the queues of this desk, the first first. */
  async logged() {
    const rows = await readRows`SELECT who, action, job_id AS jobId, reason FROM operator_actions
          WHERE queue IN (${[this.queue, this.discardable]}) ORDER BY id`
    return rows.map((row) => Object.values(row))
  }

  async emptyRedis() {
    const redis = queueStore()
    const keys = await redis.keys(`${this.config.prefix}*`)
    if (keys.length > 0) await redis.del(keys)
    await redis.quit()
  }

  async close() {
    const queues = [[...this.#stored, this.queue]]
    await writeRows('DELETE FROM outbox WHERE queue IN (?)', queues)
    await writeRows('DELETE FROM paused_queues WHERE queue IN (?)', queues)
    await this.host.close()
  }
}

function elsewhere(config: QueueConfig, port: number): QueueConfig {
  const addresses = [{ host: '127.0.0.1', port }] as const
  return { ...config, redis: { ...config.redis, places: { kind: 'single', addresses } } }
}

async function refusal(acting: Promise<unknown>): Promise<string> {
  try {
    await acting
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code}: ${error.message}`
    throw error
  }
  return 'none'
}

const isOwed = async (id: string) =>
  (await readRows`SELECT 1 FROM outbox WHERE id = ${id}`).length > 0

const isDue = async (id: string) => {
  const sql = 'SELECT 1 FROM outbox WHERE id = ? AND due_at <= UTC_TIMESTAMP(6)'
  return (await readRows(sql, [id])).length > 0
}

test.group('host | operating queues', () => {
  test('the log tells who asked for a retry, and why', async ({ assert }) => {
    const desk = await Desk.open()
    const { id } = await desk.store(desk.queue)
    await desk.operate.retry(id, { ...OPERATOR, reason: 'the rail is back' })
    assert.deepEqual(await desk.logged(), [[OPERATOR.who, 'retry', id, 'the rail is back']])
  })

  test('a job that is due already is not retried twice', async ({ assert }) => {
    const desk = await Desk.open()
    // The queue is paused, so that no poller takes the job in between.
    await desk.operate.pause(desk.queue, OPERATOR)
    const { id } = await desk.store(desk.queue)
    await desk.operate.retry(id, OPERATOR)
    assert.isTrue(await isDue(id))
    assert.match(await refusal(desk.operate.retry(id, OPERATOR)), /^CONFLICT: .* due already/)
    assert.lengthOf(await desk.logged(), 2)
  })

  test('a job that a worker is running is neither retried nor discarded', async ({ assert }) => {
    const desk = await Desk.open()
    const gate = Promise.withResolvers<void>()
    desk.gate = gate.promise
    await desk.startWorkers()
    const job = await desk.store(desk.discardable)
    await desk.host.publish([job])
    await until('the worker to run it', () => desk.runs.length === 1)
    for (const acting of [
      () => desk.operate.retry(job.id, OPERATOR),
      () => desk.operate.discard(job.id, { ...OPERATOR, reason: 'not needed' }),
    ]) {
      assert.match(await refusal(acting()), /^CONFLICT: A worker is running the job job_/)
    }
    assert.isTrue(await isOwed(job.id))
    gate.resolve()
    await until('the job to end', async () => !(await isOwed(job.id)))
    assert.isEmpty(await desk.logged())
  })

  test('of several operators who discard one job at once, one does', async ({ assert }) => {
    const desk = await Desk.open()
    const { id } = await desk.store(desk.discardable)
    const by = { ...OPERATOR, reason: 'its realm is gone' }
    const told = await atOnce(4, () => refusal(desk.operate.discard(id, by)))
    const first = told.filter((text) => text === 'none')
    assert.lengthOf(first, 1)
    const late = told.filter((text) => /^NOT_FOUND: .* is not owed any more/.test(text))
    assert.lengthOf(late, 3)
    assert.isFalse(await isOwed(id))
    assert.deepEqual(await desk.logged(), [[OPERATOR.who, 'discard', id, 'its realm is gone']])
  })

  test('a discarded job that was announced does not run', async ({ assert }) => {
    const desk = await Desk.open()
    await desk.host.queue(desk.discardable).pause()
    const job = await desk.store(desk.discardable)
    await desk.host.publish([job])
    await desk.operate.discard(job.id, { ...OPERATOR, reason: 'not needed' })
    await desk.startWorkers()
    const queue = desk.host.queue(desk.discardable)
    await queue.resume()
    await until('its wake-up to end', async () => (await queue.getCompletedCount()) === 1)
    assert.isEmpty(desk.runs)
  })

  test('discarding keeps what the job was, in the log', async ({ assert }) => {
    const desk = await Desk.open()
    const { id } = await desk.store(desk.discardable)
    await writeRows`UPDATE outbox SET last_error = ${'no gas'} WHERE id = ${id}`
    const by = { ...OPERATOR, reason: 'its realm is gone' }
    const action = await desk.operate.discard(id, by)
    const log = await app.container.make(OperatorLog)
    assert.containSubset(await log.find(action.id), {
      queue: desk.discardable,
      job: { payload: { number: 1 }, attempts: 1, lastError: 'no gas' },
    })
  })

  test('nothing happens and nothing is logged: {name}')
    .with([
      {
        name: 'a job that may not be lost is discarded',
        act: async (desk: Desk) =>
          desk.operate.discard((await desk.store(desk.queue)).id, { ...OPERATOR, reason: 'x' }),
        told: /^CONFLICT: Jobs of kept-.* cannot be discarded/,
      },
      {
        name: 'a job is discarded without a reason',
        act: async (desk: Desk) =>
          desk.operate.discard((await desk.store(desk.discardable)).id, OPERATOR),
        told: /^VALIDATION_ERROR/,
      },
      {
        name: 'a job that is not owed is retried',
        act: (desk: Desk) => desk.operate.retry(newId('job'), OPERATOR),
        told: /^NOT_FOUND: The job job_.* is not owed any more/,
      },
      {
        name: 'a job of no loaded module is retried',
        act: async (desk: Desk) =>
          desk.operate.retry((await desk.store(`foreign-${randomUUID()}`)).id, OPERATOR),
        told: /^NOT_FOUND: No loaded module works a queue "foreign-/,
      },
      {
        name: 'an unknown queue is paused',
        act: (desk: Desk) => desk.operate.pause('nothing', OPERATOR),
        told: /^NOT_FOUND: No loaded module works a queue "nothing/,
      },
      {
        name: 'a queue that runs is resumed',
        act: (desk: Desk) => desk.operate.resume(desk.queue, OPERATOR),
        told: /^CONFLICT: The queue kept-.* is not paused/,
      },
    ])
    .run(async ({ assert }, { act, told }) => {
      const desk = await Desk.open()
      assert.match(await refusal(act(desk)), told)
      assert.isEmpty(await desk.logged())
    })

  test('a paused queue lets all its jobs wait, and runs them once resumed', async ({ assert }) => {
    const desk = await Desk.open()
    await desk.operate.pause(desk.queue, { ...OPERATOR, reason: 'the rail is repaired' })
    assert.match(await refusal(desk.operate.pause(desk.queue, OPERATOR)), /^CONFLICT/)
    await desk.startWorkers()
    const [announced, stored] = [await desk.store(desk.queue), await desk.store(desk.queue)]
    await desk.host.publish([announced])
    const due = 'UPDATE outbox SET due_at = UTC_TIMESTAMP(6) - INTERVAL 2 HOUR WHERE id = ?'
    await writeRows(due, [stored.id])
    const outbox = await app.container.make(Outbox)
    const taken = await outbox.takeDue()
    assert.notInclude(pluck(taken, 'id'), stored.id)
    const owed = await app.container.make(OwedJobs)
    const counts = (await owed.counts(LIMITS.owedCounted)).find(({ queue }) => queue === desk.queue)
    assert.containSubset(counts, { owed: 2, paused: true })
    assert.isBelow(await owed.overdueSeconds(), 7200, 'expected no alarm for a paused queue')
    const shown = (await desk.operate.allQueues()).find(({ name }) => name === desk.queue)
    assert.containSubset(shown, { owed: 2, pause: { reason: 'the rail is repaired' } })
    assert.isEmpty(desk.runs)
    await desk.operate.resume(desk.queue, OPERATOR)
    await until('the announced job to end', async () => !(await isOwed(announced.id)))
    assert.deepEqual(desk.runs, [desk.queue])
    const actions = (await desk.logged()).map(([, action]) => action)
    assert.deepEqual(actions, ['pause', 'resume'])
  })

  test('a long backlog is not read whole to be counted', async ({ assert }) => {
    const desk = await Desk.open()
    for (let stored = 0; stored < 3; stored++) await desk.store(desk.queue)
    const make = app.container.make.bind(app.container)
    const [database, owed, log] = [
      await make(Database),
      await make(OwedJobs),
      await make(OperatorLog),
    ]
    const limits = { owedCounted: 2 }
    const { host, pauses } = desk
    const served = new ServedQueues(host, logger.use())
    const bounded = new OperateQueues(
      database,
      host,
      owed,
      pauses,
      served,
      log,
      logger.use(),
      limits
    )
    const counts = pluck(await bounded.allQueues(), 'owed')
    const total = counts.reduce((sum, count) => sum + count, 0)
    assert.equal(total, 2)
  })

  test('a queue stays paused when Redis has been emptied', async ({ assert }) => {
    const desk = await Desk.open()
    await desk.operate.pause(desk.queue, OPERATOR)
    await desk.emptyRedis()
    assert.isFalse(await desk.host.queue(desk.queue).isPaused())
    await desk.pauses.keepAll()
    assert.isTrue(await desk.host.queue(desk.queue).isPaused())
  })

  test('without Redis a queue is paused for later and nothing else is done', async ({ assert }) => {
    const desk = await Desk.open(1)
    const { id } = await desk.store(desk.queue)
    assert.match(await refusal(desk.operate.retry(id, OPERATOR)), /^UNAVAILABLE: Redis/)
    await desk.operate.pause(desk.queue, OPERATOR)
    assert.match(await refusal(desk.operate.resume(desk.queue, OPERATOR)), /^UNAVAILABLE: Redis/)
    assert.isFalse(await isDue(id))
    const actions = (await desk.logged()).map(([, action]) => action)
    assert.deepEqual(actions, ['pause'])
  })

  test('a job that its module cannot describe is listed all the same', async ({ assert }) => {
    const desk = await Desk.open()
    const queue = `mute-${randomUUID()}`
    desk.host.define(
      defineJob({
        name: queue,
        about: ABOUT,
        concerns: () => Promise.reject(new Error('mute')),
        handle: async () => 'done',
      })
    )
    const { id } = await desk.store(queue)
    const filter = { failing: false, queue, job: null, after: null }
    const { jobs } = await desk.operate.jobs(filter, app.container.createResolver())
    assert.containSubset(jobs, [{ id, concerns: [], payload: { number: 1 } }])
  })

  test('the log refuses to be changed: {$self}')
    .with(['UPDATE operator_actions SET who = "x"', 'DELETE FROM operator_actions'])
    .run(async ({ assert }, statement) => {
      const desk = await Desk.open()
      await desk.operate.pause(desk.queue, OPERATOR)
      await assert.rejects(() => writeRows(statement), /append-only/)
    })
})
