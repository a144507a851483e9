import { test } from '@japa/runner'
import { matchesPattern, patternPrefix, targetOf } from '#modules/analytics/core/target'

test.group('analytics | target', () => {
  test('a trailing slash makes a prefix', ({ assert }) => {
    assert.deepEqual(targetOf('/a/'), { kind: 'prefix', value: '/a/' })
    assert.deepEqual(targetOf('/a'), { kind: 'path', value: '/a' })
    assert.deepEqual(targetOf('/'), { kind: 'prefix', value: '/' })
  })

  test('a wildcard is exactly one segment, and the rest is taken as it is', ({ assert }) => {
    const pattern = '/users/*/main'
    assert.isTrue(matchesPattern(pattern, '/users/u1/main'))
    for (const path of ['/users/main', '/users/u1/x/main', '/users/u1/main/x', '/users/u1/mainx']) {
      assert.isFalse(matchesPattern(pattern, path), path)
    }
    assert.isFalse(matchesPattern('/a.c/*', '/abc/d'))
  })

  test('everything a pattern can match lies below its prefix', ({ assert }) => {
    assert.equal(patternPrefix('/users/*/main'), '/users/')
    assert.equal(patternPrefix('/*'), '/')
    assert.equal(patternPrefix('/users/u1'), '/users/u1')
  })
})
