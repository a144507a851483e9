import { test } from '@japa/runner'
import fc from 'fast-check'
import { inputsOf, termsOf, type LinkTerms } from '#modules/payment_links/core/link_inputs'
import { forAll } from '#tests/support/for_all'

const terms: fc.Arbitrary<LinkTerms> = fc.record({
  type: fc.constantFrom('deposit', 'withdrawal'),
  returnUrl: fc.option(fc.webUrl()),
  returnStrategy: fc.constantFrom('redirect', 'close', 'navigate'),
  expiresInMinutes: fc.integer({ min: 1, max: 10_080 }),
  description: fc.option(fc.string({ minLength: 1 })),
  reference: fc.option(fc.string({ minLength: 1 })),
  metadata: fc.option(
    fc.dictionary(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      fc.string(),
      { noNullPrototype: true }
    )
  ),
})

test.group('payment_links | link_inputs', () => {
  test('a link lost in a crash is made again with the very same terms', ({ assert }) => {
    forAll([terms], (given) => {
      const stored = JSON.stringify({ amount: '12.50', ...inputsOf(given) })
      assert.deepEqual(termsOf(stored), { amount: 12_500000n, ...given })
    })
  })

  test('metadata in another order is the same request', ({ assert }) => {
    const base = {
      type: 'deposit',
      returnUrl: null,
      returnStrategy: 'close',
      expiresInMinutes: 5,
      description: null,
      reference: null,
    } as const
    const inputs = inputsOf({ ...base, metadata: { a: '1', b: '2' } })
    assert.deepEqual(inputs, inputsOf({ ...base, metadata: { b: '2', a: '1' } }))
  })

  test('the operation of a plain deposit is never taken for a link', ({ assert }) => {
    const plain = JSON.stringify({ realmId: 'r', objectPath: '/a', amount: '1.00', path: '/op/1' })
    assert.throws(() => termsOf(plain), /backs no payment link/)
  })
})
