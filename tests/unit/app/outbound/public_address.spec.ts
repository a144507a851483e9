import { test } from '@japa/runner'
import { publicLookup } from '#app/outbound/checked_lookup'
import { isPublicAddress } from '#app/outbound/public_address'

test.group('app | addresses that may be asked', () => {
  test('{$self} is nobody we may ask')
    .with([
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      'fe80::1',
      'fc00::1',
      '2001:db8::1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      'ff02::1',
      'localhost',
      '',
    ])
    .run(({ assert }, address) => assert.isFalse(isPublicAddress(address)))

  test('{$self} is on the public internet')
    .with(['8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111'])
    .run(({ assert }, address) => assert.isTrue(isPublicAddress(address)))

  test('a name that leads home is not connected to', async ({ assert }) => {
    for (const options of [{}, { all: true }]) {
      const refusal = await new Promise<Error | null>((resolve) => {
        publicLookup('localhost', options, (error) => resolve(error))
      })
      assert.match(String(refusal?.message), /not public/)
    }
  })
})
