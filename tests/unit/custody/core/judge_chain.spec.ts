import { test } from '@japa/runner'
import type { Hex } from '#modules/custody/core/chain_types'
import { firstLook, judgeDivergence, type Block } from '#modules/custody/core/judge_chain'

function block(number: number, fork = 0): Block {
  return { number, hash: `0x${(number * 16 + fork).toString(16).padStart(64, '0')}` }
}

const stored = [5, 6, 7, 8].map((number) => block(number))
const cursor = block(8)

function chainOf(...blocks: Block[]) {
  return new Map(blocks.map(({ number, hash }): [number, Hex] => [number, hash]))
}

test.group('custody | judging the chain', () => {
  test('a lower head is a late node on a real chain, a set-back local one', ({ assert }) => {
    for (const seen of [block(6), block(6, 1), block(2)]) {
      assert.equal(firstLook(cursor, seen.number, seen, 'kept'), 'lagging')
      assert.equal(firstLook(cursor, seen.number, seen, 'rebuilt'), 'diverged')
    }
    const now = chainOf(block(5), block(6))
    assert.deepEqual(judgeDivergence(stored, now, 8, 'rebuilt'), {
      kind: 'rewind',
      ancestor: block(6),
    })
  })

  test('the cursor decides whether the chain goes on', ({ assert }) => {
    assert.equal(firstLook(cursor, 8, block(8), 'kept'), 'same')
    assert.equal(firstLook(cursor, 9, block(8), 'kept'), 'extends')
    assert.equal(firstLook(cursor, 8, block(8, 1), 'kept'), 'diverged')
    assert.equal(firstLook(cursor, 9, block(8, 1), 'kept'), 'diverged')
  })

  test('goes back to the newest block that both chains have', ({ assert }) => {
    const now = chainOf(block(5), block(6), block(7, 1), block(8, 1))
    assert.deepEqual(judgeDivergence(stored, now, 6, 'kept'), {
      kind: 'rewind',
      ancestor: block(6),
    })
  })

  test('final blocks that are taken back stop a real chain and not a local one', ({ assert }) => {
    const now = chainOf(block(5), block(6, 1), block(7, 1), block(8, 1))
    assert.equal(judgeDivergence(stored, now, 6, 'kept').kind, 'stop')
    assert.deepEqual(judgeDivergence(stored, now, 6, 'rebuilt'), {
      kind: 'rewind',
      ancestor: block(5),
    })
  })

  test('no common block stops a real chain and starts a local one over', ({ assert }) => {
    const now = chainOf(...stored.map(({ number }) => block(number, 1)))
    assert.equal(judgeDivergence(stored, now, 0, 'kept').kind, 'stop')
    assert.equal(judgeDivergence(stored, now, 0, 'rebuilt').kind, 'start_over')
    assert.equal(judgeDivergence([], chainOf(), 0, 'kept').kind, 'stop')
  })
})
