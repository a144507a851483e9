import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { newId } from '#app/ids/ids'
import { JournalCuts, heldAtCut, objectsAtCut } from '#modules/ledger/index'
import { cashRowsAtCut } from '#modules/ledger/storage/cut_rows'
import { TestRealm, pluck } from '#tests/support/client'

/** So many that balances are read realm by realm, and not object by object. */
const MANY = 500

test.group('ledger | balances at a cut', () => {
  test('many objects are read in one stretch and hold what each one does', async ({ assert }) => {
    const realm = await TestRealm.with({ '/left': '100', '/right': '7.25' })
    const clock = await app.container.make(Clock)
    const cuts = await app.container.make(JournalCuts)
    const before = clock.nowMicros()
    await realm.transfer('/left', '/right', '1.50')
    const strangers = Array.from({ length: MANY }, () => newId('obj'))
    const moments = [null, before]
    for (const asOf of moments) {
      const read = async (cut: Parameters<typeof objectsAtCut>[0]) => {
        const ids = pluck(await objectsAtCut(cut, { prefix: '/' }), 'id')
        const few = await heldAtCut(cut, ids, 'cash')
        assert.deepEqual(await heldAtCut(cut, [...ids, ...strangers], 'cash'), few)
        assert.deepEqual((await cashRowsAtCut(cut, [...ids, ...strangers])).held, few)
        return pluck(few, 'settled').toSorted((a, b) => (a < b ? -1 : 1))
      }
      const held =
        asOf === null ? await cuts.now(realm.id, read) : await cuts.asOf(realm.id, asOf, read)
      const expected = asOf === null ? [8_700_000n, 98_500_000n] : [7_250_000n, 100_000_000n]
      assert.deepEqual(held, expected)
    }
  })
})
