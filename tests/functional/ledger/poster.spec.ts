import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock, ManualClock } from '#app/clock/clock'
import type { ServiceError } from '#app/http/errors/service_error'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { parseUsd } from '#app/money/usd'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { CommitUnknownError } from '#app/storage/database_errors'
import { requestHash } from '#modules/ledger/core/request_hash'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import { Lane } from '#modules/ledger/services/poster/lane'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import { postGroup } from '#modules/ledger/services/poster/post_group'
import { TestRealm, eventually, pluck } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { draftOf } from './support/drafts.ts'

interface Account {
  id: string
  path: string
}

/** A realm with funded accounts, posted to directly. */
class Books {
  private constructor(
    readonly realm: TestRealm,
    readonly accounts: Account[],
    readonly database: Database,
    readonly clock: Clock
  ) {}

  static async open(count = 2, amount = '100'): Promise<Books> {
    const realm = await TestRealm.open()
    const paths = Array.from({ length: count }, (_, index) => `/a${index}`)
    const accounts = await Promise.all(paths.map((path) => realm.account(path, amount)))
    const database = await app.container.make(Database)
    return new Books(realm, accounts, database, await app.container.make(Clock))
  }

  transfer(from: number, to: number, amount: string, path = `/op/${randomUUID()}`) {
    const [source, target] = [this.accounts[from]!, this.accounts[to]!]
    const request: TransferRequest = {
      kind: 'transfer',
      realmId: this.realm.id,
      operation: draftOf('transfer', {
        path,
        requestHash: requestHash('transfer', { from: source.path, to: target.path, amount }),
      }),
      source,
      target,
      amount: parseUsd(amount),
      fee: 0n,
    }
    return request
  }

  lane(database = this.database, clock = this.clock): Lane {
    return new Lane(database, clock, { announce: () => {}, advanced: () => {} })
  }

  async settled(): Promise<string[]> {
    const ids = pluck(this.accounts, 'id')
    const rows = await this.database.read<{ object_id: string; settled: string }>(
      'SELECT object_id, settled FROM balances WHERE object_id IN (?)',
      [ids]
    )
    return ids.map((id) => rows.find((row) => row.object_id === id)!.settled)
  }

  async count(path: string): Promise<number> {
    const [row] = await this.database.read<{ count: string }>(
      `SELECT COUNT(*) AS count FROM journal_entries e JOIN operations o ON o.id = e.operation_id
        WHERE o.realm_id = ? AND o.path = ?`,
      [this.realm.id, path]
    )
    return Number(row!.count)
  }
}

/** Commits, and then loses the answer as a dying connection would, the given number of times. */
function forgetful(real: Database, losses: number): Database {
  const database = Object.create(real) as Database
  let left = losses
  database.transaction = async (work, options) => {
    const result = await real.transaction(work, options)
    if (left-- > 0) throw new CommitUnknownError(new Error('connection lost'))
    return result
  }
  return database
}

