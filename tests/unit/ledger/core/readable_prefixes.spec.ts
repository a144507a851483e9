import { test } from '@japa/runner'
import { readablePrefixes } from '#modules/ledger/core/readable_prefixes'

const allow = (...resources: string[]) => ({
  effect: 'Allow' as const,
  actions: ['svc:ReadObject'],
  resources,
})

test.group('ledger | readable_prefixes', () => {
  test('without statements, or with one for everything, nothing is left out', ({ assert }) => {
    assert.isNull(readablePrefixes(null))
    for (const everything of ['*', '/*', '/*/wallet']) {
      assert.isNull(readablePrefixes([allow('/u/1', everything)]))
    }
  })

  test('a pattern is followed up to its first wildcard', ({ assert }) => {
    assert.deepEqual(readablePrefixes([allow('/u/1/*', '/v', '/w/*/x')]), ['/u/1', '/v', '/w'])
  })

  test('what lies below another prefix needs no place of its own', ({ assert }) => {
    assert.deepEqual(readablePrefixes([allow('/u/1/a', '/u/1/*'), allow('/u/10')]), [
      '/u/1',
      '/u/10',
    ])
  })

  test('denials make nothing readable', ({ assert }) => {
    assert.deepEqual(readablePrefixes([{ ...allow('*'), effect: 'Deny' }]), [])
    assert.deepEqual(readablePrefixes([]), [])
  })

  test('too many places are as good as everywhere', ({ assert }) => {
    const many = Array.from({ length: 33 }, (_, index) => `/u/${index}`)
    assert.isNull(readablePrefixes([allow(...many)]))
    assert.lengthOf(readablePrefixes([allow(...many.slice(1))])!, 32)
  })
})
