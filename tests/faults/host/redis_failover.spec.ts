import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import { Logger } from '@adonisjs/core/logger'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { freePort } from '../../../bin/launcher/base/ports.js'
import { newId } from '#app/ids/ids'
import { hostHealthChecks } from '#app/observability/host_health_checks'
import { redisWeaknesses } from '#app/preflight/redis_check'
import { defineJob, type OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OwedJobs } from '#app/queue/owed_jobs'
import { ServedQueues } from '#app/queue/served_queues'
import { QueueHost } from '#app/queue/queue_host'
import type { RedisPlaces } from '#app/queue/redis_places'
import { Wakes } from '#app/realtime/wakes'
import { Database } from '#app/storage/database'
import { RedisServers } from '#tests/faults/support/redis_servers'
import { until } from '#tests/support/client'

const ABOUT = { carries: 'A number.', takes: 'No time.', failing: 'Read the test.' }
const DIRECTORY = process.env.TEST_DATA_DIR ?? app.tmpPath()
const JOBS = 150
/** The level of a warning in a log record. */
const WARN = 40
/** Long enough for thousands of refusals, if nothing slowed them down. */
const REFUSING_MS = 3000

/** Queues of their own on the Redis of a test, over the real outbox table. */
class Bench {
  readonly queue = `probe-${randomUUID()}`
  readonly runs: number[] = []
  /** The lines of the log. */
  readonly told: { level: number; times?: number }[] = []
  readonly host: QueueHost
  readonly wakes: Wakes

  private constructor(
    readonly database: Database,
    readonly outbox: Outbox,
    places: RedisPlaces,
    readonly prefix: string
  ) {
    const config = { prefix, redis: { places } }
    const destination = { write: (line: string) => void this.told.push(JSON.parse(line)) }
    const log = new Logger({ enabled: true, level: 'debug', destination })
    this.host = new QueueHost(config, outbox, log)
    this.wakes = new Wakes(config, logger.use())
    this.host.define(
      defineJob<{ number: number }>({
        name: this.queue,
        about: ABOUT,
        concurrency: 4,
        handle: async ({ number }) => {
          await delay(5)
          this.runs.push(number)
          return 'done'
        },
      })
    )
  }

  /** A bench for the running test, which closes it. */
  static open = test.macro(async (running, places: RedisPlaces, prefix?: string) => {
    const make = app.container.make.bind(app.container)
    const [database, outbox] = [await make(Database), await make(Outbox)]
    const bench = new Bench(database, outbox, places, prefix ?? `{failover-${randomUUID()}}`)
    running.cleanup(() => bench.close())
    await bench.host.startWorkers(({ handle }, payload, { attempt }) => {
      const container = app.container.createResolver()
      return handle(payload, { container, log: logger.use(), attempt })
    })
    return bench
  })

  /** Stores jobs and announces each, as a request does. */
  async owe(numbers: number[]): Promise<void> {
    for (const number of numbers) {
      const job: OutboxJob = { id: newId('job'), queue: this.queue, payload: { number } }
      await this.database.transaction((session) => Outbox.store(session, [job]))
      this.host.publish([job]).catch(() => {})
      await delay(5)
    }
  }

  /** As the poller does, which publishes what is overdue; another one may take it first, to no end. */
  async ended(): Promise<void> {
    const turn = Math.ceil(JOBS / 10)
    for (let round = 0; (await this.owed()) > 0; round++) {
      await delay(200)
      if (round % turn !== turn - 1) continue
      const values = [this.queue]
      const sql = 'UPDATE outbox SET due_at = UTC_TIMESTAMP(6) WHERE queue = ?'
      await this.database.write(sql, values)
      const own = (await this.outbox.takeDue()).filter(({ queue }) => queue === this.queue)
      await this.host.publish(own).catch(() => {})
    }
  }

  async owed(): Promise<number> {
    const sql = 'SELECT 1 FROM outbox WHERE queue = ?'
    return (await this.database.read(sql, [this.queue])).length
  }

