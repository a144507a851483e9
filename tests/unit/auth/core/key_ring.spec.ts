import { test } from '@japa/runner'
import { signingKey, verificationKeys, type TokenKey } from '#modules/auth/core/key_ring'

const key = (generation: number, retiredAt: number | null = null): TokenKey => ({
  kid: `k${generation}`,
  purpose: 'access_token',
  generation,
  algorithm: 'EdDSA',
  publicJwk: {},
  sealedPrivateJwk: '',
  createdAt: 0,
  retiredAt,
})
const kids = (keys: TokenKey[]) => keys.map(({ kid }) => kid)

test.group('auth | key_ring', () => {
  test('the highest generation signs, in whatever order keys come', ({ assert }) => {
    assert.equal(signingKey([key(2), key(3), key(1)])?.kid, 'k3')
    assert.isUndefined(signingKey([]))
  })

  test('a retired key counts until its last token has expired', ({ assert }) => {
    const keys = [key(1, 1_000_000), key(2)]
    assert.deepEqual(kids(verificationKeys(keys, 10_999_999, 10)), ['k1', 'k2'])
    assert.deepEqual(kids(verificationKeys(keys, 11_000_000, 10)), ['k2'])
  })

  test('the signing key always counts, or nobody could sign in', ({ assert }) => {
    assert.deepEqual(kids(verificationKeys([key(1, 0)], 1e12, 10)), ['k1'])
  })
})
