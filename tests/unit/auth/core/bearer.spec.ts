import { test } from '@japa/runner'
import { bearerToken } from '#modules/auth/core/bearer'

test.group('auth | bearer', () => {
  test('reads the token whatever the case of the scheme', ({ assert }) => {
    assert.equal(bearerToken('Bearer abc.def'), 'abc.def')
    assert.equal(bearerToken('bearer abc'), 'abc')
  })

  test('reads nothing out of anything else')
    .with([undefined, '', 'abc', 'Basic abc', 'Bearer', 'Bearer ', 'Bearer a b', 'Bearerabc'])
    .run(({ assert }, header) => {
      assert.isNull(bearerToken(header))
    })

  test('a token longer than any of ours is not worth checking', ({ assert }) => {
    assert.isNull(bearerToken(`Bearer ${'a'.repeat(8193)}`))
  })
})
