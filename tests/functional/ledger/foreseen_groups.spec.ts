import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import fc from 'fast-check'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { parseUsd } from '#app/money/usd'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { CommitUnknownError, Database, type SqlSession } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import type { TransferRequest } from '#modules/ledger/core/decide_transfer'
import { Lane } from '#modules/ledger/services/poster/lane'
import type { Outcome } from '#modules/ledger/services/poster/poster'
import { JournalCuts } from '#modules/ledger/storage/journal_cuts'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { TestRealm } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'

const GROUP = 4
const NOBODY = { announce: () => {}, advanced: () => {} }
const ACCOUNTS = 5

interface Move {
  from: number
  to: number
  amount: string
  /** The last part of the operation path; a new one when left out. */
  path?: string
}

/** A realm whose accounts hold 10.00 each, and requests to it. */
class Books {
  private constructor(
    readonly realm: TestRealm,
    readonly accounts: { id: string; path: string }[],
    readonly database: Database
  ) {}

  static async open(): Promise<Books> {
    const realm = await TestRealm.open()
    const paths = Array.from({ length: ACCOUNTS }, (_, index) => `/a${index}`)
    const accounts = await Promise.all(paths.map((path) => realm.account(path, '10')))
    return new Books(realm, accounts, await app.container.make(Database))
  }

  transfer({ from, to, amount, path = randomUUID() }: Move): TransferRequest {
    const nowhere = { id: '', path: '/nowhere' }
    return {
      kind: 'transfer',
      realmId: this.realm.id,
      operation: {
        id: newId('op'),
        path: `/op/${path}`,
        type: 'transfer',
        requestHash: `${from}${to}${amount}`.padEnd(64, '0'),
        input: '{}',
        actorType: 'builder',
        actorId: 'bld_test',
      },
      source: this.accounts[from] ?? nowhere,
      target: this.accounts[to] ?? nowhere,
      amount: parseUsd(amount),
      fee: 50_000n,
    }
  }

  bulk(moves: readonly Move[]): PostRequest {
    const transfers = moves.map((move) => this.transfer(move))
    return { kind: 'bulk_transfer', realmId: this.realm.id, transfers }
  }

  async settled() {
    const rows = await this.database.read<{ path: string; settled: string }>(
      `SELECT o.path, b.settled FROM objects o JOIN balances b ON b.object_id = o.id
        WHERE o.realm_id = ? ORDER BY o.path`,
      [this.realm.id]
    )
    return rows.map(({ path, settled }) => `${path} ${settled}`)
  }
}

async function single(): Promise<SinglePoster> {
  const database = await app.container.make(Database)
  return new SinglePoster(
    database,
    await app.container.make(Clock),
    await app.container.make(OutboxRelay)
  )
}

/** A lane of small groups, in which what happens around its transactions can be arranged. */
class Watched {
  /** Groups that were looked at before their turn. */
  ahead = 0
  transactions = 0
  /** Transactions that were committed as foreseen: without looking for used paths themselves. */
  asForeseen = 0
  /** Called before the transaction of this number begins. */
  before: (number: number) => Promise<unknown> = () => Promise.resolve()
  /** Called when the transaction of this number was committed. */
  after: (number: number) => void = () => {}
  /** Called with the session of the transaction of this number. */
  inside: (number: number, session: SqlSession) => Promise<unknown> = () => Promise.resolve()
  /** Called before a group is looked at ahead. */
  beforeLook: () => Promise<unknown> = () => Promise.resolve()
  readonly lane: Lane

  private constructor(real: Database, clock: Clock) {
    const database = Object.create(real) as Database
    database.transaction = async (work, options) => {
      const number = ++this.transactions
      await this.before(number)
      let isLoaded = false
      const result = await real.transaction(async (session) => {
        await this.inside(number, session)
        return work(onLoad(session, () => (isLoaded = true)))
      }, options)
      if (!isLoaded) this.asForeseen++
      this.after(number)
      return result
    }
    database.withSession = async (work) => {
      await this.beforeLook()
      const result = await real.withSession(work)
      this.ahead++
      return result
    }
    this.lane = new Lane(database, clock, NOBODY, undefined, GROUP)
  }

  static async open(): Promise<Watched> {
    return new Watched(await app.container.make(Database), await app.container.make(Clock))
  }

  async post(requests: readonly PostRequest[]): Promise<string[]> {
    return (await this.lane.enqueueEach(requests)).map(told)
  }
}

function onLoad(session: SqlSession, loaded: () => void): SqlSession {
  const read = session.readTogether.bind(session)
  session.readTogether = (queries) => {
    if (queries.some(({ sql }) => sql.includes('AS is_used'))) loaded()
    return read(queries)
  }
  return session
}

