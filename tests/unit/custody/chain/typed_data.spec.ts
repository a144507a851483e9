import { test } from '@japa/runner'
import fc from 'fast-check'
import * as viem from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import type { Hex, TypedData } from '#modules/custody/core/chain_types'
import { forAll, forAllAsync } from '#tests/support/for_all'
import { address, bytes32 } from '../support/abi_values.ts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const gateway = new ChainGateway(new HttpProvider({ urls: ['http://127.0.0.1:9'], chainId: 31337 }))
const key = bytes32.filter((digits) => BigInt(digits) > 0n && BigInt(digits) < ORDER)
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

const FIELDS = {
  Withdrawal: ['operationId bytes32', 'boundary bytes32', 'to address'],
  CrossTransfer: ['operationId bytes32', 'from bytes32', 'to bytes32'],
}

function fieldsOf(primaryType: keyof typeof FIELDS) {
  return [...FIELDS[primaryType], 'amount uint256', 'deadline uint256'].map((field) => {
    const [name, type] = field.split(' ') as [string, string]
    return { name, type }
  })
}

/** What the contracts ask co-signers to sign. */
const typedData: fc.Arbitrary<TypedData> = fc
  .record({
    primaryType: fc.constantFrom<keyof typeof FIELDS>('Withdrawal', 'CrossTransfer'),
    ids: fc.tuple(bytes32, bytes32, bytes32),
    to: address,
    numbers: fc.tuple(uint256, uint256),
    verifyingContract: address,
    chainId: fc.nat(),
  })
  .map(({ primaryType, ids, to, numbers, verifyingContract, chainId }) => ({
    domain: { name: 'ServiceCustody', version: '1', chainId, verifyingContract },
    types: { [primaryType]: fieldsOf(primaryType) },
    primaryType,
    message: {
      operationId: ids[0],
      ...(primaryType === 'Withdrawal' ? { boundary: ids[1], to } : { from: ids[1], to: ids[2] }),
      amount: numbers[0],
      deadline: numbers[1],
    },
  }))

function sign(secret: Hex, data: TypedData): Promise<Hex> {
  return privateKeyToAccount(secret).signTypedData(data as never)
}

test.group('custody | typed data, against viem', () => {
  test('hashes what viem hashes', ({ assert }) => {
    forAll([typedData], (data) => {
      assert.equal(gateway.typedDataHash(data), viem.hashTypedData(data as never))
    })
  })

  test('amounts as decimal text give the same hash', ({ assert }) => {
    forAll([typedData], (data) => {
      const entries = Object.entries(data.message).map(([name, value]) => [name, String(value)])
      const message = Object.fromEntries(entries) as Record<string, string>
      assert.equal(gateway.typedDataHash({ ...data, message }), gateway.typedDataHash(data))
    })
  })

  test('finds the signer of a signature made by viem', async ({ assert }) => {
    await forAllAsync([typedData, key], async (data, secret) => {
      const signer = gateway.recoverTyped(data, await sign(secret, data))
      assert.equal(signer, privateKeyToAccount(secret).address)
    })
  })

  test('another chain, pool or amount has another signer', async ({ assert }) => {
    await forAllAsync([typedData, key], { numRuns: 30 }, async (data, secret) => {
      const signature = await sign(secret, data)
      const { address: signer } = privateKeyToAccount(secret)
      const { domain, message } = data
      const others: TypedData[] = [
        { ...data, domain: { ...domain, chainId: domain.chainId + 1 } },
        { ...data, domain: { ...domain, verifyingContract: signer } },
        { ...data, message: { ...message, amount: BigInt(message.amount!) ^ 1n } },
      ]
      for (const other of others) assert.notEqual(gateway.recoverTyped(other, signature), signer)
    })
  })

  test('a signature has one form: the twin with a high s is refused', async ({ assert }) => {
    await forAllAsync([typedData, key], { numRuns: 30 }, async (data, secret) => {
      const signature = await sign(secret, data)
      const s = BigInt(`0x${signature.slice(66, 130)}`)
      const v = signature.endsWith('1b') ? '1c' : '1b'
      const twin = `${signature.slice(0, 66)}${(ORDER - s).toString(16).padStart(64, '0')}${v}`
      const { address: signer } = privateKeyToAccount(secret)
      assert.equal(
        await viem.recoverTypedDataAddress({ ...data, signature: twin as Hex } as never),
        signer,
        'the twin is good mathematics'
      )
      assert.isNull(gateway.recoverTyped(data, twin))
    })
  })

  test('what is not a signature is refused, not thrown at', async ({ assert }) => {
    const [data] = fc.sample(typedData, 1) as [TypedData]
    const good = await sign(`0x${'11'.repeat(32)}`, data)
    const r = good.slice(2, 66)
    const s = good.slice(66, 130)
    const malformed = [
      '',
      '0x',
      'hello',
      good.slice(2),
      good.slice(0, -2),
      `${good}00`,
      `0x${r}${s}00`,
      `0x${r}${s}01`,
      `0x${r}${s}1d`,
      `0x${r}${s}zz`,
      `0x${'00'.repeat(32)}${s}1b`,
      `0x${r}${'00'.repeat(32)}1b`,
      `0x${'ff'.repeat(32)}${s}1b`,
    ]
    for (const signature of malformed) {
      assert.isNull(gateway.recoverTyped(data, signature), signature)
    }
  })
})
