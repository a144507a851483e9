import { test } from '@japa/runner'
import fc from 'fast-check'
import * as viem from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Hex } from '#modules/custody/chain/types'

const gateway = new ChainGateway(new HttpProvider({ urls: ['http://127.0.0.1:9'], chainId: 31337 }))
const poolAbi = ARTIFACTS.RealmCustody.abi as unknown as viem.Abi
const POOL = viem.getAddress('0x00000000000000000000000000000000000000aa')

const bytes32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => viem.bytesToHex(bytes))
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => viem.getAddress(viem.bytesToHex(bytes)))
const uint128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })

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

test.group('custody | chain gateway codec, against viem', () => {
  test('encodes calls as viem does', ({ assert }) => {
    fc.assert(
      fc.property(bytes32, bytes32, uint128, address, (opId, boundary, amount, agent) => {
        assert.equal(
          gateway.encode('RealmCustody', 'mintDeposit', [opId, boundary, amount]),
          viem.encodeFunctionData({
            abi: poolAbi,
            functionName: 'mintDeposit',
            args: [opId, boundary, amount],
          })
        )
        assert.equal(
          gateway.encode('RealmCustody', 'registerBoundary', [boundary, 3600n, agent]),
          viem.encodeFunctionData({
            abi: poolAbi,
            functionName: 'registerBoundary',
            args: [boundary, 3600, agent],
          })
        )
      })
    )
  })

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

  test('decodes events with every digit of their amounts', ({ assert }) => {
    const event = viem.getAbiItem({ abi: poolAbi, name: 'Credited' }) as viem.AbiEvent
    fc.assert(
      fc.property(bytes32, bytes32, uint128, uint128, (boundary, ref, amount, balanceAfter) => {
        const topics = viem.encodeEventTopics({
          abi: [event],
          args: { boundaryId: boundary, ref },
        })
        const data = viem.encodeAbiParameters(
          [{ type: 'uint64' }, { type: 'uint128' }, { type: 'uint128' }],
          [5n, amount, balanceAfter]
        )
        const [decoded] = gateway.decodeLogs([rawLog(topics, data)])
        assert.equal(decoded!.name, 'Credited')
        assert.deepEqual(decoded!.args, {
          seq: 5n,
          boundaryId: boundary,
          ref,
          amount,
          balanceAfter,
        })
      })
    )
  })

  test('leaves out logs of events it does not know', ({ assert }) => {
    assert.deepEqual(gateway.decodeLogs([rawLog([viem.keccak256('0x01')], '0x')]), [])
    assert.deepEqual(gateway.decodeLogs([rawLog([], '0x')]), [])
  })

  test('names custom errors with their values, with and without 0x', ({ assert }) => {
    const data = viem.encodeErrorResult({
      abi: poolAbi,
      errorName: 'OperationKnown',
      args: [viem.keccak256('0x01'), 1],
    })
    const expected = {
      name: 'OperationKnown',
      args: { opId: viem.keccak256('0x01'), outcome: '1' },
    }
    assert.deepEqual(gateway.decodeRevert(data), expected)
    assert.deepEqual(gateway.decodeRevert(data.slice(2)), expected)
    const halted = viem.encodeErrorResult({ abi: poolAbi, errorName: 'RealmHalted' })
    assert.deepEqual(gateway.decodeRevert(halted), { name: 'RealmHalted', args: {} })
  })

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
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), address, (id, account) => {
        assert.equal(gateway.idHash(id), viem.keccak256(viem.toBytes(id)))
        assert.equal(gateway.checksum(account.toLowerCase()), account)
      })
    )
  })

  test('signs the same bytes as viem and knows their hash before they are sent', async ({
    assert,
  }) => {
    const transaction = fc.record({
      nonce: fc.nat(2 ** 40),
      to: address,
      data: fc.uint8Array({ maxLength: 200 }).map((bytes) => viem.bytesToHex(bytes)),
      gas: fc.bigInt({ min: 21_000n, max: 100_000_000n }),
      fee: fc.bigInt({ min: 1n, max: 10n ** 13n }),
      tip: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      key: bytes32.filter((key) => BigInt(key) > 0n && BigInt(key) < 2n ** 255n),
    })
    await fc.assert(
      fc.asyncProperty(transaction, async ({ nonce, to, data, gas, fee, tip, key }) => {
        const account = privateKeyToAccount(key)
        const expected = await account.signTransaction({
          type: 'eip1559',
          chainId: 31337,
          nonce,
          to,
          data,
          gas,
          maxFeePerGas: fee + tip,
          maxPriorityFeePerGas: tip,
        })
        const operator = new OperatorKey(key)
        const signed = gateway.sign(operator, { nonce, to, data, gas, maxFee: fee + tip, tip })
        assert.equal(signed.raw, expected)
        assert.equal(signed.hash, viem.keccak256(expected))
        assert.equal(gateway.addressOf(operator), account.address)
      })
    )
  })
})
