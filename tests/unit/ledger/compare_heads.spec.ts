import { test } from '@japa/runner'
import { compareHeads, type ComparedHead } from '#modules/ledger/core/compare_heads'

const head = (realmId: string, seq: bigint, hash: string, second: number): ComparedHead => {
  return { realmId, seq, hash, committedAt: `2026-11-23 10:00:0${second}.250000` }
}
const LIVE = [head('a', 5n, 'a5', 7), head('b', 2n, 'b2', 3)]
const AT_THREE = new Map([['a', 'a3']])
const NOTHING = { entriesMissing: 0n, realmsBehind: 0, secondsMissing: 0, strange: [] }

test.group('ledger | heads of a restored copy', () => {
  test('a copy of everything lacks nothing', ({ assert }) => {
    assert.deepEqual(compareHeads(LIVE, LIVE, new Map()), NOTHING)
  })

  test('missing entries are counted, of realms unknown to the copy too', ({ assert }) => {
    const expected = { ...NOTHING, entriesMissing: 4n, realmsBehind: 2, secondsMissing: 6 }
    assert.deepEqual(compareHeads(LIVE, [head('a', 3n, 'a3', 1)], AT_THREE), expected)
  })

  const strange: [string, ComparedHead, RegExp][] = [
    ['another hash at the same place', head('a', 5n, 'x', 7), /its hash is not that/],
    ['another hash in the past', head('a', 3n, 'x', 1), /its hash is not that/],
    ['a place where no group ended', head('a', 4n, 'a4', 1), /its hash is not that/],
    ['more entries than the live books', head('a', 6n, 'a6', 8), /has entry 6/],
    ['a realm that never was', head('c', 1n, 'c1', 1), /no such realm/],
  ]
  for (const [what, copied, reason] of strange) {
    test(`a copy is no past of the live books: ${what}`, ({ assert }) => {
      const found = compareHeads(LIVE, [copied, LIVE[1]!], AT_THREE)
      assert.lengthOf(found.strange, 1)
      assert.match(found.strange[0]!.what, reason)
    })
  }
})
