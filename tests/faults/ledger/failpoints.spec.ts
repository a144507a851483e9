import { test } from '@japa/runner'
import { armFailpoints } from '#app/failpoints/failpoint'
import { JOB_FAILPOINTS } from '#app/queue/failpoints'
import { LEDGER_FAILPOINTS } from '#modules/ledger/failpoints'
import { booksAreSound } from '#tests/support/sound_books'
import { ChildService } from '#tests/faults/support/child_service'
import { sharedServer } from '#tests/faults/support/shared_server'
import { MixedTraffic, outcomeOf, sentBy } from '#tests/faults/support/mixed_traffic'
import { TRANSFER_OBJECTS, operationsByPath } from '#tests/faults/support/traffic'
import { unprovedBy, type Form } from '#tests/support/proofs'
import {
  Client,
  TestRealm,
  accepted,
  pluck,
  type ObjectView,
  type OperationView,
} from '#tests/support/client'

/** The group that dies: late enough for groups of many requests and for whole stories, and soon. */
const NTH_GROUP = 24
const ROUNDS = 3
const AT_ONCE = 60
const TRAFFIC_DEADLINE_MS = 240_000

const POSTER = LEDGER_FAILPOINTS.filter((name) => name.startsWith('poster.'))
/** Others are reached in `handler_failpoints.spec.ts`, `import_killed.spec.ts` and elsewhere. */
const HANDLERS = [...JOB_FAILPOINTS, ...LEDGER_FAILPOINTS].filter(
  (name) =>
    !/^(poster\.|confirmation\.asked|reaper\.closed|listener_backfill\.|import\.)/.test(name)
)
const QUEUE_PREFIX = '{crash}'

const objectAt = (index: number) => TRANSFER_OBJECTS[index % TRANSFER_OBJECTS.length]!

test.group('ledger | failpoints of the poster', (group) => {
  let realm: TestRealm
  const objects: ObjectView[] = []
  const granted = new Set<Form>()
  group.setup(async () => {
    realm = await TestRealm.open()
    for (const path of TRANSFER_OBJECTS) objects.push(await realm.account(path, '100000'))
  })

  test('killed at {$self}: what was acknowledged is there once, all else once or not at all')
    .with(POSTER)
    .run(async ({ assert }, name) => {
      const env = { FAILPOINT: `${name}:${NTH_GROUP}:kill`, QUEUE_PREFIX }
      const server = await ChildService.server(env)
      try {
        const client = Client.withToken(realm.client.token!, server.url)
        const traffic = new MixedTraffic(realm, objects, name, client)
        await traffic.until(() => !server.running)
        const { signal } = await server.ended
        assert.equal(signal, 'SIGKILL', 'expected the server to die at the failpoint')
        assert.isAbove(traffic.acknowledged.size, 0, 'expected answers before it died')
        assert.isAbove(traffic.unanswered.size, 0, 'expected requests in flight when it died')

        const stored = await operationsByPath(realm)
        for (const [path, id] of traffic.acknowledged) {
          const ids = stored.get(path)?.map((operation) => operation.id)
          assert.deepEqual(ids, [id], `expected acknowledged ${path} once`)
        }
        for (const [id, expiresAt] of traffic.extended) {
          const promised = outcomeOf(accepted(await realm.get(`/operations/${id}`)))
          assert.isAtLeast(Date.parse(promised.expiresAt), Date.parse(expiresAt), `hold ${id}`)
        }
        for (const id of traffic.released) {
          const { hold } = accepted(await realm.get(`/holds/${id}`))
          assert.deepInclude(hold, { status: 'captured', remainingAmount: '0.00' })
        }
        for (const [path, request] of traffic.unanswered) {
          assert.isAtMost(stored.get(path)?.length ?? 0, 1, `expected ${path} at most once`)
          const { status, error } = await sentBy(realm.client, request)
          assert.isBelow(status, 300, `expected ${path} to be repeatable: ${error?.message}`)
        }
        for (const form of traffic.granted) granted.add(form)
        await booksAreSound(realm)
      } finally {
        server.kill()
        await server.ended
      }
    })

  test('each kind of request was acknowledged by a server that died', ({ assert }) => {
    assert.deepEqual(unprovedBy('killed', granted), [])
  })

  test('failing at every other: groups are retried and answers are true', async ({ assert }) => {
    const names = POSTER.filter((name) => name !== 'poster.commit_sent')
    armFailpoints(names.map((name) => `${name}:${ROUNDS}:error`).join(','))
    try {
      let succeeded = 0
      // One after the other, so that every place is passed often enough.
      for (let round = 0; round < ROUNDS; round++) {
        const paths = Array.from({ length: AT_ONCE }, (_, index) => `/op/error/${round}/${index}`)
        const replies = await Promise.all(
          paths.map((path, index) =>
            realm.move(objectAt(index), objectAt(index + 1), '1.00', { path })
          )
        )
        const stored = await operationsByPath(realm, 'transfer')
        replies.forEach(({ status }, index) => {
          const times = stored.get(paths[index]!)?.length ?? 0
          if (status === 201) assert.equal(times, 1, `expected ${paths[index]} once`)
          else assert.isAtLeast(status, 500, `expected an honest failure of ${paths[index]}`)
        })
        succeeded += replies.filter(({ status }) => status === 201).length
      }
      assert.isAtLeast(succeeded, ROUNDS * AT_ONCE - names.length)
      await booksAreSound(realm)
    } finally {
      armFailpoints('')
    }
  })
})

