import { test } from '@japa/runner'
import { metadataProblem } from '#app/metadata/metadata'

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))

test.group('app | metadata', () => {
  test('an empty map and a map at every limit are taken', ({ assert }) => {
    assert.isNull(metadataProblem({}))
    assert.isNull(metadataProblem(keys(32)))
    assert.isNull(metadataProblem({ ['k'.repeat(63)]: 'v'.repeat(256) }))
  })

  test('one past a limit is refused', ({ assert }) => {
    assert.match(metadataProblem(keys(33))!, /at most 32 keys/)
    assert.match(metadataProblem({ ['k'.repeat(64)]: 'v' })!, /keys of 1 to 63/)
    assert.match(metadataProblem({ '': 'v' })!, /keys of 1 to 63/)
    assert.match(metadataProblem({ k: 'v'.repeat(257) })!, /texts of at most 256/)
  })

  test('the whole map is measured in bytes, so wide characters count in full', ({ assert }) => {
    const wide = Object.fromEntries(
      Array.from({ length: 6 }, (_, index) => [`k${index}`, '語'.repeat(256)])
    )
    assert.match(metadataProblem(wide)!, /at most 4096 bytes/)
  })

  test('texts may have lines, and no other control character, nor half a one')
    .with([
      { k: 'a\u0000b' },
      { k: '\u009b31m' },
      { 'a\u0007': 'v' },
      { k: '\ud800' },
      { 'k\ud83d': '\ude00' },
    ])
    .run(({ assert }, map) => {
      assert.isNull(metadataProblem({ k: 'one\n\ttwo\r\n' }))
      assert.isString(metadataProblem(map), JSON.stringify(map))
    })

  test('what is no map of texts is refused')
    .with([null, [], ['a'], 'text', 1, true, { k: 1 }, { k: null }, { k: {} }])
    .run(({ assert }, value) => assert.isString(metadataProblem(value)))
})