  /** What `/health/ready` says about Redis. */
  async health() {
    const owed = await app.container.make(OwedJobs)
    const served = new ServedQueues(this.host, logger.use())
    const checks = hostHealthChecks(this.database, this.host, owed, served)
    const { check } = checks.find(({ name }) => name === 'redis')!
    return check().catch((error: Error) => ({ ok: false, detail: error.message }))
  }

  async close() {
    await this.database.write('DELETE FROM outbox WHERE queue = ?', [this.queue])
    await this.host.close()
    await this.wakes.close()
  }
}

/** Owes jobs, and loses the master in the middle of them. */
async function surviveMaster(servers: RedisServers, bench: Bench) {
  const numbers = Array.from({ length: JOBS }, (_, index) => index)
  const [before, after] = [numbers.slice(0, JOBS / 2), numbers.slice(JOBS / 2)]
  const master = await servers.masterOf(bench.prefix)
  await bench.owe(before)
  await servers.kill(master)
  await bench.owe(after)
  await until('every job to have ended', async () => {
    await bench.ended()
    return true
  })
  return { numbers, master, next: await servers.masterOf(bench.prefix) }
}

test.group('host | a Redis cluster', (group) => {
  let servers: RedisServers
  group.setup(async () => {
    servers = await RedisServers.cluster(DIRECTORY)
    return () => servers.stop()
  })

  test('a node alone is told at start, in the log at times, and in health', async ({ assert }) => {
    const prefix = `{alone-${randomUUID()}}`
    const port = await servers.otherMaster(prefix)
    const places: RedisPlaces = { kind: 'single', addresses: [{ host: '127.0.0.1', port }] }
    const [weakness] = await redisWeaknesses({ places })
    assert.containSubset(weakness, { setting: 'REDIS_HOST', remedy: 'Set REDIS_NODES instead.' })

    const bench = await Bench.open(places, prefix)
    await delay(REFUSING_MS)
    const { ok, detail } = await bench.health()
    assert.isFalse(ok)
    assert.match(detail, /MOVED/)
    const { told } = bench
    assert.isAbove(told.length, 0)
    const refusals = told.reduce((sum, { times }) => sum + (times ?? 1), 0)
    assert.isBelow(refusals, 100, 'expected a pause after each refusal')
    assert.isBelow(told.length, 8)
    for (const { level } of told) assert.equal(level, WARN)
  })

  test('when a master dies every job ends, and wakes arrive again', async ({ assert }) => {
    const bench = await Bench.open(servers.places)
    let heard = 0
    const other = new Wakes(
      { prefix: bench.prefix, redis: { places: servers.places } },
      logger.use()
    )
    other.listen('realm', () => heard++)
    assert.deepInclude(await bench.health(), { ok: true })
    const { numbers, master, next } = await surviveMaster(servers, bench)
    assert.sameMembers([...new Set(bench.runs)], numbers)
    assert.notEqual(next, master)
    await until('a wake', () => {
      bench.wakes.wake('realm')
      return heard > 0
    })
    await other.close()
    const down = await redisWeaknesses({ places: servers.places })
    assert.match(down.map(({ wrong }) => wrong).join(), new RegExp(`:${master} cannot be reached`))
  })
})

test.group('host | no Redis', () => {
  test('a worker that is told to stop ends', async ({ assert }) => {
    const address = { host: '127.0.0.1', port: await freePort() }
    for (const kind of ['single', 'cluster'] as const) {
      const bench = await Bench.open({ kind, addresses: [address] })
      await bench.host.close()
      assert.throws(() => bench.host.queue(bench.queue), /closed/)
    }
  })
})

test.group('host | Redis behind sentinels', (group) => {
  let servers: RedisServers
  group.setup(async () => {
    servers = await RedisServers.sentinels(DIRECTORY)
    return () => servers.stop()
  })

  test('when the master dies every job ends', async ({ assert }) => {
    assert.deepEqual(await redisWeaknesses({ places: servers.places }), [])
    const bench = await Bench.open(servers.places)
    const { numbers, master, next } = await surviveMaster(servers, bench)
    assert.sameMembers([...new Set(bench.runs)], numbers)
    assert.notEqual(next, master)
  })
})
