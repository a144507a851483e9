import { test } from '@japa/runner'
import { booksAreSound } from '#tests/support/sound_books'
import { keepOutlooksFresh } from './support/outlooks.ts'
import { Books, Watched, type Move } from './support/watched_lane.ts'

test.group('ledger | groups decided before their turn, and limits', (group) => {
  group.setup(keepOutlooksFresh)

  test('keep to the limits that a group between them has set, which loads all it looks at', async ({
    assert,
  }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const one = { from: 0, to: 1, amount: '1.00' }
    const two = { ...one, amount: '2.00' }
    const foreseen = async (...moves: Move[]) => {
      const before = watched.asForeseen
      const answers = await watched.post(moves.map((each) => books.transfer(each)))
      return { answers, wasForeseen: watched.asForeseen > before }
    }
    assert.deepEqual((await foreseen(two)).answers, ['posted'])
    assert.deepEqual(await foreseen(two), { answers: ['posted'], wasForeseen: true })
    const before = watched.asForeseen
    assert.deepEqual(await watched.post([books.limit(0, '1.00')]), ['changed'])
    assert.equal(watched.asForeseen, before)
    assert.deepEqual((await foreseen(two, one)).answers, ['LIMIT_EXCEEDED', 'posted'])
    assert.deepEqual(await foreseen(one), { answers: ['posted'], wasForeseen: true })
    assert.deepEqual(await watched.post([books.limit(0, null)]), ['changed'])
    assert.deepEqual((await foreseen(two)).answers, ['posted'])
    await booksAreSound(books.realm)
  })
})
