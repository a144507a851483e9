import { test } from '@japa/runner'
import { derivedId, isUuid, newId, newUuid, sequencedId } from '#app/ids/ids'

test.group('ids | ids', () => {
  test('a prefixed id is the prefix, an underscore and 26 base-32 characters', ({ assert }) => {
    assert.match(newId('op'), /^op_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  test('ids made one after the other sort in that order', ({ assert }) => {
    const ids = Array.from({ length: 1000 }, () => newId('evt'))
    assert.deepEqual(ids, ids.toSorted())
  })

  test('a realm id is a plain UUID of version 7', ({ assert }) => {
    assert.isTrue(isUuid(newUuid()))
    assert.equal(newUuid()[14], '7')
  })

  test('a derived id repeats for one seed and differs for another', ({ assert }) => {
    const at = Date.UTC(2026, 0, 2)
    assert.equal(derivedId('jl', at, 'a:1:0'), derivedId('jl', at, 'a:1:0'))
    assert.notEqual(derivedId('jl', at, 'a:1:0'), derivedId('jl', at, 'a:1:1'))
    assert.match(derivedId('jl', at, 'a:1:0'), /^jl_[0-9a-hjkmnp-tv-z]{26}$/)
  })

  test('derived ids sort by their time', ({ assert }) => {
    assert.isTrue(derivedId('je', 1000, 'z') < derivedId('je', 2000, 'a'))
  })

  test('ids of one millisecond sort by the number they are given', ({ assert }) => {
    const at = Date.UTC(2026, 0, 2)
    const numbers = [0, 1, 2, 16_383, 16_384, 16_385, 1_000_000, 2 ** 26 - 1]
    const ids = numbers.map((number) => sequencedId('fil', at, number, `fill:realm:${number}`))
    assert.deepEqual(ids, ids.toSorted())
    for (const id of ids) assert.match(id, /^fil_[0-9a-hjkmnp-tv-z]{26}$/)
    assert.isTrue(sequencedId('fil', at, 2 ** 26 - 1, 'a') < sequencedId('fil', at + 1, 0, 'b'))
    assert.notEqual(sequencedId('fil', at, 7, 'a'), sequencedId('fil', at, 7, 'b'))
  })
})
