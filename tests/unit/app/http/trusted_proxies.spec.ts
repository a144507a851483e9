import { test } from '@japa/runner'
import { trustedProxies } from '#app/http/trusted_proxies'

test.group('trusted proxies', () => {
  test('nobody is trusted without a list', ({ assert }) => {
    for (const list of ['', ' ', ',']) {
      assert.isFalse(trustedProxies(list)('127.0.0.1'), list)
    }
  })

  test('addresses, networks and names are trusted, and nobody else', ({ assert }) => {
    const trusts = trustedProxies('10.1.0.0/16, 192.0.2.7, Loopback, 2001:db8::/32')
    for (const proxy of [
      '10.1.255.255',
      '192.0.2.7',
      '127.0.0.1',
      '::1',
      '2001:db8:5::1',
      '::ffff:10.1.2.3',
    ]) {
      assert.isTrue(trusts(proxy), proxy)
    }
    for (const stranger of ['10.2.0.1', '192.0.2.8', '2001:db9::1', '::ffff:10.2.0.1', '', 'x']) {
      assert.isFalse(trusts(stranger), stranger)
    }
  })

  test('a list that is not understood stops the service and names the entry', ({ assert }) => {
    for (const entry of [
      '10.0.0.0/33',
      '10.0.0.0/0',
      '::/0',
      '10.0.0',
      'proxy',
      '10.0.0.1/a',
      '1.2.3.4/8/8',
    ]) {
      const read = () => trustedProxies(`127.0.0.1,${entry}`)
      assert.throws(read, new RegExp(`TRUSTED_PROXIES.*`), entry)
    }
  })
})