test.group('ledger | failpoints of the queues', (group) => {
  const serverUrl = sharedServer(group, QUEUE_PREFIX)

  test('workers killed at {$self} leave their jobs to the next one')
    .with(pairs(HANDLERS))
    .run(async ({ assert }, names) => {
      const realm = await TestRealm.open()
      const workers = names.map((name) =>
        ChildService.worker({ QUEUE_PREFIX, FAILPOINT: `${name}:2:kill` })
      )
      try {
        const client = Client.withToken(realm.client.token!, serverUrl())
        const work = new Work(realm, client)
        const someRun = () => workers.some(({ running }) => running)
        // Until it is reached: a worker that boots slowly finds its first jobs taken over already.
        const deadline = Date.now() + TRAFFIC_DEADLINE_MS
        while (someRun() && Date.now() < deadline) await work.more()
        assert.isFalse(someRun(), 'expected the workers to die')
        for (const worker of workers) {
          const { signal } = await worker.ended
          assert.equal(signal, 'SIGKILL', 'expected it to die at the failpoint')
        }
        await work.completed()
        assert.deepEqual(await work.wrongBalances(), [], 'expected one credit each')
        await booksAreSound(realm)
      } finally {
        for (const worker of workers) worker.kill()
        await Promise.all(pluck(workers, 'ended'))
      }
    })
})

/** Two die side by side: while one boots the other one waits for what it lost. */
function pairs<Item>(items: readonly Item[]): Item[][] {
  const starts = items.map((_, index) => index).filter((index) => index % 2 === 0)
  return starts.map((index) => items.slice(index, index + 2))
}

/** Objects that are created and funded through a server whose workers are about to die. */
class Work {
  #objects: ObjectView[] = []
  #operations: string[] = []

  constructor(
    private realm: TestRealm,
    private client: Client
  ) {}

  async more() {
    const path = `/users/u${this.#objects.length}`
    const { id: realmId } = this.realm
    const { object, operation } = accepted(
      await this.client.post<{ object: ObjectView; operation: OperationView }>('/api/v1/objects', {
        realmId,
        path,
      })
    )
    this.#objects.push(object)
    await this.realm.completed(operation.id)
    const funded = accepted(
      await this.client.post<{ operation: OperationView }>('/api/v1/fund-account', {
        realmId,
        objectPath: path,
        amount: '10',
      })
    )
    this.#operations.push(funded.operation.id)
  }

  async completed() {
    for (const id of this.#operations) await this.realm.completed(id)
  }

  async wrongBalances(): Promise<string[]> {
    const settled = await Promise.all(
      this.#objects.map(async ({ id, path }) => `${path} ${await this.realm.settled(id)}`)
    )
    return settled.filter((shown) => !shown.endsWith(' 10.00'))
  }
}
