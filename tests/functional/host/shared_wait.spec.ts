import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { Queue, Worker } from 'bullmq'
import app from '@adonisjs/core/services/app'
import type { QueueConfig } from '#app/queue/queue_host'
import { redisClient, type RedisClient } from '#app/queue/redis_client'
import { SharedStalledLook } from '#app/queue/shared_stalled_look'
import { SharedWait, patienceOf, waitingTogether } from '#app/queue/shared_wait'
import { eventually, until } from '#tests/support/client'

const MANY = 50

/** What a process with workers waits with, and how many commands that takes. */
function waiting(cleanup: TestContext['cleanup']) {
  const { redis } = app.config.get<QueueConfig>('queue')
  const prefix = `{wait-${randomUUID()}}`
  const others = redisClient(redis, { maxRetriesPerRequest: null })
  const processes: SharedWait[] = []
  let waits: RedisClient | undefined
  let commands = 0
  const connect = () => {
    waits = redisClient(redis, { maxRetriesPerRequest: 0 })
    waits.on('error', () => {})
    const ask = waits.bzpopmin.bind(waits) as (...args: unknown[]) => unknown
    const counted = (...args: unknown[]) => {
      commands++
      return ask(...args)
    }
    return Object.assign(waits, { bzpopmin: counted })
  }
  const another = () => {
    const wait = new SharedWait(prefix, { connect, others: () => others })
    processes.push(wait)
    return wait
  }
  cleanup(async () => {
    await Promise.all(processes.map((each) => each.close()))
    others.disconnect()
  })
  return {
    another,
    key: (name: string | number) => `${prefix}:${name}:marker`,
    mark: (key: string, score = 0) => others.zadd(key, score, '0'),
    marks: (key: string) => others.zcard(key),
    /** A job whose marker was lost, which waits or is due later. */
    leave: (name: string, dueAt: number) =>
      dueAt > Date.now()
        ? others.zadd(`${prefix}:${name}:delayed`, dueAt * 0x1000, '1')
        : others.lpush(`${prefix}:${name}:wait`, '1'),
    asked: () => commands,
    /** As when Redis is away for a moment. */
    interrupt: () => waits!.disconnect(true),
  }
}

