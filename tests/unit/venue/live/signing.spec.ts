import { inspect } from 'node:util'
import { test } from '@japa/runner'
import { createL1ActionHash, signL1Action, signUserSignedAction } from '@nktkas/hyperliquid/signing'
import { VenueKey, sealingSecret } from '#modules/venue/live/wire/sealed_key'

const HEX = '0123456789012345678901234567890123456789012345678901234567890123'
const CLOID = '0x00000000000000000000000000000001'
const key = new VenueKey(HEX)

const order = (wire: object) => ({ type: 'order', orders: [wire], grouping: 'na' })
const limit = { a: 1, b: true, p: '100', s: '100', r: false, t: { limit: { tif: 'Gtc' } } }

/** Published by the venue with its own client. */
const VECTORS: [name: string, action: object, testnet: boolean, r: string, s: string, v: number][] =
  [
    [
      'order',
      order(limit),
      false,
      '0xd65369825a9df5d80099e513cce430311d7d26ddf477f5b3a33d2806b100d78e',
      '0x2b54116ff64054968aa237c20ca9ff68000f977c93289157748a3162b6ea940e',
      28,
    ],
    [
      'order on the test network',
      order(limit),
      true,
      '0x82b2ba28e76b3d761093aaded1b1cdad4960b3af30212b343fb2e6cdfa4e3d54',
      '0x6b53878fc99d26047f4d7e8c90eb98955a109f44209163f52d8dc4278cbbd9f5',
      27,
    ],
    [
      'order with a client order id',
      order({ ...limit, c: CLOID }),
      false,
      '0x41ae18e8239a56cacbc5dad94d45d0b747e5da11ad564077fcac71277a946e3',
      '0x3c61f667e747404fe7eea8f90ab0e76cc12ce60270438b2058324681a00116da',
      27,
    ],
    [
      'trigger',
      order({ ...limit, t: { trigger: { isMarket: true, triggerPx: '103', tpsl: 'sl' } } }),
      false,
      '0x98343f2b5ae8e26bb2587daad3863bc70d8792b09af1841b6fdd530a2065a3f9',
      '0x6b5bb6bb0633b710aa22b721dd9dee6d083646a5f8e581a20b545be6c1feb405',
      27,
    ],
  ]

test.group('venue | live signing', () => {
  for (const [name, action, isTestnet, r, s, v] of VECTORS) {
    test(`signs as the venue does: ${name}`, async ({ assert }) => {
      const signed = { wallet: key, action: action as Record<string, unknown>, nonce: 0, isTestnet }
      const signature = await signL1Action(signed)
      const parts = [BigInt(signature.r), BigInt(signature.s), signature.v]
      assert.deepEqual(parts, [BigInt(r), BigInt(s), v])
    })
  }

  test('hashes an action as the venue does', ({ assert }) => {
    const action = order({
      a: 4,
      b: true,
      p: '1670.1',
      s: '0.0147',
      r: false,
      t: { limit: { tif: 'Ioc' } },
    })
    const hash = createL1ActionHash({ action, nonce: 1677777606040 })
    assert.equal(hash, '0x0fcbeda5ae3c4950a548021552a4fea2226858c4453571bf3f24ba017eac2908')
  })

  test('signs a transfer of cash as the venue does', async ({ assert }) => {
    const signature = await signUserSignedAction({
      wallet: key,
      action: {
        type: 'usdSend',
        signatureChainId: '0x66eee',
        hyperliquidChain: 'Testnet',
        destination: '0x5e9ee1089755c3435139848e47e6635505d5a13a',
        amount: '1',
        time: 1687816341423,
      },
      types: {
        'HyperliquidTransaction:UsdSend': [
          { name: 'hyperliquidChain', type: 'string' },
          { name: 'destination', type: 'string' },
          { name: 'amount', type: 'string' },
          { name: 'time', type: 'uint64' },
        ],
      },
    })
    assert.equal(
      BigInt(signature.r),
      BigInt('0x637b37dd731507cdd24f46532ca8ba6eec616952c56218baeff04144e4a77073')
    )
    assert.equal(
      BigInt(signature.s),
      BigInt('0x11a6a24900e6e314136d2592e2f8d502cd89b7c15b198e1bee043c9589f9fad7')
    )
  })

  test('a sealed key opens only with its secret and for what it belongs to', ({ assert }) => {
    const secret = sealingSecret('s'.repeat(32))
    const sealed = key.seal(secret, 'obj_1')
    assert.equal(VenueKey.open(sealed, secret, 'obj_1').address, key.address)
    assert.throws(() => VenueKey.open(sealed, secret, 'obj_2'))
    assert.throws(() => VenueKey.open(sealed, sealingSecret('t'.repeat(32)), 'obj_1'))
    assert.notInclude(sealed, Buffer.from(HEX, 'hex').toString('base64').slice(0, 20))
  })

  test('a key never shows itself', ({ assert }) => {
    for (const text of [String(key), JSON.stringify({ key }), inspect({ key })]) {
      assert.notInclude(text, HEX.slice(0, 12))
    }
    for (const wrong of ['', 'abc', '0'.repeat(64), `${HEX}00`]) {
      const error = (() => {
        try {
          return new VenueKey(wrong)
        } catch (thrown) {
          return thrown as Error
        }
      })() as Error
      assert.instanceOf(error, Error)
      assert.notInclude(error.message, HEX.slice(0, 12))
    }
  })
})
