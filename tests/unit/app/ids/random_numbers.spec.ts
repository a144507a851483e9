import { test } from '@japa/runner'
import { randomNumbers } from '#app/ids/random_numbers'

test.group('ids | random numbers', () => {
  test('no number comes again when those that were drawn at once are used up', ({ assert }) => {
    const random = randomNumbers()
    const numbers = Array.from({ length: 5000 }, () => random.nextUint32())
    // Of 5,000 random numbers of 32 bits two are equal once in 340 runs, and ten never.
    assert.isAbove(new Set(numbers).size, numbers.length - 10)
    for (const number of numbers)
      assert.isTrue(Number.isInteger(number) && number >= 0 && number < 2 ** 32, String(number))
  })

  test('two sources draw different numbers', ({ assert }) => {
    const [one, other] = [randomNumbers(), randomNumbers()]
    const drawn = (from: typeof one) => Array.from({ length: 8 }, () => from.nextUint32())
    assert.notDeepEqual(drawn(one), drawn(other))
  })
})
