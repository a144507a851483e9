import { test } from '@japa/runner'
import fc from 'fast-check'
import type { Valuation, ValuedPosition } from '#modules/ledger/extension/valuator'
import { aggregate, type ValuedObject } from '#modules/analytics/core/aggregate'
import { forAll } from '#tests/support/for_all'

interface Cash {
  settled: bigint
  departing?: bigint
  arriving?: bigint
}

function reservation(operationId: string, amount: bigint) {
  return { denomination: 'USD', amount, price: '1', valueUsd: amount, operationId }
}

function valuationOf({ settled, departing = 0n, arriving = 0n }: Cash): Valuation {
  return {
    objectId: '',
    balances: [{ denomination: 'USD', amount: settled, price: '1', valueUsd: settled }],
    reservedBalances: departing > 0n ? [reservation('op_out', departing)] : [],
    arriving: arriving > 0n ? [reservation('op_in', arriving)] : [],
    positions: null,
    valueUsd: settled + departing,
    midsComplete: true,
    marks: null,
  }
}

function cashObject(path: string, cash: Cash): ValuedObject {
  const valuation = { ...valuationOf(cash), objectId: path }
  return { id: path, path, type: 'denominated', denomination: 'USD', valuation }
}

function position(market: string, side: 'long' | 'short', given: Partial<ValuedPosition>) {
  return {
    market,
    side,
    size: '1',
    entryPrice: '100',
    markPrice: '100',
    unrealizedPnl: '0',
    valueUsd: side === 'long' ? 100_000000n : -100_000000n,
    leverage: '1',
    ...given,
  } satisfies ValuedPosition
}

function exchangeObject(path: string, cash: bigint, positions: ValuedPosition[]): ValuedObject {
  const valuation: Valuation = {
    ...valuationOf({ settled: cash }),
    objectId: path,
    positions,
    valueUsd: positions.reduce((sum, { valueUsd }) => sum + valueUsd, cash),
  }
  return { id: path, path, type: 'exchange', denomination: 'USD', valuation }
}

const cash = fc.record({
  settled: fc.bigInt({ min: 0n, max: 10n ** 24n }),
  departing: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  arriving: fc.bigInt({ min: 0n, max: 10n ** 12n }),
})

const anyPosition = fc
  .record({
    market: fc.constantFrom('sim:0:BTC', 'sim:0:ETH', 'sim:0:SOL'),
    side: fc.constantFrom('long' as const, 'short' as const),
    size: fc.integer({ min: 1, max: 10 ** 6 }).map((size) => String(size / 1000)),
    value: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    leverage: fc.integer({ min: 1, max: 50 }).map(String),
  })
  .map(({ market, side, size, value, leverage }) =>
    position(market, side, { size, valueUsd: side === 'long' ? value : -value, leverage })
  )

const objects = fc
  .array(
    fc.oneof(
      cash.map((given) => cashObject('', given)),
      fc
        .tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.array(anyPosition))
        .map(([money, positions]) => exchangeObject('', money, positions))
    ),
    { maxLength: 40 }
  )
  .map((list) => list.map((object, index) => ({ ...object, path: `/f/${index}` })))

