import { test } from '@japa/runner'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { eventually } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { keepOutlooksFresh } from './support/outlooks.ts'
import { Books, GROUP, Watched } from './support/watched_lane.ts'

/** Long enough to see the group wait in the database, and to send the other one. */
const WAIT_MS = 2_000

test.group('ledger | groups that come to the database before the one they follow', (group) => {
  group.setup(() => {
    const limits = LEDGER_LIMITS as { overtakenGroupMs: number }
    const { overtakenGroupMs } = limits
    limits.overtakenGroupMs = WAIT_MS
    const letAge = keepOutlooksFresh()
    return () => {
      limits.overtakenGroupMs = overtakenGroupMs
      letAge()
    }
  })

  test('hold no lock while they wait for it, and both are posted as foreseen', async ({
    assert,
  }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const isWaiting = Promise.withResolvers<void>()
    watched.inside = (number, session) => {
      const together = session.insertTogether.bind(session)
      if (number === 2)
        session.insertTogether = async (inserts, meanwhile, commits) => {
          // The next group is taken as if this one were on its way.
          meanwhile()
          await isWaiting.promise
          await together(inserts, () => {}, commits)
        }
      return Promise.resolve()
    }
    const small = { from: 0, to: 1, amount: '0.06' }
    const answers = watched.post(Array.from({ length: 3 * GROUP }, () => books.transfer(small)))
    await eventually('the third group to wait for the second one', async () => {
      const [row] = await books.database.read(
        `SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND state = 'User sleep'`
      )
      return row
    })
    isWaiting.resolve()
    assert.deepEqual(new Set(await answers), new Set(['posted']))
    assert.equal(watched.asForeseen, 2, 'expected neither to be decided again')
    await booksAreSound(books.realm)
  })
})
