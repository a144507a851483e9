import { test } from '@japa/runner'
import fc from 'fast-check'
import { owedByHouse } from '#modules/custody/core/owed_by_house'
import { forAll } from '#tests/support/for_all'

const amount = fc.bigInt({ min: 1n, max: 1_000_000n })
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('in', 'out', 'in_transit', 'out_transit', 'mint'), amount }),
  fc.record({ kind: fc.constant('trade'), amount, result: fc.bigInt(-1_000_000n, 1_000_000n) }),
  fc.record({ kind: fc.constantFrom('settle', 'pay'), amount })
)

test.group('custody | what the house owes', () => {
  test('is what trading took for fees outside the venue and has not paid', ({ assert }) => {
    forAll([fc.array(step, { maxLength: 40 })], (steps) => {
      const books = { vaults: 0n, house: 0n, minted: 0n, objects: 0n, venue: 0n, unbooked: 0n }
      let fees = 0n
      for (const each of steps) {
        const { kind, amount: moved } = each
        if (kind === 'in' || kind === 'in_transit') books.vaults += moved
        if (kind === 'in') books.objects += moved
        if (kind === 'in_transit') books.unbooked += moved
        if (kind === 'out' || kind === 'out_transit') books.vaults -= moved
        if (kind === 'out') books.objects -= moved
        if (kind === 'out_transit') books.unbooked -= moved
        if (kind === 'mint') {
          books.house += moved
          books.minted += moved
        }
        if ('result' in each) {
          // The trader wins the result from the venue, and pays a fee to somebody else.
          books.objects += each.result - moved
          books.venue -= each.result
          fees += moved
        }
        if (kind === 'settle') {
          books.vaults -= moved
          books.house += moved
        }
        if (kind === 'pay') {
          books.house -= moved
          fees -= moved
        }
      }
      assert.equal(owedByHouse(books), fees)
    })
  })
})
