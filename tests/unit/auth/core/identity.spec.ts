import { test } from '@japa/runner'
import { isIssuedTo, readIdentity } from '#modules/auth/core/identity'

const claims = { iss: 'https://id', sub: 's1', email: ' Ann@Ex.example ', email_verified: true }

test.group('auth | identity', () => {
  test('addresses are lower case, so that one person has one account', ({ assert }) => {
    assert.deepEqual(readIdentity({ ...claims, name: ' Ann ' }), {
      issuer: 'https://id',
      subject: 's1',
      email: 'ann@ex.example',
      name: 'Ann',
    })
  })

  test('a person without a name is called by the address', ({ assert }) => {
    for (const name of [undefined, '', '  ', 5]) {
      assert.containSubset(readIdentity({ ...claims, name }), { name: 'ann@ex.example' })
    }
  })

  test('only true is a verified address')
    .with([undefined, null, false, 'true', 'false', 1])
    .run(({ assert }, verified) => {
      assert.equal(readIdentity({ ...claims, email_verified: verified }), 'email_not_verified')
    })

  test('a person needs a subject and an address', ({ assert }) => {
    for (const sub of [undefined, '', 5, 'x'.repeat(256)]) {
      assert.equal(readIdentity({ ...claims, sub }), 'claims')
    }
    for (const email of [undefined, '', 5, 'nobody', `${'x'.repeat(250)}@ex.example`]) {
      assert.equal(readIdentity({ ...claims, email }), 'email')
    }
  })

  test('a subject the database could take for another one is refused', ({ assert }) => {
    for (const sub of ['s1 ', ' s1', 's1\u00a0', 's1\ud800', '\udc00']) {
      assert.equal(readIdentity({ ...claims, sub }), 'claims', JSON.stringify(sub))
    }
    assert.containSubset(readIdentity({ ...claims, sub: 'auth0|s 1😀' }), {
      subject: 'auth0|s 1😀',
    })
  })

  test('a token for several audiences must have been issued to us', ({ assert }) => {
    assert.isTrue(isIssuedTo({ aud: 'us' }, 'us'))
    assert.isTrue(isIssuedTo({ aud: ['us'] }, 'us'))
    assert.isTrue(isIssuedTo({ aud: ['us', 'them'], azp: 'us' }, 'us'))
    assert.isFalse(isIssuedTo({ aud: ['us', 'them'], azp: 'them' }, 'us'))
    assert.isFalse(isIssuedTo({ aud: ['us', 'them'] }, 'us'))
  })
})
