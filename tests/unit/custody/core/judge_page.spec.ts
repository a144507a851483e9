import { test } from '@japa/runner'
import fc from 'fast-check'
import type { Address, Header, Hex } from '#modules/custody/core/chain_types'
import { judgePage, type PageReading } from '#modules/custody/core/judge_page'
import type { PoolEvent } from '#modules/custody/core/pool_event'
import { forAll } from '#tests/support/for_all'

const POOL: Address = '0x00000000000000000000000000000000000000aA'
const OTHER: Address = '0x00000000000000000000000000000000000000bB'

function hashOf(number: number): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}

function header(number: number): Header {
  return { number, hash: hashOf(number), parentHash: hashOf(number - 1), timestamp: number }
}

function event(seq: number, blockNumber = 10 + seq, pool = POOL): PoolEvent {
  return {
    pool,
    seq,
    name: 'Credited',
    args: { amount: String(seq) },
    logIndex: 0,
    blockNumber,
    blockHash: hashOf(blockNumber),
    transactionHash: hashOf(seq),
  }
}

/** An honest page of blocks 10 to 30. */
function reading(events: PoolEvent[], told: number | null = null): PageReading {
  const numbers = Array.from({ length: 21 }, (_, index) => 10 + index)
  return {
    from: 10,
    to: 30,
    headers: new Map(numbers.map((number) => [number, header(number)])),
    places: events.map(({ pool: address, ...place }) => ({ address, ...place })),
    events,
    lastSeqs: told === null ? null : new Map([[POOL, told]]),
    endHash: hashOf(30),
  }
}

function judged(page: PageReading, lastSeq = 0, known: [number, Hex][] = [[9, hashOf(9)]]) {
  const verdict = judgePage(page, [{ pool: POOL, lastSeq }], new Map(known))
  return verdict.kind === 'discard' ? verdict.reason : verdict.pools.get(POOL)!
}

test.group('custody | judging a page of events', () => {
  test('any order and any repetition of all events is one sequence', ({ assert }) => {
    const pages = fc.integer({ min: 1, max: 12 }).chain((count) => {
      const all = Array.from({ length: count }, (_, index) => event(index + 1))
      const repeated = fc.subarray(all).map((some) => [...all, ...some])
      return fc.tuple(
        fc.constant(count),
        repeated.chain((list) => fc.shuffledSubarray(list, { minLength: list.length }))
      )
    })
    forAll([pages], ([count, events]) => {
      const verdict = judged(reading(events, count))
      if (typeof verdict === 'string' || verdict.kind !== 'advance') return assert.fail('refused')
      assert.deepEqual(
        verdict.events.map(({ seq }) => seq),
        Array.from({ length: count }, (_, index) => index + 1)
      )
      assert.isTrue(verdict.verified)
    })
  })

  test('a page that lacks any event is a gap, wherever it is missing', ({ assert }) => {
    const pages = fc.integer({ min: 1, max: 12 }).chain((count) => {
      const all = Array.from({ length: count }, (_, index) => event(index + 1))
      return fc.tuple(fc.constant(count), fc.subarray(all, { maxLength: count - 1 }))
    })
    forAll([pages], ([count, events]) => {
      const verdict = judged(reading(events, count))
      assert.equal(typeof verdict === 'string' ? verdict : verdict.kind, 'gap')
    })
  })

  test('without the count of the pool a page may be right and is not verified', ({ assert }) => {
    const verdict = judged(reading([event(4)]), 3)
    assert.deepInclude(verdict as object, { kind: 'advance', verified: false })
    const silent = judged({ ...reading([]), lastSeqs: new Map() }, 3)
    assert.deepInclude(silent as object, { kind: 'advance', verified: false })
  })

  test('a pool that is not there yet verifies nothing', ({ assert }) => {
    assert.deepInclude(judged(reading([], 0)) as object, { kind: 'advance', verified: false })
  })

  test('a node that counts less than it showed before is not followed', ({ assert }) => {
    assert.deepInclude(judged(reading([], 4), 5) as object, { kind: 'gap', known: 5 })
  })

  test('what is stored already is passed over', ({ assert }) => {
    const verdict = judged(reading([event(1), event(2), event(3)], 3), 2)
    assert.deepEqual((verdict as { events: PoolEvent[] }).events, [event(3)])
  })

  test('a page whose parts do not belong together is worth nothing', ({ assert }) => {
    const one = event(1)
    const foreign = { ...one, blockHash: hashOf(99) }
    const twin = { ...one, args: { amount: '2' } }
    const unlinked = reading([one], 1)
    const headers = new Map(unlinked.headers).set(20, { ...header(20), parentHash: hashOf(77) })
    assert.equal(judged(reading([foreign], 1)), 'foreign_block')
    assert.equal(judged(reading([event(1, 31)], 1)), 'out_of_range')
    assert.equal(judged(reading([event(1, 9)], 1)), 'out_of_range')
    assert.equal(judged(reading([event(1, 11, OTHER)], 1)), 'out_of_range')
    assert.equal(judged(reading([one, twin], 1)), 'contradiction')
    assert.equal(judged({ ...unlinked, headers }), 'broken_chain')
    assert.equal(judged({ ...unlinked, endHash: hashOf(31) }), 'moved')
    assert.equal(judged({ ...unlinked, endHash: null }), 'moved')
    assert.equal(judged(unlinked, 0, [[9, hashOf(8)]]), 'broken_chain')
    assert.equal(judged(unlinked, 0, [[15, hashOf(16)]]), 'moved')
  })
})
