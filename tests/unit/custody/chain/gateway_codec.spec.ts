import { test } from '@japa/runner'
import fc from 'fast-check'
import * as viem from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { TransactionFactory } from 'web3-eth-accounts'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import { OperatorKey } from '#modules/custody/chain/operator_key'
import type { ChainValue, Hex } from '#modules/custody/core/chain_types'
import { forAll, forAllAsync } from '#tests/support/for_all'
import { address, bytes32, fragments, valuesFor } from '../support/abi_values.ts'
import { signAs } from '../support/contract_world.ts'

const gateway = new ChainGateway(new HttpProvider({ urls: ['http://127.0.0.1:9'], chainId: 31337 }))
const POOL = viem.getAddress('0x00000000000000000000000000000000000000aa')

function rawLog(topics: readonly unknown[], data: Hex) {
  return {
    address: POOL,
    topics: topics as Hex[],
    data,
    blockNumber: 7,
    blockHash: viem.zeroHash,
    transactionHash: viem.zeroHash,
    logIndex: 0,
  }
}

/** Of text and bytes of any length that are indexed a log has the hash alone. */
function shownAs({ type, indexed }: { type: string; indexed?: boolean }, value: unknown) {
  return indexed && type === 'bytes' ? viem.keccak256(value as Hex) : value
}

test.group('custody | chain gateway codec, against viem', () => {
  for (const { contract, fragment } of fragments('function')) {
    test(`encodes ${contract}.${fragment.name} as viem does`, ({ assert }) => {
      forAll([valuesFor(fragment.inputs)], { numRuns: 20 }, (args) => {
        const abi = [fragment] as unknown as viem.Abi
        const expected = viem.encodeFunctionData({ abi, functionName: fragment.name!, args })
        assert.equal(gateway.encode(contract, fragment.name!, args as ChainValue[]), expected)
      })
    })
  }

  test('encodes constructor arguments behind the creation code', ({ assert }) => {
    const args = [POOL, viem.zeroAddress] as const
    assert.equal(
      gateway.encodeDeploy('TestUSD', args),
      viem.encodeDeployData({
        abi: ARTIFACTS.TestUSD.abi as unknown as viem.Abi,
        bytecode: ARTIFACTS.TestUSD.bytecode,
        args,
      })
    )
    assert.throws(() => gateway.encodeDeploy('TestUSD', []), /2 constructor arguments/)
  })

  for (const { contract, fragment } of fragments('event')) {
    test(`decodes the event ${contract}.${fragment.name} with every digit`, ({ assert }) => {
      const inputs = fragment.inputs ?? []
      const abi = [fragment] as unknown as viem.Abi
      forAll([valuesFor(inputs)], { numRuns: 20 }, (values) => {
        const named = Object.fromEntries(inputs.map(({ name }, index) => [name, values[index]]))
        const topics = viem.encodeEventTopics({ abi, args: named } as never)
        const hidden = inputs.flatMap((input, index) => (input.indexed ? [] : [index]))
        const types = hidden.map((index) => inputs[index]!)
        const data = viem.encodeAbiParameters(
          types as never,
          hidden.map((index) => values[index]) as never
        )
        const [decoded] = gateway.decodeLogs([rawLog(topics, data)])
        assert.equal(decoded!.name, fragment.name)
        const told = inputs.map((input, index) => [input.name, shownAs(input, values[index])])
        assert.deepEqual(decoded!.args, Object.fromEntries(told))
        assert.equal(decoded!.blockNumber, 7)
      })
    })
  }

  test('leaves out logs of events it does not know', ({ assert }) => {
    assert.deepEqual(gateway.decodeLogs([rawLog([viem.keccak256('0x01')], '0x')]), [])
    assert.deepEqual(gateway.decodeLogs([rawLog([], '0x')]), [])
  })

  for (const { contract, fragment } of fragments('error')) {
    test(`names ${contract}.${fragment.name} and its values, 0x or not`, ({ assert }) => {
      const inputs = fragment.inputs ?? []
      const abi = [fragment] as unknown as viem.Abi
      forAll([valuesFor(inputs)], { numRuns: 20 }, (args) => {
        const data = viem.encodeErrorResult({ abi, errorName: fragment.name!, args } as never)
        const named = inputs.map(({ name }, index) => [name, String(args[index])])
        const expected = { name: fragment.name!, args: Object.fromEntries(named) }
        assert.deepEqual(gateway.decodeRevert(data), expected)
        assert.deepEqual(gateway.decodeRevert(data.slice(2)), expected)
      })
    })
  }

  test('names reason texts and compiler panics, and nothing else', ({ assert }) => {
    const reason = viem.encodeErrorResult({
      abi: viem.parseAbi(['error Error(string reason)']),
      args: ['not today'],
    })
    assert.deepEqual(gateway.decodeRevert(reason), {
      name: 'Error',
      args: { reason: 'not today' },
    })
    assert.isNull(gateway.decodeRevert('0x12345678'))
    assert.isNull(gateway.decodeRevert('0x'))
    assert.isNull(gateway.decodeRevert(null))
  })

  test('hashes ids and checksums addresses as viem does', ({ assert }) => {
    forAll([fc.string({ unit: 'grapheme' }), address], (id, account) => {
      assert.equal(gateway.idHash(id), viem.keccak256(viem.toBytes(id)))
      assert.equal(gateway.checksum(account.toLowerCase()), account)
    })
  })

  test('signs the same bytes as web3 and knows their hash beforehand', async ({ assert }) => {
    const transaction = fc.record({
      nonce: fc.nat(2 ** 40),
      to: address,
      data: fc.uint8Array({ maxLength: 200 }).map((bytes) => viem.bytesToHex(bytes)),
      gas: fc.bigInt({ min: 21_000n, max: 100_000_000n }),
      fee: fc.bigInt({ min: 1n, max: 10n ** 13n }),
      tip: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      key: bytes32.filter((key) => BigInt(key) > 0n && BigInt(key) < 2n ** 255n),
    })
    await forAllAsync([transaction], async ({ nonce, to, data, gas, fee, tip, key }) => {
      const operator = new OperatorKey(key)
      const expected = TransactionFactory.fromTxData({
        type: '0x2',
        chainId: 31337n,
        nonce: BigInt(nonce),
        to,
        data,
        gasLimit: gas,
        maxFeePerGas: fee + tip,
        maxPriorityFeePerGas: tip,
      }).sign(viem.hexToBytes(key))
      const signed = await signAs(operator, { nonce, to, data, gas, maxFee: fee + tip, tip })
      assert.equal(signed.raw, viem.bytesToHex(expected.serialize()))
      assert.equal(signed.hash, viem.bytesToHex(expected.hash()))
      assert.equal(gateway.addressOf(operator), privateKeyToAddress(key))
    })
  })
})