test.group('analytics | aggregate', () => {
  test('nothing is worth nothing, and is fully priced', ({ assert }) => {
    assert.deepEqual(aggregate([]), {
      totalEquityUsd: 0n,
      departingUsd: 0n,
      arrivingUsd: 0n,
      breakdown: [],
      midsComplete: true,
    })
  })

  test('value in flight counts once, where it comes from', ({ assert }) => {
    const result = aggregate([
      cashObject('/a', { settled: 7_000000n, departing: 3_000000n }),
      cashObject('/b', { settled: 1_000000n, arriving: 3_000000n }),
    ])
    assert.containSubset(result, { totalEquityUsd: 11_000000n, departingUsd: 3_000000n })
    assert.equal(result.arrivingUsd, 3_000000n)
    assert.deepEqual(result.breakdown, [
      { asset: 'USD', category: 'spot', amount: 11_000000n, price: '1', valueUsd: 11_000000n },
    ])
  })

  test('cash, exchange cash and positions stand apart, in this order', ({ assert }) => {
    const { breakdown, totalEquityUsd } = aggregate([
      exchangeObject('/x', -50_000000n, [position('sim:0:ETH', 'long', { leverage: '2' })]),
      cashObject('/a', { settled: 10_000000n }),
    ])
    const parts = breakdown.map(({ category, asset, valueUsd }) => [category, asset, valueUsd])
    assert.deepEqual(parts, [
      ['spot', 'USD', 10_000000n],
      ['exchange', 'USD', -50_000000n],
      ['perp', 'sim:0:ETH', 100_000000n],
    ])
    assert.equal(totalEquityUsd, 60_000000n)
  })

  test('a short lowers the net size, and leverage is weighted by notional', ({ assert }) => {
    const { breakdown } = aggregate([
      exchangeObject('/x', 0n, [
        position('sim:0:BTC', 'long', { size: '3', valueUsd: 300_000000n, leverage: '10' }),
      ]),
      exchangeObject('/y', 0n, [
        position('sim:0:BTC', 'short', { size: '1', valueUsd: -100_000000n, leverage: '2' }),
      ]),
    ])
    const perp = breakdown.find(({ category }) => category === 'perp')!
    assert.containSubset(perp, { amount: '2', valueUsd: 200_000000n, weightedAvgLeverage: '8' })
  })

  test('without a mark leverage goes by size, and the total is provisional', ({ assert }) => {
    const unpriced = { markPrice: null, unrealizedPnl: null, valueUsd: 0n }
    const object = exchangeObject('/x', 5n, [
      position('sim:0:BTC', 'long', { ...unpriced, size: '3', leverage: '4' }),
      position('sim:0:BTC', 'long', { ...unpriced, size: '1', leverage: '8' }),
    ])
    const result = aggregate([
      { ...object, valuation: { ...object.valuation, midsComplete: false } },
      cashObject('/a', { settled: 1n }),
    ])
    assert.isFalse(result.midsComplete)
    assert.equal(result.breakdown.at(-1)!.weightedAvgLeverage, '5')
    assert.equal(result.breakdown.at(-1)!.price, null)
  })

  test('a valuation that does not add up is never summed', ({ assert }) => {
    const wrong = cashObject('/a', { settled: 1n })
    wrong.valuation.valueUsd = 2n
    assert.throws(() => aggregate([wrong]), /valuation of \/a is 2 atoms, but its parts sum to 1/)
  })

  test('the total is the sum of its objects and the sum of its breakdown', ({ assert }) => {
    forAll([objects], (list) => {
      const { totalEquityUsd, breakdown } = aggregate(list)
      const ofObjects = list.reduce((sum, { valuation }) => sum + valuation.valueUsd, 0n)
      const ofBreakdown = breakdown.reduce((sum, { valueUsd }) => sum + valueUsd, 0n)
      assert.equal(totalEquityUsd, ofObjects)
      assert.equal(totalEquityUsd, ofBreakdown)
    })
  })

  test('however a prefix is split, its parts sum to the whole', ({ assert }) => {
    forAll([objects, fc.infiniteStream(fc.boolean())], (list, coin) => {
      const left: ValuedObject[] = []
      const right: ValuedObject[] = []
      for (const object of list) (coin.next().value ? left : right).push(object)
      const [whole, a, b] = [aggregate(list), aggregate(left), aggregate(right)]
      assert.equal(whole.totalEquityUsd, a.totalEquityUsd + b.totalEquityUsd)
      assert.equal(whole.departingUsd, a.departingUsd + b.departingUsd)
      assert.equal(whole.arrivingUsd, a.arrivingUsd + b.arrivingUsd)
    })
  })

  test('the order of the objects does not change any sum', ({ assert }) => {
    forAll([objects], (list) => {
      const sums = ({ totalEquityUsd, breakdown }: ReturnType<typeof aggregate>) => [
        totalEquityUsd,
        breakdown.map(({ asset, category, amount, valueUsd }) => [
          category,
          asset,
          amount,
          valueUsd,
        ]),
      ]
      assert.deepEqual(sums(aggregate(list.toReversed())), sums(aggregate(list)))
    })
  })
})
