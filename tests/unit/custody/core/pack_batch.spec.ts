import { test } from '@japa/runner'
import fc from 'fast-check'
import { encodeAbiParameters } from 'viem'
import { packBatch, type BatchItem } from '#modules/custody/core/pack_batch'
import { forAll } from '#tests/support/for_all'

const ITEMS = [
  {
    type: 'tuple[]',
    components: [
      { name: 'opSeq', type: 'uint64' },
      { name: 'opId', type: 'bytes32' },
      { name: 'fromId', type: 'bytes32' },
      { name: 'toId', type: 'bytes32' },
      { name: 'amount', type: 'uint128' },
    ],
  },
] as const

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`)
const item: fc.Arbitrary<BatchItem> = fc.record({
  opSeq: fc.nat(),
  opId: hash,
  fromId: hash,
  toId: hash,
  amount: fc.bigInt(0n, 2n ** 128n - 1n),
})

test.group('custody | pack_batch', () => {
  test('packs as a public library encodes', ({ assert }) => {
    forAll([fc.array(item, { maxLength: 20 })], (items) => {
      const wanted = items.map((each) => ({ ...each, opSeq: BigInt(each.opSeq) }))
      assert.equal(`0x${packBatch(items)}`, encodeAbiParameters(ITEMS, [wanted]))
    })
  })
})
