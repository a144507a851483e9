import { test } from '@japa/runner'
import { isDevRedirect, usesAnotherLoopbackName } from '#modules/auth/core/loopback'

const APP = 'http://127.0.0.1:3333'

test.group('auth | loopback', () => {
  test('development codes go to this service and this machine only', ({ assert }) => {
    assert.isTrue(isDevRedirect(`${APP}/auth/callback`, APP))
    assert.isTrue(isDevRedirect('http://localhost:5173/done', APP))
    assert.isTrue(isDevRedirect('http://[::1]:5173/done', APP))
    assert.isTrue(isDevRedirect('https://svc.example/cb', 'https://svc.example'))
    for (const address of [
      'https://evil.example/',
      'http://localhost.evil.example/',
      'http://127.0.0.1@evil.example/',
      'http://user@localhost/',
      'http://localhost/#x',
      'javascript:alert(1)',
      '/auth/callback',
      '',
    ]) {
      assert.isFalse(isDevRedirect(address, APP), address)
    }
  })

  test('only another name of the same machine makes the browser move', ({ assert }) => {
    assert.isTrue(usesAnotherLoopbackName('localhost:3333', APP))
    assert.isFalse(usesAnotherLoopbackName('127.0.0.1:3333', APP))
    assert.isFalse(usesAnotherLoopbackName('proxy.internal:80', APP))
    assert.isFalse(usesAnotherLoopbackName('localhost:3333', 'https://svc.example'))
    assert.isFalse(usesAnotherLoopbackName(undefined, APP))
    assert.isFalse(usesAnotherLoopbackName('a b', APP))
  })
})
