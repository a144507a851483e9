import { test } from '@japa/runner'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { booksAreSound } from '#tests/support/sound_books'
import { keepOutlooksFresh } from './support/outlooks.ts'
import { Books, GROUP, Watched, single, type Move } from './support/watched_lane.ts'

/** As many as make a group that is written early. */
const MOVES = LEDGER_LIMITS.largeGroup + 44
/** Each account of four such groups loses 14.40 to fees. */
const FUNDS = '30'

/** Between the first two accounts, which lose the fees. */
function moves(amount: string): Move[] {
  return Array.from({ length: MOVES }, (_, at) => ({ from: at % 2, to: (at + 1) % 2, amount }))
}

/** Of two other accounts, in one turn. */
function small(count: number): Move[] {
  return Array.from({ length: count }, () => ({ from: 2, to: 3, amount: '0.06' }))
}

/** What a group says that gives way. */
const ANOTHER_FIRST = 1644
const posted = Array.from({ length: MOVES }, () => 'posted').join(' ')

/**
 * Another process has the head when the transaction `before` begins, and goes on when `waitsFor` has
 * written its own rows.
 */
async function rival(
  books: Books,
  watched: Watched,
  { before, waitsFor, count }: { before: number; waitsFor: number; count: number }
) {
  const failures = { theirs: [] as unknown[], own: [] as unknown[] }
  const noted = (whose: keyof typeof failures) => (error: { errno?: number }) => {
    failures[whose].push(error.errno)
    throw error
  }
  const isLocked = Promise.withResolvers<void>()
  const isWritten = Promise.withResolvers<void>()
  const other = await Watched.open()
  other.inside = (_number, session) => {
    const together = session.insertTogether.bind(session)
    session.insertTogether = async (...asked) => {
      isLocked.resolve()
      await isWritten.promise
      await together(...asked).catch(noted('theirs'))
    }
    return Promise.resolve()
  }
  let theirs: Promise<string[]> | undefined
  watched.before = async (number) => {
    if (number !== before) return
    theirs = other.post([books.bulk(small(count))])
    await isLocked.promise
  }
  watched.inside = (number, session) => {
    const own = session.insertInTurn.bind(session)
    const together = session.insertTogether.bind(session)
    if (number === waitsFor)
      session.insertInTurn = async (...asked) => {
        await own(...asked)
        isWritten.resolve()
      }
    session.insertTogether = (...asked) => together(...asked).catch(noted('own'))
    return Promise.resolve()
  }
  return { theirs: () => theirs!, failures }
}