function told(result: PromiseSettledResult<Outcome>): string {
  if (result.status === 'fulfilled') return shown(result.value)
  return result.reason instanceof ServiceError ? result.reason.code : 'failed'
}

function shown(outcome: Outcome): string {
  return outcome.kind === 'all' ? outcome.parts.map(shown).join(' ') : outcome.kind
}

const side = fc.integer({ min: 0, max: ACCOUNTS - 1 })
const move = fc
  .record({
    from: fc.oneof({ weight: 20, arbitrary: side }, { weight: 1, arbitrary: fc.constant(99) }),
    to: side,
    amount: fc.constantFrom('0.06', '1.00', '6.50', '9.00'),
    path: fc.integer({ min: 0, max: 25 }).map(String),
  })
  .filter(({ from, to }) => from !== to)
const step = fc.oneof(
  { weight: 8, arbitrary: move },
  { weight: 1, arbitrary: fc.array(move, { minLength: 1, maxLength: GROUP }) }
)

/** Asked at the beginning and again at the end: a repeat, and a path used for something else. */
const certain = { from: 0, to: 1, amount: '0.06', path: '99' }
/** Asked besides whatever is drawn: from nobody, and more than there is. */
const refused = [
  { from: 99, to: 1, amount: '1.00', path: '98' },
  { from: 2, to: 3, amount: '99.00', path: '97' },
]

