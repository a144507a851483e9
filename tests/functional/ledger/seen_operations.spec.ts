import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { CaptureHoldRequest } from '#modules/ledger/core/decide_capture'
import type { SeenOperation } from '#modules/ledger/core/request_kind'
import { OperationReader } from '#modules/ledger/storage/operation_reader'
import { booksAreSound } from '#tests/support/sound_books'
import { keepOutlooksFresh } from './support/outlooks.ts'
import { Books, Watched, single, type About } from './support/watched_lane.ts'

test.group('ledger | groups decided on what their requests have read', (group) => {
  group.setup(keepOutlooksFresh)

  test('take a hold as its capture has read it, unless it was another one by then', async ({
    assert,
  }) => {
    const books = await Books.open()
    const watched = await Watched.open()
    const poster = await single()
    const reader = await app.container.make(OperationReader)
    const [one, other] = ['one', 'other'].map((name) => `${books.realm.id}/${name}`) as [
      string,
      string,
    ]
    const ask = (kind: About['kind'], of: string, amount: string) =>
      books.about({ kind, of, from: 0, to: 1, amount, ...(kind === 'hold' && { path: of }) })
    const seen = async (of: string) => {
      const operation = await reader.byPath(books.realm.id, `/op/${of}`)
      return (await reader.seen(operation!.id))! as SeenOperation<'hold'>
    }
    const capture = (of: string, as: SeenOperation<'hold'>) => ({
      ...(ask('capture', of, '1.00') as CaptureHoldRequest),
      seen: as,
    })
    const small = () => books.transfer({ from: 2, to: 3, amount: '0.10' })
    await poster.postEach([ask('hold', one, '2.00'), ask('hold', other, '3.00')])
    const early = await seen(one)
    await poster.post(ask('capture', one, '1.00'))

    // The lane begins to know the realm with this.
    assert.deepEqual(await watched.post([small()]), ['posted'])
    assert.deepEqual(await watched.post([capture(one, early)]), ['posted'])
    const late = await seen(other)
    assert.deepEqual(await watched.post([capture(other, late)]), ['posted'])
    // By now the newest group knows nothing of it.
    assert.deepEqual(await watched.post([small()]), ['posted'])
    assert.deepEqual(await watched.post([capture(other, late)]), ['posted'])

    assert.equal(watched.asForeseen, 4)
    assert.includeMembers(await books.pending(), [
      `/op/${one} completed 0.00 settled 1.000000`,
      `/op/${other} pending 1.00 open 1.000000`,
    ])
    await booksAreSound(books.realm)
  })
})
