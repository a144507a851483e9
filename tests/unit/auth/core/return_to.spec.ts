import fc from 'fast-check'
import { test } from '@japa/runner'
import { safeReturnTo } from '#modules/auth/core/return_to'
import { forAll } from '#tests/support/for_all'

test.group('auth | return_to', () => {
  test('keeps a path of this site: {$self}')
    .with(['/', '/queues', '/queues?tab=failed&page=2', '/a/b#c', '/a%2F%2Fb', '/a?next=//evil'])
    .run(({ assert }, wanted) => {
      assert.equal(safeReturnTo(wanted), wanted)
    })

  test('sends everything else home, number {$i}')
    .with([
      undefined,
      null,
      5,
      ['/queues'],
      { path: '/queues' },
      '',
      'queues',
      'https://evil.example/',
      'javascript:alert(1)',
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      ' /queues',
      '/queues\\..\\x',
      '/x/..//evil.example',
      '/.//evil.example',
      '/%2e%2e//evil.example',
      `/${'a'.repeat(3000)}`,
    ])
    .run(({ assert }, wanted) => {
      assert.equal(safeReturnTo(wanted), '/')
    })

  test('whatever is asked for, a browser stays on this site', () => {
    const piece = fc.constantFrom('/', '\\', '..', '.', '%2e', '@', ':', 'evil.example', '\t', '?')
    forAll([fc.array(piece, { maxLength: 8 })], (pieces) => {
      const { origin } = new URL(safeReturnTo(pieces.join('')), 'https://here.example')
      return origin === 'https://here.example'
    })
  })
})