test.group('host | waiting for jobs', () => {
  test('workers that begin together wait with one command', async ({ assert, cleanup }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const found = Array.from({ length: MANY }, (_, place) => wait.wait(bench.key(place), 60, 0))
    for (const each of found) each.catch(() => {})
    await until('the command', () => bench.asked() > 0)
    await bench.mark(bench.key(7))
    assert.deepEqual(await found[7], { member: '0', score: 0 })
    await until('the others to be asked for', () => bench.asked() === 2)
    await bench.mark(bench.key(8))
    assert.deepEqual(await found[8], { member: '0', score: 0 })
  })

  test('a worker that comes later interrupts the command', async ({ assert, cleanup }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    void wait.wait(bench.key('first'), 60, 0).catch(() => {})
    await until('the command', () => bench.asked() === 1)
    const second = wait.wait(bench.key('second'), 60, 0)
    await bench.mark(bench.key('second'))
    assert.deepEqual(await second, { member: '0', score: 0 })
  })

  test('a job for a busy worker is left to another process', async ({ assert, cleanup }) => {
    const bench = waiting(cleanup)
    const [busy, free] = [bench.another(), bench.another()]
    const key = bench.key('shared')
    // It has something to do from here on, while its process still asks for it.
    assert.isNull(await busy.wait(key, 0.05, 0), 'expected the time to be over')
    void busy.wait(bench.key('own'), 60, 60_000).catch(() => {})
    await bench.leave('shared', 0)
    await bench.mark(key)
    assert.deepEqual(await free.wait(key, 60, 0), { member: '0', score: 0 })
  })

  test('a marker that a worker left when it took its job wakes nobody', async ({
    assert,
    cleanup,
  }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const key = bench.key('taken')
    void wait.wait(bench.key('other'), 60, 0).catch(() => {})
    assert.isNull(await wait.wait(key, 0.05, 0), 'expected the time to be over')
    await bench.mark(key)
    await until('the marker to be taken', async () => (await bench.marks(key)) === 0)
    const next = wait.wait(key, 0.3, 0)
    assert.isNull(await next, 'expected no marker to be put back')
  })

  test('the worker of a periodic job is asked for while it is busy, unless another may have its job', async ({
    assert,
    cleanup,
  }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const key = bench.key('periodic')
    void wait.wait(bench.key('other'), 60, 0).catch(() => {})
    const begun = wait.wait(key, 60, 1_000)
    await until('the command', () => bench.asked() > 0)
    await bench.mark(key)
    assert.deepEqual(await begun, { member: '0', score: 0 })
    // Its run leaves when it is due next.
    await bench.mark(key, Date.now() + 60_000)
    await until('the marker to be taken', async () => (await bench.marks(key)) === 0)
    await until('the next command', () => bench.asked() === 3)
    const again = wait.wait(key, 60, 50)
    await bench.mark(key)
    assert.deepEqual(await again, { member: '0', score: 0 })
    await until('the next command', () => bench.asked() === 4)
    // Another job of the queue comes meanwhile, and is left to whoever waits.
    await bench.leave('periodic', 0)
    await bench.mark(key)
    await until('the next command', () => bench.asked() === 5)
    assert.equal(await bench.marks(key), 1)
    assert.deepEqual(await wait.wait(key, 60, 50), { member: '0', score: 0 })
  })

  test('a job that was due while its worker was busy is looked for at once, by no timer in the past', async ({
    assert,
    cleanup,
  }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const key = bench.key('overdue')
    const warnings: string[] = []
    const warned = ({ name }: Error) => void warnings.push(name)
    process.on('warning', warned)
    cleanup(() => void process.off('warning', warned))
    void wait.wait(bench.key('other'), 60, 0).catch(() => {})
    const begun = wait.wait(key, 60, 1_000)
    await until('the command', () => bench.asked() > 0)
    await bench.mark(key)
    assert.deepEqual(await begun, { member: '0', score: 0 })
    await until('the next command', () => bench.asked() === 2)
    const due = Date.now() + 50
    await bench.mark(key, due)
    await until('the marker to be taken', async () => (await bench.marks(key)) === 0)
    await until('the job to be due for long', () => Date.now() > due + 20)
    const since = Date.now()
    assert.isNull(await wait.wait(key, 60, 50))
    assert.isBelow(Date.now() - since, 1_000, 'expected the worker to be told at once')
    assert.notInclude(warnings, 'TimeoutNegativeWarning')
  })

  test('a delayed job wakes its worker when it is due', async ({ assert, cleanup }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const key = bench.key('delayed')
    const found = wait.wait(key, 60, 0)
    await until('the command', () => bench.asked() === 1)
    const dueAt = Date.now() + 300
    await bench.mark(key, dueAt)
    assert.isNull(await found, 'expected it to be told to look')
    assert.isAtLeast(Date.now(), dueAt, 'expected the worker not to be woken before')
  })

  test('queues whose markers were lost are looked at together, and only who has a job is told', async ({
    assert,
    cleanup,
  }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const asleep: Promise<unknown>[] = []
    const looking = (name: string) => wait.wait(bench.key(name), 0.5, 0, true)
    for (const name of ['one', 'other']) asleep.push(looking(name).catch(() => 'ended'))
    const [job, delayed] = [looking('job'), looking('delayed')]
    const dueAt = Date.now() + 900
    await bench.leave('job', dueAt - 900)
    await bench.leave('delayed', dueAt)
    assert.isNull(await job)
    assert.isNull(await delayed)
    assert.isAtLeast(
      Date.now(),
      dueAt,
      'expected it to be told when its job is due, and not before'
    )
    const still = await Promise.race([...asleep, Promise.resolve('asleep')])
    assert.equal(still, 'asleep')
  })

  test('a clock that is set back meanwhile puts off no look', async ({ assert, cleanup }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const found = wait.wait(bench.key('job'), 0.2, 0, true)
    await bench.leave('job', 0)
    const { now } = Date
    Date.now = () => now() - 1000
    cleanup(() => void (Date.now = now))
    const late = new Promise((resolve) => setTimeout(resolve, 2000, 'nobody looked'))
    assert.isNull(await Promise.race([found, late]))
  })

  test('every worker looks after a lost connection', async ({ assert, cleanup }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const found = [wait.wait(bench.key(1), 60, 0), wait.wait(bench.key(2), 60, 0)]
    await until('the command', () => bench.asked() === 1)
    bench.interrupt()
    assert.deepEqual(await Promise.all(found), [null, null])
    const again = wait.wait(bench.key(1), 60, 0)
    await bench.mark(bench.key(1))
    assert.deepEqual(await again, { member: '0', score: 0 })
  })

  test('whoever waits is told when it ends', async ({ assert, cleanup }) => {
    const bench = waiting(cleanup)
    const wait = bench.another()
    const [one, other] = [wait.wait(bench.key(1), 60, 0), wait.wait(bench.key(2), 60, 0)]
    wait.end(bench.key(1))
    await assert.rejects(() => one, 'Connection is closed.')
    const closed = wait.close()
    await assert.rejects(() => other, 'Connection is closed.')
    await closed
    await assert.rejects(() => wait.wait(bench.key(3), 60, 0), 'Connection is closed.')
  })

  test('a worker looks itself as often as its job needs when another process has died')
    .with([
      { job: 'whose rows are published again', looks: 60 },
      { job: 'of every second', everyMs: 1_000, looks: 10 },
      { job: 'of every second that rests', everyMs: 1_000, restMs: 60_000, looks: 60 },
      { job: 'of every half minute', everyMs: 30_000, looks: 30 },
      { job: 'of every day', everyMs: 86_400_000, looks: 60 },
    ])
    .run(async ({ assert, cleanup }, { job, looks, ...turns }) => {
      const { redis } = app.config.get<QueueConfig>('queue')
      const connection = redisClient(redis, { maxRetriesPerRequest: null })
      cleanup(() => connection.disconnect())
      let waited: unknown[] = []
      const wait = Object.create(SharedWait.prototype) as SharedWait
      wait.wait = (_key, seconds, _patienceMs, itLooks) => {
        waited = [seconds, itLooks]
        return Promise.resolve(null)
      }
      const stalledLook = new SharedStalledLook(() => connection)
      const make = waitingTogether(wait, stalledLook, { prefix: '{looks}', ...patienceOf(turns) })
      await make('queue', { connection }).waitForJob(60)
      assert.deepEqual(waited, [looks, true], `seconds that a job waits at most ${job}`)
      await make('queue', { connection }).waitForJob(5)
      assert.deepEqual(waited, [5, false], 'expected it to be told of a job that is due')
    })

  test('jobs of dead workers are looked for where jobs are under way, with one question', async ({
    assert,
    cleanup,
  }) => {
    const { redis } = app.config.get<QueueConfig>('queue')
    const connection = redisClient(redis, { maxRetriesPerRequest: null })
    const prefix = `{stalled-${randomUUID()}}`
    cleanup(() => connection.disconnect())
    let questions = 0
    const asking = Object.create(connection) as RedisClient
    asking.exists = (...lists: unknown[]) => {
      questions++
      return connection.exists(...(lists as string[]))
    }
    const wait = Object.create(SharedWait.prototype) as SharedWait
    const looksOf = (...names: string[]) => {
      const make = waitingTogether(wait, new SharedStalledLook(() => asking), {
        prefix,
        ...patienceOf({}),
      })
      const opts = { connection, prefix, maxStalledCount: 1, stalledInterval: 1 }
      return names.map((name) => make(name, opts))
    }
    const idle = looksOf('one', 'other')
    assert.deepEqual(await Promise.all(idle.map((each) => each.moveStalledJobsToWait())), [[], []])
    assert.equal(questions, 1)

    const queue = new Queue('one', { connection, prefix })
    const { id } = await queue.add('job', {})
    const dead = new Worker('one', null, { connection, prefix, autorun: false, lockDuration: 1 })
    cleanup(() => dead.close(true))
    cleanup(() => queue.close())
    await dead.getNextJob('dead')
    const found = await eventually('the job to be found', async () => {
      const answers = await Promise.all(
        looksOf('one', 'other').map((each) => each.moveStalledJobsToWait())
      )
      return answers.flat().length > 0 ? answers : null
    })
    assert.deepEqual(found, [[id], []])
    assert.equal(await queue.getWaitingCount(), 1, 'expected another worker to take it')
  })
})
