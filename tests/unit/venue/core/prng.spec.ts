import { test } from '@japa/runner'
import fc from 'fast-check'
import { Xoshiro256, nextNormal } from '#modules/venue/core/prng'
import { forAll } from '#tests/support/for_all'

const u64 = (value: bigint) => BigInt.asUintN(64, value)
const rotate = (value: bigint, by: bigint) => u64((value << by) | (value >> (64n - by)))
const stateOf = (words: bigint[]) =>
  words.map((word) => word.toString(16).padStart(16, '0')).join('')

function draw(generator: Xoshiro256): bigint {
  const [high, low] = generator.next()
  return (BigInt(high) << 32n) | BigInt(low)
}

/** The generator as its authors publish it, on 64-bit integers. */
function naive(words: bigint[], count: number): bigint[] {
  let [s0, s1, s2, s3] = words as [bigint, bigint, bigint, bigint]
  return Array.from({ length: count }, () => {
    const result = u64(rotate(u64(s1 * 5n), 7n) * 9n)
    const shifted = u64(s1 << 17n)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = rotate(s3, 45n)
    return result
  })
}

test.group('venue | prng', () => {
  test('the numbers are those of the published reference', ({ assert }) => {
    const generator = Xoshiro256.resume(stateOf([1n, 2n, 3n, 4n]))
    const expected = [
      11520n,
      0n,
      1509978240n,
      1215971899390074240n,
      1216172134540287360n,
      607988272756665600n,
      16172922978634559625n,
      8476171486693032832n,
      10595114339597558777n,
      2904607092377533576n,
    ]
    const drawn = expected.map(() => draw(generator))
    assert.deepEqual(drawn, expected)
  })

  test('32-bit halves give the numbers of the 64-bit form from any state', ({ assert }) => {
    const word = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
    forAll([fc.tuple(word, word, word, word)], (words) => {
      const generator = Xoshiro256.resume(stateOf(words))
      const drawn = Array.from({ length: 20 }, () => draw(generator))
      assert.deepEqual(drawn, naive(words, 20))
    })
  })

  test('a series goes on where its state was taken', ({ assert }) => {
    const generator = Xoshiro256.seeded('seed', 'vn:0:BTC')
    draw(generator)
    const resumed = Xoshiro256.resume(generator.state())
    assert.deepEqual([draw(resumed), draw(resumed)], [draw(generator), draw(generator)])
  })

  test('every market and every feed has a series of its own', ({ assert }) => {
    const series = [
      ['a', 'vn:0:BTC'],
      ['a', 'vn:0:ETH'],
      ['b', 'vn:0:BTC'],
    ].map(([seed, market]) => draw(Xoshiro256.seeded(seed!, market!)))
    assert.equal(new Set(series).size, series.length)
  })

  test('a text that is no state is refused', ({ assert }) => {
    for (const state of ['', '0'.repeat(64), 'g'.repeat(64), 'ab'.repeat(31)]) {
      assert.throws(() => Xoshiro256.resume(state), 'Not a generator state')
    }
  })

  test('the normal numbers have mean 0 and deviation 1 and stay within 6', ({ assert }) => {
    const generator = Xoshiro256.seeded('moments', '')
    const drawn = Array.from({ length: 50_000 }, () => Number(nextNormal(generator)) / 1e9)
    const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length
    const variance = drawn.reduce((sum, value) => sum + value * value, 0) / drawn.length
    assert.closeTo(mean, 0, 0.02)
    assert.closeTo(variance, 1, 0.03)
    assert.isTrue(drawn.every((value) => Math.abs(value) <= 6))
  })
})
