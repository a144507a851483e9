import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { Credential } from '#app/http/credential'
import { VerifiedTokens } from '#modules/auth/services/verified_tokens'

const principal = { credential: 'builder', builderId: 'bld_1' } as Principal
const known = { principal, expiresAtMs: 1000 }
const bearer = (token: string) => new Credential(`Bearer ${token}`)

test.group('auth | verified tokens', () => {
  test('a token is believed until it expires and not a moment longer', ({ assert }) => {
    const tokens = new VerifiedTokens()
    tokens.remember(bearer('t'), known)
    assert.equal(tokens.find(bearer('t'), 999), principal)
    assert.isNull(tokens.find(bearer('t'), 1000))
    assert.equal(tokens.size, 0)
  })

  test('a token that differs in one character is another token', ({ assert }) => {
    const tokens = new VerifiedTokens()
    tokens.remember(bearer('abc'), known)
    assert.isNull(tokens.find(bearer('abd'), 0))
  })

  test('a token fills one place, however its scheme is written', ({ assert }) => {
    const tokens = new VerifiedTokens()
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer   '])
      tokens.remember(new Credential(`${scheme} abc`), known)
    assert.equal(tokens.size, 1)
    assert.equal(tokens.find(bearer('abc'), 0), principal)
  })

  test('memory is bounded: the token unused for longest goes', ({ assert }) => {
    const tokens = new VerifiedTokens(2)
    tokens.remember(bearer('a'), known)
    tokens.remember(bearer('b'), known)
    tokens.find(bearer('a'), 0)
    tokens.remember(bearer('c'), known)
    assert.equal(tokens.size, 2)
    assert.isNull(tokens.find(bearer('b'), 0))
    assert.equal(tokens.find(bearer('a'), 0), principal)
  })
})