test.group('ledger | groups decided before their turn', () => {
  test('give the answers and books of one transaction each', async ({ assert }) => {
    const [grouped, plain] = [await Books.open(), await Books.open()]
    const watched = await Watched.open()
    const poster = await single()
    const seen = new Set<string>()
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 25, maxLength: 30, size: 'max' }),
        async (plan) => {
          run++
          const requests = (books: Books) =>
            [certain, ...plan, ...refused, certain, { ...certain, amount: '0.07' }].map((each) => {
              const moves = [each].flat().map((one) => ({ ...one, path: `${run}/${one.path}` }))
              return Array.isArray(each) ? books.bulk(moves) : books.transfer(moves[0]!)
            })
          const answers = await watched.post(requests(grouped))
          const expected = (await poster.postEach(requests(plain))).map(told)
          assert.deepEqual(answers, expected)
          assert.deepEqual(await grouped.settled(), await plain.settled())
          for (const answer of answers) seen.add(answer)
        }
      ),
      { numRuns: 6, endOnFailure: true }
    )
    assert.isAbove(watched.asForeseen, run * 3, 'expected most groups to be posted as foreseen')
    assert.includeMembers(
      [...seen],
      ['posted', 'replayed', 'INSUFFICIENT_BALANCE', 'IDEMPOTENCY_VIOLATION', 'NOT_FOUND']
    )
    await booksAreSound(grouped.realm, plain.realm)
  })

  test('are decided again when somebody else has posted to the realm before them', async ({
    assert,
  }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const poster = await single()
    const others = [
      { from: 0, to: 1, amount: '9.00' },
      { from: 2, to: 3, amount: '1.00', path: `${books.realm.id}/taken` },
    ]
    watched.before = async (number) => {
      if (number !== 2) return
      for (const other of others) await poster.post(books.transfer(other))
    }
    const first = Array.from({ length: GROUP }, () => ({ from: 3, to: 4, amount: '1.00' }))
    const second = [{ from: 0, to: 4, amount: '5.00' }, others[1]!, { ...first[0]! }, first[0]!]
    const third = [{ from: 4, to: 0, amount: '1.00' }]
    const answers = await watched.post(
      [...first, ...second, ...third].map((each) => books.transfer(each))
    )
    assert.isAtLeast(watched.ahead, 1)
    assert.equal(watched.asForeseen, 0)
    assert.deepEqual(answers.slice(GROUP), [
      'INSUFFICIENT_BALANCE',
      'replayed',
      'posted',
      'posted',
      'posted',
    ])
    await booksAreSound(books.realm)
  })

  test('rely on nothing of a group that failed', async ({ assert }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const poison = books.transfer({ from: 0, to: 1, amount: '9.00', path: books.realm.id })
    // Longer than its column: the database refuses the INSERT after the next group was looked at.
    poison.operation.actorType = 'x'.repeat(100)
    const small = { from: 2, to: 3, amount: '1.00' }
    const requests = [
      poison,
      ...Array.from({ length: GROUP - 1 }, () => books.transfer(small)),
      books.transfer({ from: 1, to: 4, amount: '15.00' }),
      books.transfer({ from: 0, to: 1, amount: '9.00', path: books.realm.id }),
      books.transfer({ from: 0, to: 4, amount: '5.00' }),
      books.transfer(small),
      books.transfer(small),
    ]
    assert.deepEqual(await watched.post(requests), [
      'failed',
      ...Array.from({ length: GROUP - 1 }, () => 'posted'),
      'INSUFFICIENT_BALANCE',
      'posted',
      'INSUFFICIENT_BALANCE',
      'posted',
      'posted',
    ])
    assert.isAtLeast(watched.ahead, 1)
    await booksAreSound(books.realm)
  })

  test('stand although the answer to the COMMIT before them was lost', async ({ assert }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    watched.after = (number) => {
      if (number === 1 || number === 3) throw new CommitUnknownError(new Error('connection lost'))
    }
    const one = { from: 0, to: 1, amount: '1.00' }
    const answers = await watched.post(
      Array.from({ length: 2 * GROUP + 1 }, () => books.transfer(one))
    )
    assert.deepEqual(
      answers,
      answers.map(() => 'posted')
    )
    assert.includeMembers(await books.settled(), ['/a0 1.000000', '/a1 18.550000'])
    await booksAreSound(books.realm)
  })

  test('are decided in their turn when they could not be looked at', async ({ assert }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    watched.beforeLook = () => Promise.reject(new Error('no connection'))
    const one = { from: 0, to: 1, amount: '1.00' }
    const answers = await watched.post(Array.from({ length: 3 * GROUP }, () => books.transfer(one)))
    assert.deepEqual(
      answers,
      answers.map((_, index) => (index < 10 ? 'posted' : 'INSUFFICIENT_BALANCE'))
    )
    await booksAreSound(books.realm)
  })

  test('are sent before their turn also when they are small, once as large as the one before', async ({
    assert,
  }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    // Of three callers that each ask again when they are answered, one is mostly being posted.
    const caller = async (from: number) => {
      for (let turn = 0; turn < 20; turn++) {
        const request = books.transfer({ from, to: (from + 1) % 3, amount: '0.06' })
        assert.equal((await watched.lane.enqueue(request)).kind, 'posted')
      }
    }
    await Promise.all([caller(0), caller(1), caller(2)])
    assert.isAbove(watched.asForeseen, 5)
    await booksAreSound(books.realm)
  })

  test('wait in the database for the group before, and find that its connection was killed', async ({
    assert,
  }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const arrived = Promise.withResolvers<void>()
    watched.inside = async (number, session) => {
      if (number === 2) arrived.resolve()
      if (number !== 1) return
      const [row] = await session.read<{ id: number }>('SELECT CONNECTION_ID() AS id')
      const insert = session.insertTogether.bind(session)
      session.insertTogether = async (inserts, meanwhile) => {
        // Its rows are written, its COMMIT is not sent: the next group waits for its lock.
        await insert(inserts, meanwhile)
        await arrived.promise
        await books.database.write(`KILL ${row!.id}`)
      }
    }
    const one = { from: 0, to: 1, amount: '1.00' }
    const answers = await watched.post(Array.from({ length: 3 * GROUP }, () => books.transfer(one)))
    assert.deepEqual(
      answers,
      answers.map((_, index) => (index < 10 ? 'posted' : 'INSUFFICIENT_BALANCE'))
    )
    await booksAreSound(books.realm)
  })

  test('never end up in a past that somebody has read', async ({ assert }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const cuts = await app.container.make(JournalCuts)
    const clock = await app.container.make(Clock)
    const realmId = books.realm.id
    const first = Promise.withResolvers<void>()
    watched.after = (number) => {
      if (number === 1) first.resolve()
    }
    let read: { asOf: number; seq: number } | undefined
    const seqAt = (asOf: number) => cuts.asOf(realmId, asOf, ({ seq }) => Promise.resolve(seq))
    watched.before = async (number) => {
      if (number !== 2) return
      // The next group has its time and is not sent yet.
      await first.promise
      const asOf = clock.nowMicros()
      read = { asOf, seq: await seqAt(asOf) }
    }
    const one = { from: 0, to: 1, amount: '1.00' }
    await watched.post(Array.from({ length: 2 * GROUP }, () => books.transfer(one)))
    assert.isAtLeast(watched.ahead, 1)
    assert.equal(await seqAt(read!.asOf), read!.seq)
    await booksAreSound(books.realm)
  })

  test('of two processes post every path once', async ({ assert }) => {
    const books = await Books.open()
    const lanes = [await Watched.open(), await Watched.open(), await Watched.open()]
    const plan = Array.from({ length: 120 }, (_, index) => ({
      from: index % ACCOUNTS,
      to: (index + 1 + (index % (ACCOUNTS - 1))) % ACCOUNTS,
      amount: '0.10',
      path: `${books.realm.id}/${index % 100}`,
    }))
    const answers = await Promise.all(
      lanes.map((lane) => lane.post(plan.map((each) => books.transfer(each))))
    )
    const posted = answers.flat().filter((answer) => answer === 'posted')
    assert.lengthOf(posted, 100)
    assert.isTrue(lanes.some(({ ahead }) => ahead > 0))
    await booksAreSound(books.realm)
  })
})
