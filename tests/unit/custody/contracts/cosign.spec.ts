import { test } from '@japa/runner'
import * as viem from 'viem'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { TEST_CHAIN_ID } from '../support/anvil.ts'
import { ContractWorld } from '../support/contract_world.ts'
import { ProtectedRealm, viemAccount } from './support/protected_realm.ts'

const TYPES = {
  Withdrawal: [
    { name: 'operationId', type: 'bytes32' },
    { name: 'boundary', type: 'bytes32' },
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'arming', type: 'uint256' },
  ],
  CrossTransfer: [
    { name: 'operationId', type: 'bytes32' },
    { name: 'from', type: 'bytes32' },
    { name: 'to', type: 'bytes32' },
    { name: 'amount', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
    { name: 'arming', type: 'uint256' },
  ],
} as const
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The boundary was armed once. */
const ARMING = 1n

let realm: ProtectedRealm
let operations = 0

interface Withdrawal {
  operationId: Hex
  boundary: Hex
  to: Address
  amount: bigint
  deadline: bigint
  arming: bigint
}

async function withdrawal(): Promise<Withdrawal> {
  const to = realm.world.addressOf(realm.stranger)
  const operationId = realm.id(`withdrawal_${++operations}`)
  const deadline = (await realm.now()) + 600n
  return { operationId, boundary: realm.id('armed'), to, amount: 10n, deadline, arming: ARMING }
}

function domain(chainId = TEST_CHAIN_ID, verifyingContract = realm.pool) {
  return { name: 'ServiceCustody', version: '1', chainId, verifyingContract }
}

function sign(message: Withdrawal, key: OperatorKey = realm.cosigner, where = domain()) {
  const primaryType = 'Withdrawal'
  return viemAccount(key).signTypedData({ domain: where, types: TYPES, primaryType, message })
}

function args(message: Withdrawal, signature: Hex): ChainValue[] {
  const { operationId, boundary, to, amount, deadline } = message
  return [operationId, boundary, to, amount, deadline, signature]
}

const refusalOf = async (message: Withdrawal, signature: Hex) =>
  (await realm.refusal('withdrawCosigned', args(message, signature)))?.name

test.group('custody | co-signatures, against viem', (group) => {
  group.setup(async () => {
    const world = await ContractWorld.start()
    realm = await ProtectedRealm.create(world)
    return () => world.anvil.kill()
  })

  test('the pool names the domain that wallets are shown', async ({ assert }) => {
    assert.containSubset(await realm.read('eip712Domain'), {
      name: 'ServiceCustody',
      version: '1',
      chainId: BigInt(TEST_CHAIN_ID),
      verifyingContract: realm.pool,
    })
  })

  test('a withdrawal as signed with a public library is paid', async ({ assert }) => {
    const message = await withdrawal()
    const events = await realm.act('withdrawCosigned', args(message, await sign(message)))
    const paid = events.find(({ name }) => name === 'Withdrawn')!
    assert.containSubset(paid.args, { opId: message.operationId, to: message.to, amount: 10n })
  })

  test('a transfer as signed with a public library is settled', async ({ assert }) => {
    const item = realm.settlement(900n, 'armed', 'plain', 7n)
    const deadline = (await realm.now()) + 600n
    const message = {
      operationId: realm.id('settlement_900'),
      from: realm.id('armed'),
      to: realm.id('plain'),
      amount: 7n,
      deadline,
      arming: ARMING,
    }
    const typed = { domain: domain(), types: TYPES, primaryType: 'CrossTransfer', message } as const
    const signature = await viemAccount(realm.cosigner).signTypedData(typed)
    const [event] = await realm.act('crossTransferCosigned', [item, deadline, signature])
    assert.equal(event!.name, 'Settled')
  })

  test('another key, chain or pool makes a signature worthless', async ({ assert }) => {
    const message = await withdrawal()
    const signatures = [
      await sign(message, realm.holder),
      await sign({ ...message, arming: ARMING + 1n }),
      await sign(message, realm.cosigner, domain(TEST_CHAIN_ID + 1)),
      await sign(message, realm.cosigner, domain(TEST_CHAIN_ID, realm.world.plan.factory)),
      '0x' as Hex,
      viem.zeroHash,
    ]
    for (const signature of signatures) {
      assert.equal(await refusalOf(message, signature), 'InvalidCosignature')
    }
  })

  test('a changed field makes a signature worthless', async ({ assert }) => {
    const message = await withdrawal()
    const signature = await sign(message)
    const changed: Withdrawal[] = [
      { ...message, operationId: realm.id('another') },
      { ...message, to: realm.world.addressOf(realm.holder) },
      { ...message, amount: 11n },
      { ...message, deadline: message.deadline + 1n },
    ]
    for (const other of changed) {
      assert.equal(await refusalOf(other, signature), 'InvalidCosignature')
    }
    assert.isNull(await realm.refusal('withdrawCosigned', args(message, signature)))
  })

  test('the malleable twin of a signature is refused', async ({ assert }) => {
    const message = await withdrawal()
    const { r, s, yParity } = viem.parseSignature(await sign(message))
    const twin = viem.serializeSignature({
      r,
      s: viem.numberToHex(CURVE_ORDER - viem.hexToBigInt(s), { size: 32 }),
      yParity: 1 - yParity,
    })
    assert.equal(await refusalOf(message, twin), 'InvalidCosignature')
  })

  test('a signature pays once, and not after its deadline', async ({ assert }) => {
    const message = await withdrawal()
    const signature = await sign(message)
    await realm.act('withdrawCosigned', args(message, signature))
    assert.equal(await refusalOf(message, signature), 'OperationKnown')
    const late = { ...(await withdrawal()), deadline: (await realm.now()) - 1n }
    assert.equal(await refusalOf(late, await sign(late)), 'CosignExpired')
  })
})
