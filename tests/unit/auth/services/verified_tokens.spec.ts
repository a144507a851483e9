import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { VerifiedTokens } from '#modules/auth/services/verified_tokens'

const principal = { credential: 'builder', builderId: 'bld_1' } as Principal
const known = { principal, expiresAtMs: 1000 }

test.group('auth | verified tokens', () => {
  test('a token is believed until it expires and not a moment longer', ({ assert }) => {
    const tokens = new VerifiedTokens()
    tokens.remember('t', 1, known)
    assert.equal(tokens.find('t', 999), principal)
    assert.isNull(tokens.find('t', 1000))
    assert.equal(tokens.size, 0)
  })

  test('a token that differs in one character is another token', ({ assert }) => {
    const tokens = new VerifiedTokens()
    tokens.remember('abc', 3, known)
    assert.isNull(tokens.find('abd', 0))
  })

  test('memory is bounded: the token unused for longest goes', ({ assert }) => {
    const tokens = new VerifiedTokens(2)
    tokens.remember('a', 1, known)
    tokens.remember('b', 1, known)
    tokens.find('a', 0)
    tokens.remember('c', 1, known)
    assert.equal(tokens.size, 2)
    assert.isNull(tokens.find('b', 0))
    assert.equal(tokens.find('a', 0), principal)
  })
})
