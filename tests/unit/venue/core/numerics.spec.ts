import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  PRICE_DECIMALS,
  ceilToTick,
  divideFloor,
  divideHalfEven,
  floorToTick,
  formatFixed,
  formatPrice,
  isOnTick,
  medianOfThree,
  notionalMicros,
  parseFixed,
  roundToTick,
  tickAt,
  type Price,
} from '#modules/venue/core/numerics'
import { forAll } from '#tests/support/for_all'

const price = fc.bigInt({ min: 1_000_000n, max: 10n ** 15n })
const szDecimals = fc.integer({ min: 0, max: 5 })

function priceOf(text: string): Price {
  return parseFixed(text, PRICE_DECIMALS)!
}

/** The rule as traders read it, on the decimal text. */
function isValidByText(text: string, decimalsOfSize: number): boolean {
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction === '') return true
  const figures = `${whole}${fraction}`.replace(/^0+/, '').length
  return figures <= 5 && fraction.length <= 6 - decimalsOfSize
}

test.group('venue | numerics', () => {
  test('a decimal text survives reading and writing', ({ assert }) => {
    const units = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    forAll([units, fc.integer({ min: 0, max: 12 })], (value, decimals) => {
      const text = formatFixed(value, decimals)
      assert.notMatch(text, /e|\.\d*0$|\.$/)
      assert.equal(parseFixed(text, decimals), value)
    })
  })

  test('numbers are written without exponent and without trailing zeros', ({ assert }) => {
    assert.equal(formatFixed(1250n, 3), '1.25')
    assert.equal(formatFixed(-5n, 8), '-0.00000005')
    assert.equal(formatFixed(0n, 8), '0')
    assert.equal(formatFixed(6_000_000_000_000n, 8), '60000')
  })

  test('a text that is no plain decimal of the scale is refused, never rounded', ({ assert }) => {
    const refused = ['', ' 1', '+1', '1e3', '0x1', '.5', '1.', 'NaN', '1.123456789', '1,5']
    for (const text of [...refused, '9'.repeat(39)]) assert.isNull(parseFixed(text, 8), text)
    assert.equal(parseFixed('1.1000000000', 8), 110_000_000n)
  })

  test('division rounds down, or to the nearest with ties to even', ({ assert }) => {
    const evens = [-3n, -2n, -1n, 1n, 2n, 3n, 5n].map((value) => divideHalfEven(value, 2n))
    assert.deepEqual(evens, [-2n, -1n, 0n, 0n, 1n, 2n, 2n])
    const floors = [-3n, -2n, 3n].map((value) => divideFloor(value, 2n))
    assert.deepEqual(floors, [-2n, -1n, 1n])
    forAll([fc.bigInt(), fc.bigInt({ min: 1n })], (value, divisor) => {
      const error = value - divideHalfEven(value, divisor) * divisor
      assert.isTrue(2n * error <= divisor && -2n * error <= divisor)
      assert.isTrue(divideFloor(value, divisor) * divisor <= value)
    })
  })

  test('ticks follow five significant figures and the decimals of the market', ({ assert }) => {
    const tick = (text: string, decimals: number) => formatPrice(tickAt(priceOf(text), decimals))
    assert.equal(tick('123456', 5), '1')
    assert.equal(tick('60000', 5), '1')
    assert.equal(tick('9999.9', 4), '0.1')
    assert.equal(tick('150', 2), '0.01')
    assert.equal(tick('0.15', 0), '0.00001')
    assert.equal(tick('0.012', 0), '0.000001')
    assert.equal(tick('0.012', 3), '0.001')
  })

  test('a price is on the grid exactly when the written rule allows it', ({ assert }) => {
    const coarse = fc
      .tuple(price, fc.integer({ min: 0, max: 10 }))
      .map(([value, zeros]) => (value / 10n ** BigInt(zeros) + 1n) * 10n ** BigInt(zeros))
    forAll([coarse, szDecimals], { numRuns: 500 }, (value, decimals) => {
      assert.equal(isOnTick(value, decimals), isValidByText(formatPrice(value), decimals))
    })
  })

  test('rounding to the grid brackets a price by neighbours', ({ assert }) => {
    forAll([price, szDecimals], { numRuns: 500 }, (value, decimals) => {
      const [floor, ceil] = [floorToTick(value, decimals), ceilToTick(value, decimals)]
      const nearest = roundToTick(value, decimals)
      assert.isTrue(floor <= value && value <= ceil)
      assert.isTrue(ceil - floor <= tickAt(value, decimals))
      assert.isTrue(nearest === floor || nearest === ceil)
      assert.isTrue(floor === 0n || isOnTick(floor, decimals))
      assert.isTrue(isOnTick(ceil, decimals))
    })
  })

  test('the notional of a trade on the grids is a whole number of micro-USD', ({ assert }) => {
    assert.equal(notionalMicros(priceOf('60001'), 1n, 5), 600_010n)
    assert.equal(notionalMicros(priceOf('0.012001'), 7n, 0), 84_007n)
    assert.throws(() => notionalMicros(priceOf('0.0120015'), 1n, 0), /tick grid/)
  })

  test('the median of three does not depend on their order', ({ assert }) => {
    forAll([fc.array(fc.bigInt(), { minLength: 3, maxLength: 3 })], ([a, b, c]) => {
      const sorted = [a!, b!, c!].sort((x, y) => (x < y ? -1 : 1))
      assert.equal(medianOfThree(a!, b!, c!), sorted[1])
    })
  })
})
