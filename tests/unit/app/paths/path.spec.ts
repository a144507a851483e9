import { test } from '@japa/runner'
import fc from 'fast-check'
import { isReservedPath, pathProblem, prefixProblem } from '#app/paths/path'
import { pathsBelow } from '#app/storage/path_range'
import { forAll } from '#tests/support/for_all'

/** The rule, segment by segment. */
function isPath(text: string): boolean {
  const [root, ...segments] = text.split('/')
  const isSegment = (segment: string) =>
    !['', '.', '..'].includes(segment) &&
    [...segment].length <= 128 &&
    segment.isWellFormed() &&
    !/[\s\p{Cc}*,]/u.test(segment)
  return (
    root === '' &&
    segments.length > 0 &&
    segments.every(isSegment) &&
    Buffer.byteLength(text) <= 512
  )
}

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

  test('any text is a path exactly when each of its segments may be one', () => {
    const unit = fc.constantFrom(
      '/',
      '/',
      '.',
      'a',
      'ü',
      '𝄞',
      '\ud834',
      '\udd1e',
      ' ',
      '\u0085',
      '\ufeff',
      ',',
      '*',
      '~'
    )
    const long = fc.tuple(fc.constantFrom('a', 'ü', '𝄞'), fc.integer({ min: 120, max: 135 }))
    const part = fc.oneof(
      { weight: 8, arbitrary: unit },
      long.map(([one, times]) => one.repeat(times)),
      fc.string({ unit: 'binary', maxLength: 3 })
    )
    const text = fc.tuple(fc.constantFrom('/', '/', '/', ''), fc.array(part, { maxLength: 9 }))
    forAll([text], { numRuns: 3000 }, ([root, parts]) => {
      const path = root + parts.join('')
      return (pathProblem(path) === null) === isPath(path)
    })
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
