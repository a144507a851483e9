import { test } from '@japa/runner'
import fc from 'fast-check'
import { atomsToColumn, columnToAtoms, formatUsd, isUsd, parseUsd } from '#app/money/usd'
import { forAll } from '#tests/support/for_all'

test.group('money | usd', () => {
  test('shows at least two and at most six decimals')
    .with([
      ['0', '0.00'],
      ['1250.5', '1250.50'],
      ['0.000001', '0.000001'],
      ['10.100000', '10.10'],
      ['0.05', '0.05'],
      ['7.123400', '7.1234'],
    ])
    .run(({ assert }, [given, shown]) => {
      assert.equal(formatUsd(parseUsd(given!)), shown)
    })

  test('shows negative amounts with one sign', ({ assert }) => {
    assert.equal(formatUsd(-50_000n), '-0.05')
    assert.equal(atomsToColumn(-1_500_000n), '-1.500000')
  })

  test('refuses what is not a plain amount of scale six')
    .with(['', ' 1', '-1', '+1', '1e3', '.5', '1.', '1.0000001', 'NaN', '0x10', '1,5', '１'])
    .run(({ assert }, text) => {
      assert.isFalse(isUsd(text), `expected ${JSON.stringify(text)} to be refused`)
      assert.throws(() => parseUsd(text))
    })

  test('refuses 25 digits and takes 24', ({ assert }) => {
    assert.isTrue(isUsd('9'.repeat(24)))
    assert.isFalse(isUsd('9'.repeat(25)))
  })

  test('a column holding more than six decimals is an error, never a rounding', ({ assert }) => {
    assert.equal(columnToAtoms('1.5000000'), 1_500_000n)
    assert.throws(() => columnToAtoms('1.0000001'))
  })

  test('every amount survives the way to the column and back, and to the API and back', () => {
    forAll([fc.bigInt({ min: 0n, max: 10n ** 30n - 1n })], (atoms) => {
      return (
        columnToAtoms(atomsToColumn(atoms)) === atoms &&
        columnToAtoms(atomsToColumn(-atoms)) === -atoms &&
        parseUsd(formatUsd(atoms)) === atoms
      )
    })
  })
})
