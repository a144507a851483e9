import { test } from '@japa/runner'
import { isReservedPath, pathProblem, prefixProblem } from '#app/paths/path'
import { pathsBelow } from '#app/storage/path_range'

test.group('paths | path', () => {
  test('takes absolute paths of plain segments')
    .with([
      '/a',
      '/users/u1/wallet',
      '/op/create/users/u1:1',
      '/ä/ü',
      `/${'x'.repeat(128)}`,
      '/...',
    ])
    .run(({ assert }, path) => {
      assert.isNull(pathProblem(path))
    })

  test('refuses what could be mistaken, traversed or split')
    .with([
      '',
      '/',
      'a',
      '/a/',
      '//a',
      '/a//b',
      '/.',
      '/a/../b',
      '/a b',
      '/a\tb',
      '/a\u0000',
      '/a\u0085b',
      '/a\u00a0b',
      '/a\u2028b',
      '/a*',
      '/a,b',
      `/${'x'.repeat(129)}`,
      `/${'ü'.repeat(100)}/${'ü'.repeat(100)}/${'ü'.repeat(60)}`,
      '/\ud800',
    ])
    .run(({ assert }, path) => {
      assert.isNotNull(pathProblem(path), `expected ${JSON.stringify(path)} to be refused`)
    })

  test('takes 512 bytes and refuses 513', ({ assert }) => {
    const segments = `/${'x'.repeat(127)}`.repeat(4)
    assert.lengthOf(segments, 512)
    assert.isNull(pathProblem(segments))
    assert.isNotNull(pathProblem(`/y${segments.slice(0, 511)}`))
  })

  test('a prefix may end with a slash and may be the root', ({ assert }) => {
    assert.isNull(prefixProblem('/'))
    assert.isNull(prefixProblem('/users/'))
    assert.isNull(prefixProblem('/users'))
    assert.isNotNull(prefixProblem('/users//'))
    assert.isNotNull(prefixProblem('users/'))
  })

  test('only the service may create in its own part of the tree', ({ assert }) => {
    assert.isTrue(isReservedPath('/_system'))
    assert.isTrue(isReservedPath('/_builder/fees'))
    assert.isFalse(isReservedPath('/_systematic'))
    assert.isFalse(isReservedPath('/users/_system'))
  })

  test('the range of a prefix holds what is below it and no neighbour', ({ assert }) => {
    const { from, before } = pathsBelow('/a')
    const inside = (path: string) => path >= from && path < before
    assert.isTrue(inside('/a/b'))
    assert.isTrue(inside('/a/\u{10ffff}'))
    assert.isFalse(inside('/a'))
    assert.isFalse(inside('/a0'))
    assert.isFalse(inside('/a-b/c'))
    assert.isFalse(inside('/ab/c'))
  })
})