test.group('ledger | poster', () => {
  test('grouped and single posting give the same books for one input', async ({ assert }) => {
    const [grouped, single] = [await Books.open(4), await Books.open(4)]
    const relay = await app.container.make(OutboxRelay)
    const posters = [
      new GroupPoster(grouped.database, grouped.clock, relay),
      new SinglePoster(single.database, single.clock, relay),
    ]
    const plan = Array.from({ length: 120 }, (_, step) => ({
      from: step % 4,
      to: (step * 3 + 1) % 4,
      amount: `${(step * 17) % 97}.5`,
      path: `/op/plan/${step % 100}`,
    })).filter(({ from, to }) => from !== to)

    const outcomes = await Promise.all(
      [grouped, single].map(async (books, index) => {
        const settle = ({ from, to, amount, path }: (typeof plan)[number]) =>
          posters[index]!.post(books.transfer(from, to, amount, path)).then(
            ({ kind }) => kind,
            (error: ServiceError) => error.code
          )
        if (index === 0) return Promise.all(plan.map(settle))
        const one: string[] = []
        for (const each of plan) one.push(await settle(each))
        return one
      })
    )
    assert.deepEqual(outcomes[0], outcomes[1])
    assert.deepEqual(await grouped.settled(), await single.settled())
    assert.includeMembers(outcomes[0]!, ['posted', 'INSUFFICIENT_BALANCE', 'IDEMPOTENCY_VIOLATION'])
    await booksAreSound(grouped.realm, single.realm)
  })

  test('duplicates inside one group resolve to the first', async ({ assert }) => {
    const books = await Books.open()
    const requests = Array.from({ length: 50 }, () => books.transfer(0, 1, '1', '/op/same'))
    const { decided } = await postGroup(
      books.database,
      books.clock,
      requests.map((request) => ({ request }))
    )
    const kinds = decided.map(({ decision }) => decision.kind)
    assert.deepEqual(kinds, ['accepted', ...Array.from({ length: 49 }, () => 'replayed')])
    assert.equal(await books.count('/op/same'), 1)
  })

  test('a request that poisons its group fails alone', async ({ assert }) => {
    const books = await Books.open()
    const lane = books.lane()
    const poison = books.transfer(0, 1, '1')
    // Longer than its column: the database refuses the whole multi-row INSERT.
    poison.operation.actorType = 'x'.repeat(100)
    const good = Array.from({ length: 30 }, () => books.transfer(0, 1, '1'))
    const results = await Promise.allSettled(
      [...good.slice(0, 15), poison, ...good.slice(15)].map((request) => lane.enqueue(request))
    )
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 1)
    assert.equal(results[15]!.status, 'rejected')
    assert.deepEqual(await books.settled(), ['70.000000', '130.000000'])
  })

  test('a lost answer to COMMIT is found by looking, and told as the first', async ({ assert }) => {
    const books = await Books.open()
    const lane = books.lane(forgetful(books.database, 2))
    const outcome = await lane.enqueue(books.transfer(0, 1, '5', '/op/lost'))
    assert.equal(outcome.kind, 'posted', 'expected not to be called a replay')
    assert.equal(await books.count('/op/lost'), 1)
    assert.deepEqual(await books.settled(), ['95.000000', '105.000000'])
  })

  test('a connection killed before COMMIT restarts the group', async ({ assert }) => {
    const books = await Books.open()
    const lane = books.lane()
    let pending: Promise<unknown> = Promise.resolve()
    await books.database.transaction(async (session: SqlSession) => {
      await session.read('SELECT seq FROM realm_heads WHERE realm_id = ? FOR UPDATE', [
        books.realm.id,
      ])
      pending = lane.enqueue(books.transfer(0, 1, '5', '/op/killed'))
      const victim = await eventually('the poster to wait for the head', async () => {
        const [row] = await books.database.read<{ id: string }>(
          `SELECT id FROM information_schema.processlist
            WHERE db = DATABASE() AND command = 'Query' AND info LIKE '%realm_heads%'
              AND info LIKE ? AND id <> CONNECTION_ID()`,
          [`%${books.realm.id}%`]
        )
        return row?.id
      })
      await books.database.write(`KILL ${Number(victim)}`)
    })
    await pending
    assert.equal(await books.count('/op/killed'), 1)
  })

  test('a full lane refuses with OVERLOADED and stores nothing of it', async ({ assert }) => {
    const books = await Books.open(2, '100000')
    const lane = books.lane()
    const overflow = 5
    const requests = Array.from({ length: LEDGER_LIMITS.lanePendingRequests + 1 + overflow }, () =>
      books.transfer(0, 1, '0.01')
    )
    const results = await Promise.allSettled(requests.map((request) => lane.enqueue(request)))
    const refused = results.filter(({ status }) => status === 'rejected')
    assert.lengthOf(refused, overflow)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      assert.equal(reason.code, 'OVERLOADED')
    }
    const [, received] = await books.settled()
    assert.equal(received, `${100000 + (LEDGER_LIMITS.lanePendingRequests + 1) / 100}0000`)
  })

  test('commit time rises with the sequence though the clock is set back', async ({ assert }) => {
    const books = await Books.open()
    const clock = new ManualClock(Date.UTC(2030, 0, 1) * 1000)
    const lane = books.lane(books.database, clock)
    const times: number[] = []
    for (const step of [0, -3_600_000, 1, -5, 0]) {
      clock.advanceMs(step)
      const outcome = await lane.enqueue(books.transfer(0, 1, '1'))
      if (outcome.kind === 'posted') times.push(outcome.operation.createdAt)
    }
    assert.lengthOf(times, 5)
    assert.deepEqual(
      times,
      [...new Set(times)].toSorted((a, b) => a - b)
    )
  })

  test('one group posts to several realms, each with its own sequence', async ({ assert }) => {
    const [one, two] = [await Books.open(), await Books.open()]
    const { decided } = await postGroup(one.database, one.clock, [
      { request: one.transfer(0, 1, '1') },
      { request: two.transfer(0, 1, '2') },
      { request: one.transfer(1, 0, '3') },
    ])
    const kinds = decided.map(({ decision }) => decision.kind)
    assert.deepEqual(kinds, ['accepted', 'accepted', 'accepted'])
    assert.deepEqual(await one.settled(), ['102.000000', '98.000000'])
    assert.deepEqual(await two.settled(), ['98.000000', '102.000000'])
    await booksAreSound(one.realm, two.realm)
  })

  test('nobody can change or remove an entry or a leg', async ({ assert }) => {
    const books = await Books.open()
    for (const table of ['journal_entries', 'journal_legs']) {
      for (const statement of [`UPDATE ${table} SET seq = seq`, `DELETE FROM ${table}`]) {
        await assert.rejects(
          () => books.database.write(`${statement} WHERE realm_id = ?`, [books.realm.id]),
          /append-only/
        )
      }
    }
  })
})
