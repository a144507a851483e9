import { test } from '@japa/runner'
import { Socket } from 'node:net'
import { IncomingMessage } from 'node:http'
import { HttpContextFactory, RequestFactory } from '@adonisjs/core/factories/http'
import { addressGroup, clientAddress } from '#app/http/client_address'
import { trustedProxies } from '#app/http/trusted_proxies'

/** What we take for the address of a request that comes through this peer. */
function addressOf(peer: string, forwarded: string | undefined, proxies: string): string {
  const req = new IncomingMessage(new Socket())
  Object.defineProperty(req.socket, 'remoteAddress', { value: peer })
  if (forwarded !== undefined) req.headers['x-forwarded-for'] = forwarded
  const config = { trustProxy: trustedProxies(proxies) }
  const request = new RequestFactory().merge({ req, config }).create()
  return clientAddress(new HttpContextFactory().merge({ request }).create())
}

test.group('client address', () => {
  test('IPv4 addresses stand for themselves', ({ assert }) => {
    assert.equal(addressGroup('192.0.2.7'), '192.0.2.7')
  })

  test('an IPv6 network has one budget, however its addresses are written', ({ assert }) => {
    const group = addressGroup('2001:db8:1:2::1')
    for (const same of [
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:0DB8:0001:0002::abcd',
      '2001:db8:1:2:0:0:0:1%eth0',
    ]) {
      assert.equal(addressGroup(same), group, same)
    }
    for (const other of ['2001:db8:1:3::1', '2001:db8::1:2:0:1', '::1', '1:2::']) {
      assert.notEqual(addressGroup(other), group, other)
    }
  })

  test('a proxy is believed only when it is trusted, and only for its own hop', ({ assert }) => {
    const proxy = '10.0.0.9'
    assert.equal(addressOf(proxy, '198.51.100.1', ''), proxy)
    assert.equal(addressOf(proxy, '198.51.100.1', '10.0.0.0/8'), '198.51.100.1')
    // What the caller wrote itself stands to the left of what the proxy added.
    assert.equal(addressOf(proxy, '1.1.1.1, 198.51.100.1', '10.0.0.0/8'), '198.51.100.1')
    assert.equal(addressOf('198.51.100.1', '1.1.1.1', '10.0.0.0/8'), '198.51.100.1')
    assert.equal(addressOf(proxy, undefined, '10.0.0.0/8'), proxy)
  })

  test('text that is no address is not taken for one', ({ assert }) => {
    for (const text of ['unknown', '<script>', 'x'.repeat(5000), '1.2.3', ' ']) {
      assert.equal(addressOf('10.0.0.9', text, '10.0.0.0/8'), '10.0.0.9', text)
    }
  })

  test('the zone of an address does not reach the records, however long it is', ({ assert }) => {
    const zoned = `fe80::1%${'z'.repeat(200)}`
    assert.equal(addressOf('10.0.0.9', zoned, '10.0.0.0/8'), 'fe80::1')
    assert.equal(addressOf('fe80::2%eth0', undefined, ''), 'fe80::2')
  })

  test('an IPv4 address in IPv6 clothes is the IPv4 address', ({ assert }) => {
    assert.equal(addressOf('::ffff:192.0.2.7', undefined, ''), '192.0.2.7')
  })

  test('the short forms expand', ({ assert }) => {
    assert.equal(addressGroup('::1'), '0:0:0:0')
    assert.equal(addressGroup('1:2::'), '1:2:0:0')
    assert.equal(addressGroup('1::3:4:5:6:7:8'), '1:0:3:4')
  })
})
