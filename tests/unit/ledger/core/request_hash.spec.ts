import { hash } from 'node:crypto'
import { test } from '@japa/runner'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { requestHash } from '#modules/ledger/core/request_hash'
import { forAll } from '#tests/support/for_all'

test.group('ledger | request_hash', () => {
  test('it is that of the canonical JSON, whatever the texts and their order', ({ assert }) => {
    const special = fc.constantFrom('__proto__', 'constructor', '9', '10', '-1', 'toJSON')
    const name = fc.oneof(special, fc.string({ minLength: 1 }))
    const word = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed())
    forAll([fc.dictionary(name, fc.option(word))], (inputs) => {
      const expected = hash('sha256', canonicalize({ type: 'transfer', inputs })!)
      assert.equal(requestHash('transfer', inputs), expected)
    })
  })
})
