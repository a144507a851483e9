import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import fc from 'fast-check'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { CommitUnknownError } from '#app/storage/database_errors'
import { QUEUES } from '#modules/ledger/core/job_rows'
import { JournalCuts } from '#modules/ledger/storage/journal_cuts'
import { holdQueues } from '#tests/support/held_queues'
import { formsOf, unprovedBy, type Form } from '#tests/support/proofs'
import { booksAreSound } from '#tests/support/sound_books'
import { forAllAsync } from '#tests/support/for_all'
import { following } from './support/following.ts'
import { keepNewestKnown, keepOutlooksFresh } from './support/outlooks.ts'
import {
  ABOUT,
  ACCOUNTS,
  Books,
  GROUP,
  Watched,
  single,
  told,
  type About,
  type Move,
} from './support/watched_lane.ts'

const side = fc.integer({ min: 0, max: ACCOUNTS - 1 })
const move = fc
  .record({
    from: fc.oneof({ weight: 20, arbitrary: side }, { weight: 1, arbitrary: fc.constant(99) }),
    to: side,
    amount: fc.constantFrom('0.06', '1.00', '6.50', '9.00'),
    path: fc.integer({ min: 0, max: 25 }).map(String),
  })
  .filter(({ from, to }) => from !== to)
/** Mostly about what was asked shortly before, so that the group before has it. */
const about = fc
  .tuple(
    move,
    fc.record({
      kind: fc.constantFrom<About['kind']>('hold', 'capture', ...ABOUT),
      of: fc.integer({ min: 0, max: 25 }).map(String),
    })
  )
  .map(([one, more]): About => ({ ...one, ...more }))
const step = fc.oneof(
  { weight: 8, arbitrary: move },
  { weight: 8, arbitrary: about },
  { weight: 1, arbitrary: fc.array(move, { minLength: 1, maxLength: GROUP }) }
)

type Step = Move | About | readonly Move[]

/** Asked at the beginning and again at the end: a repeat, and a path used for something else. */
const certain = { from: 0, to: 1, amount: '0.06', path: '99' }
/** Few are drawn, and those may be of used paths or of nobody's money. */
const bulk = ['95', '96'].map((path) => ({ from: 1, to: 2, amount: '0.06', path }))
/** Asked besides whatever is drawn: from nobody, and more than there is. */
const refused = [
  { from: 99, to: 1, amount: '1.00', path: '98' },
  { from: 2, to: 3, amount: '99.00', path: '97' },
]

