import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { Point } from '@noble/ed25519'
import { test } from '@japa/runner'
import { publicKeyProblem, verifyingKey } from '#modules/auth/services/signing_public_key'

const zeros = (count: number) => '00'.repeat(count)
const ffs = (count: number) => 'ff'.repeat(count)

/** All points of order 1, 2, 4 and 8. */
const SMALL_ORDER = [
  `01${zeros(31)}`,
  `ec${ffs(30)}7f`,
  zeros(32),
  `${zeros(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
]

/** Second spellings: y not below p, or the sign of x = 0. */
const NOT_CANONICAL = [
  `01${zeros(30)}80`,
  `ec${ffs(31)}`,
  `ed${ffs(30)}7f`,
  `ed${ffs(31)}`,
  `ee${ffs(30)}7f`,
  `ee${ffs(31)}`,
  `f0${ffs(30)}7f`,
  ffs(32),
]

/** y = 2 is on no point of the curve. */
const NO_POINT = [`02${zeros(31)}`]

const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64')

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const text = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
  return { text, privateKey }
}

test.group('auth | signing public key', () => {
  test('keys made by others are good, and verify', ({ assert }) => {
    for (let round = 0; round < 5; round++) {
      const { text, privateKey } = newKey()
      assert.isNull(publicKeyProblem(text))
      const message = Buffer.from(`message ${round}`)
      const signature = sign(null, message, privateKey)
      assert.isTrue(verify(null, message, verifyingKey(text), signature))
    }
  })

  test('points of small order are refused: anything is signed under them', ({ assert }) => {
    for (const hex of SMALL_ORDER) assert.include(publicKeyProblem(base64(hex)), 'small order', hex)
  })

  test('second spellings of a point, and what is no point, are refused', ({ assert }) => {
    for (const hex of [...NOT_CANONICAL, ...NO_POINT]) {
      assert.equal(publicKeyProblem(base64(hex)), 'must be an Ed25519 public key', hex)
    }
  })

  test('a good key plus a point of small order is refused', ({ assert }) => {
    for (const hex of SMALL_ORDER.slice(1)) {
      const mixed = Point.BASE.add(Point.fromHex(hex))
      assert.include(publicKeyProblem(base64(mixed.toHex())), 'subgroup', hex)
    }
  })

  test('another size, curve or spelling of base64 is refused', ({ assert }) => {
    const { text } = newKey()
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
    const wrong = [
      '',
      text.slice(1),
      `${text} `,
      text.replace('=', ''),
      Buffer.alloc(31, 1).toString('base64'),
      Buffer.alloc(33, 1).toString('base64'),
      Buffer.alloc(32, 1).toString('hex'),
      p256.export({ format: 'der', type: 'spki' }).toString('base64'),
    ]
    for (const key of wrong) assert.include(publicKeyProblem(key), 'base64 of 32 bytes', key)
  })
})
