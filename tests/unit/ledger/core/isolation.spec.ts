import { test } from '@japa/runner'
import { pathAndAncestors } from '#modules/ledger/core/isolation'

test.group('ledger | isolation', () => {
  test('a path is followed by all above it, without the root', ({ assert }) => {
    assert.deepEqual(pathAndAncestors('/a/bc/d'), ['/a/bc/d', '/a/bc', '/a'])
    assert.deepEqual(pathAndAncestors('/a'), ['/a'])
    assert.deepEqual(pathAndAncestors('/'), [])
  })

  test('the deepest path there is has 256 of them', ({ assert }) => {
    assert.lengthOf(pathAndAncestors('/x'.repeat(256)), 256)
  })
})