test.group('ledger | large groups', (group) => {
  group.setup(keepOutlooksFresh)

  test('are written while the one before is, and locked after it', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const watched = await Watched.open()
    const order: string[] = []
    const isWritten = Promise.withResolvers<void>()
    watched.inside = (number, session) => {
      const own = session.insertInTurn.bind(session)
      const rest = session.insertTogether.bind(session)
      session.insertInTurn = async (inserts, meanwhile) => {
        await own(inserts, meanwhile)
        order.push(`own rows of ${number}`)
        if (number === 3) isWritten.resolve()
      }
      session.insertTogether = async (...asked) => {
        session.insertInTurn = own
        // The rows of the next group are there although this one holds no lock yet.
        if (number === 2) await isWritten.promise
        order.push(`locks of ${number}`)
        await rest(...asked)
      }
      return Promise.resolve()
    }
    watched.after = (number) => order.push(`end of ${number}`)
    const answers = await watched.post([1, 2, 3].map(() => books.bulk(moves('0.06'))))
    assert.deepEqual(answers, [posted, posted, posted])
    assert.equal(watched.asForeseen, 2)
    assert.deepEqual(order.slice(order.indexOf('own rows of 3')), [
      'own rows of 3',
      'locks of 2',
      'end of 2',
      'locks of 3',
      'end of 3',
    ])
    await booksAreSound(books.realm)
  })

  test('are halves of all that is in flight once they may go ahead', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const { lane } = await Watched.open(LEDGER_LIMITS.groupRequests)
    const sizes = async () => {
      const rows = await books.database.read<{ entries: number }>(
        `SELECT entry_count AS entries FROM journal_groups WHERE realm_id = ?
          ORDER BY seq_from DESC LIMIT 3`,
        [books.realm.id]
      )
      return rows.map(({ entries }) => entries)
    }
    const many = () => [...moves('0.06'), ...moves('0.06')].map((move) => books.transfer(move))
    await Promise.all(lane.enqueueEach(many()))
    assert.equal((await sizes())[0], 2 * MOVES, 'nothing is known of the realm: one group')
    await Promise.all(lane.enqueueEach(many()))
    assert.deepEqual(await sizes(), [MOVES, MOVES, 2 * MOVES])
    await booksAreSound(books.realm)
  })

  test('are decided again when somebody else has taken their numbers', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const watched = await Watched.open()
    const poster = await single()
    watched.before = async (number) => {
      if (number === 2) await poster.post(books.transfer({ from: 0, to: 2, amount: '2.00' }))
    }
    const answers = await watched.post([
      books.bulk(moves('0.06')),
      books.bulk([...moves('0.06'), { from: 0, to: 3, amount: '22.00' }]),
      books.bulk(moves('0.06')),
    ])
    assert.deepEqual(answers, [posted, 'INSUFFICIENT_BALANCE', posted])
    assert.isAbove(watched.ahead, 0, 'expected a group that was foreseen')
    await booksAreSound(books.realm)
  })

  test('rely on nothing of one that failed, and leave nothing of their own', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const watched = await Watched.open()
    const poisoned = moves('0.06').map((move) => books.transfer(move))
    // Longer than its column.
    poisoned.at(-1)!.operation.actorType = 'x'.repeat(100)
    const answers = await watched.post([
      books.bulk(moves('0.06')),
      { kind: 'bulk_transfer', realmId: books.realm.id, transfers: poisoned },
      books.bulk(moves('0.06')),
      books.bulk(moves('0.06')),
    ])
    assert.deepEqual(answers, [posted, 'failed', posted, posted])
    assert.isAbove(watched.ahead, 1, 'expected groups that were foreseen')
    await booksAreSound(books.realm)
  })

  test('answer a repeat as the first time', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const watched = await Watched.open()
    const named = moves('0.06').map((move, at) => ({ ...move, path: `${books.realm.id}/${at}` }))
    const answers = await watched.post([
      books.bulk(moves('0.06')),
      books.bulk(named),
      books.bulk(named),
      books.bulk(moves('0.06')),
    ])
    assert.deepEqual(answers, [posted, posted, posted.replaceAll('posted', 'replayed'), posted])
    await booksAreSound(books.realm)
  })

  test('give way to a process that has the lock and needs their numbers', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const watched = await Watched.open()
    const { theirs, failures } = await rival(books, watched, { before: 2, waitsFor: 2, count: 3 })
    const answers = await watched.post(
      [moves('0.06'), moves('0.06')].map((each) => books.bulk(each))
    )
    assert.deepEqual(answers, [posted, posted])
    assert.deepEqual(await theirs(), ['posted posted posted'])
    assert.deepEqual(
      failures,
      { theirs: [], own: [ANOTHER_FIRST] },
      'expected the other one to be first'
    )
    await booksAreSound(books.realm)
  })

  test('give way also when a small one before them waits for that lock', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const watched = await Watched.open()
    const { theirs, failures } = await rival(books, watched, { before: 2, waitsFor: 3, count: 10 })
    const bulks = [small(GROUP), small(GROUP), moves('0.06')]
    const answers = await watched.post(bulks.map((each) => books.bulk(each)))
    const few = 'posted posted posted posted'
    assert.deepEqual(answers, [few, few, posted])
    assert.lengthOf((await theirs())[0]!.split(' '), 10)
    const message = 'expected nobody to wait until the database gives up'
    assert.deepEqual(failures, { theirs: [], own: [ANOTHER_FIRST] }, message)
    await booksAreSound(books.realm)
  })

  test('of several processes post every path once', async ({ assert }) => {
    const books = await Books.open(FUNDS)
    const lanes = [await Watched.open(), await Watched.open()]
    const bulks = [1, 2, 3].map((bulk) =>
      moves('0.06').map((move, at) => ({ ...move, path: `${books.realm.id}/${bulk}/${at}` }))
    )
    const answers = await Promise.all(
      lanes.map((lane) => lane.post(bulks.map((each) => books.bulk(each))))
    )
    const all = answers.flat().join(' ').split(' ')
    assert.lengthOf(all, 2 * 3 * MOVES)
    assert.lengthOf(
      all.filter((answer) => answer === 'posted'),
      3 * MOVES
    )
    await booksAreSound(books.realm)
  })
})
