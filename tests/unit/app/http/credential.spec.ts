import { test } from '@japa/runner'
import { HttpContextFactory } from '@adonisjs/core/factories/http'
import { Credential } from '#app/http/credential'
import { credentialOf } from '#app/http/request_credential'

const hashOf = (authorization: string | undefined) => new Credential(authorization).hash

test.group('http | credential', () => {
  test('one character of a token makes another hash, and the way its scheme is written does not', ({
    assert,
  }) => {
    const hash = hashOf('Bearer abc')
    for (const other of [
      'Bearer abd',
      'Bearer ab',
      'Bearer abcd',
      'Bearer ABC',
      'Bearer',
      '',
      undefined,
    ])
      assert.notEqual(hashOf(other), hash, String(other))
    for (const same of ['bearer abc', 'BEARER   abc', 'abc']) assert.equal(hashOf(same), hash, same)
  })

  test('a hash shows nothing of the token', ({ assert }) => {
    assert.notInclude(hashOf('Bearer lk_live_secret'), 'secret')
    assert.equal(Buffer.from(hashOf('Bearer lk_live_secret'), 'base64').length, 32)
  })

  test('a request has one credential, and without the header none to speak of', ({ assert }) => {
    const ctx = new HttpContextFactory().create()
    assert.isUndefined(credentialOf(ctx).authorization)
    assert.strictEqual(credentialOf(ctx), credentialOf(ctx))
    const another = new HttpContextFactory().create()
    another.request.request.headers.authorization = 'Bearer abc'
    assert.equal(credentialOf(another).hash, hashOf('Bearer abc'))
  })
})