test.group('ledger | groups decided before their turn', (group) => {
  group.setup(async () => {
    // The worker of this process would end holds whose time is over in one realm before the other.
    const letGo = await holdQueues(QUEUES.holdExpiry)
    const letAge = keepOutlooksFresh()
    return async () => {
      letAge()
      await letGo()
    }
  })

  const asOneEach =
    (forget: () => () => void) =>
    async ({ assert, cleanup }: TestContext) => {
      cleanup(forget())
      const grouped = [await Books.open(), await Books.open()] as const
      const plain = [await Books.open(), await Books.open()] as const
      const watched = await Watched.open()
      const poster = await single()
      const seen = new Set<string>()
      const granted = new Set<Form>()
      let run = 0
      // Most groups are of one realm, and some of both.
      const inRealm = fc.tuple(
        fc.oneof(
          { weight: 8, arbitrary: fc.constant(0 as const) },
          { weight: 1, arbitrary: fc.constant(1 as const) }
        ),
        step
      )
      await forAllAsync(
        [fc.array(inRealm, { minLength: 45, maxLength: 50, size: 'max' })],
        { numRuns: 6, endOnFailure: true },
        async (plan) => {
          run++
          const inFirst = (each: Step) => [0, each] as const
          const steps = [
            ...following.map(inFirst),
            inFirst(certain),
            inFirst(bulk),
            ...plan,
            ...[...refused, certain, { ...certain, amount: '0.07' }].map(inFirst),
          ]
          const requests = (realms: readonly [Books, Books]) =>
            steps.map(([realm, each]) => {
              const books = realms[realm]
              const moves = [each].flat().map((one) => ({ ...one, path: `${run}/${one.path}` }))
              if ('of' in each)
                return books.about({ ...each, ...moves[0]!, of: `${run}/${each.of}` })
              return Array.isArray(each) ? books.bulk(moves) : books.transfer(moves[0]!)
            })
          const asked = requests(grouped)
          const answers = await watched.post(asked)
          const expected = (await poster.postEach(requests(plain))).map(told)
          assert.deepEqual(answers, expected)
          for (const realm of [0, 1] as const) {
            assert.deepEqual(await grouped[realm].settled(), await plain[realm].settled())
            assert.deepEqual(await grouped[realm].pending(), await plain[realm].pending())
          }
          for (const [at, answer] of answers.entries()) {
            seen.add(answer)
            if (/^posted/.test(answer)) formsOf(asked[at]!).forEach((form) => granted.add(form))
          }
        }
      )
      assert.isAbove(watched.asForeseen, run * 3, 'expected most groups to be posted as foreseen')
      assert.includeMembers(
        [...seen],
        [
          'posted',
          'replayed',
          'INSUFFICIENT_BALANCE',
          'IDEMPOTENCY_VIOLATION',
          'NOT_FOUND',
          'HOLD_NOT_OPEN',
        ]
      )
      assert.deepEqual(unprovedBy('ahead', granted), [], 'requests that were never posted')
      await booksAreSound(...[...grouped, ...plain].map(({ realm }) => realm))
    }

  test(
    'give the answers and books of one transaction each',
    asOneEach(() => () => {})
  )

  test('do so too where only the newest group stays known', asOneEach(keepNewestKnown))

  test('are decided again when somebody else has posted before them', async ({ assert }) => {
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

  test('go on after one that was in vain though nobody else has posted', async ({ assert }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    watched.inside = (number) =>
      number === 2 ? Promise.reject(new Error('It came too early')) : Promise.resolve()
    const one = { from: 0, to: 1, amount: '0.10' }
    const answers = await watched.post(Array.from({ length: 6 * GROUP }, () => books.transfer(one)))
    assert.deepEqual(
      answers,
      answers.map(() => 'posted')
    )
    assert.isAtLeast(watched.asForeseen, 2, 'expected groups behind it to be foreseen')
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
    let failed = 0
    watched.beforeLook = () => {
      failed++
      return Promise.reject(new Error('no connection'))
    }
    // Each group names objects that the one before it has not looked at.
    const sides = [
      [0, 1],
      [2, 3],
      [4, 0],
    ] as const
    const answers = await watched.post(
      sides.flatMap(([from, to]) =>
        Array.from({ length: GROUP }, () => books.transfer({ from, to, amount: '1.00' }))
      )
    )
    assert.deepEqual(
      answers,
      answers.map(() => 'posted')
    )
    assert.isAbove(failed, 0, 'expected looks that failed')
    await booksAreSound(books.realm)
  })

  test('follow each other in one turn though the lane was idle in between', async ({ assert }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    for (let turn = 0; turn < 6; turn++) {
      const request = books.transfer({ from: turn % 2, to: 2, amount: '0.10' })
      assert.deepEqual(await watched.post([request]), ['posted'])
    }
    assert.isAtLeast(watched.asForeseen, 3, 'expected groups that loaded nothing')
    await booksAreSound(books.realm)
  })

  test('answer a repeat as the first time, whatever became of its source', async ({ assert }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const emptying = { from: 0, to: 1, amount: '10.00', path: `${books.realm.id}/all` }
    const small = { from: 1, to: 2, amount: '0.10' }
    const repeated = { ...small, path: `${books.realm.id}/again` }
    const posted = async (...moves: Move[]) =>
      watched.post(moves.map((each) => books.transfer(each)))
    assert.deepEqual(await posted(emptying, repeated), ['posted', 'posted'])
    assert.deepEqual(await posted(small), ['posted'])
    // The group before knows neither path: one would be refused, and one written again.
    assert.deepEqual(await posted(small, emptying, small), ['posted', 'replayed', 'posted'])
    assert.deepEqual(await posted(small), ['posted'])
    assert.deepEqual(await posted(small, repeated, small), ['posted', 'replayed', 'posted'])
    assert.deepEqual(await posted({ ...repeated, amount: '0.20' }), ['IDEMPOTENCY_VIOLATION'])
    assert.includeMembers(await books.settled(), ['/a0 0.000000'])
    await booksAreSound(books.realm)
  })

  test('are sent ahead once as large as the group before, however small', async ({ assert }) => {
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

  test('wait in the database for a group whose connection is killed', async ({ assert }) => {
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
