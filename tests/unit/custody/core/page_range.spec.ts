import { test } from '@japa/runner'
import { PageRange } from '#modules/custody/core/page_range'

test.group('custody | page range', () => {
  test('halves what was asked, grows by half, and never passes its ends', ({ assert }) => {
    const range = new PageRange()
    assert.equal(range.endOf(1, 10_000), 2_000)
    assert.equal(range.endOf(1, 7), 7)
    assert.isTrue(range.failed(2_000))
    assert.equal(range.size, 1_000)
    assert.isTrue(range.failed(30), 'near the head a page was smaller than allowed')
    assert.equal(range.size, 15)
    range.succeeded()
    assert.equal(range.size, 23)
    for (let again = 0; again < 20; again++) range.succeeded()
    assert.equal(range.size, 2_000)
  })

  test('a single block that fails is a failure, and one that succeeds grows', ({ assert }) => {
    const range = new PageRange()
    while (range.failed(range.size));
    assert.equal(range.size, 1)
    range.succeeded()
    assert.equal(range.size, 2)
  })
})
