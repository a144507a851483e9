import { test } from '@japa/runner'
import { createPublicClient, http } from 'viem'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import { ChainUnreachable } from '#modules/custody/chain/errors'
import { ChainGateway } from '#modules/custody/chain/gateway'
import { HttpProvider } from '#modules/custody/chain/http_provider'
import type { Abi } from 'viem'
import { eventually } from '#tests/support/client'
import { freePort } from '../../../../bin/launcher/base/ports.js'
import { ContractWorld, signAs } from '../support/contract_world.ts'

let world: ContractWorld

test.group('custody | chain gateway, on a real node', (group) => {
  group.setup(async () => {
    world = await ContractWorld.start()
    return () => world.anvil.kill()
  })

  const signMint = (nonce: number, maxFee = 10n ** 11n) =>
    signAs(world.operator, {
      nonce,
      to: world.plan.token,
      data: world.gateway.encode('TestUSD', 'mint', [world.plan.operator, 1n]),
      gas: 200_000n,
      maxFee,
      tip: 0n,
    })

  test('reads the same as viem', async ({ assert }) => {
    const pool = await world.createRealm('realm-viem', 'bnd_viem')
    const client = createPublicClient({ transport: http(world.anvil.url) })
    const { head, headHash } = await world.gateway.health()
    const block = await client.getBlock()
    assert.deepEqual([BigInt(head), headHash], [block.number, block.hash])
    const boundaryId = world.gateway.idHash('bnd_viem')
    const abi = ARTIFACTS.RealmCustody.abi as unknown as Abi
    const expected = await client.readContract({
      address: pool,
      abi,
      functionName: 'boundary',
      args: [boundaryId],
    })
    const call = { contract: 'RealmCustody', to: pool, fn: 'boundary', args: [boundaryId] } as const
    const mine = (await world.gateway.call(call, head)) as Record<string, unknown>
    for (const [field, value] of Object.entries(expected as Record<string, unknown>)) {
      assert.equal(String(mine[field]), String(value), field)
    }
  })

  test('answers many calls at one block, and marks the ones that revert', async ({ assert }) => {
    const pool = await world.createRealm('realm-many', 'bnd_many')
    const { head } = await world.gateway.health()
    const results = await world.gateway.callMany(
      [
        { contract: 'RealmCustody', to: pool, fn: 'contractTotal' },
        { contract: 'RealmCustody', to: pool, fn: 'boundaryIdAt', args: [9n] },
        { contract: 'RealmCustody', to: world.plan.operator, fn: 'contractTotal' },
      ],
      head
    )
    assert.deepEqual(results[0], { ok: true, value: 0n })
    assert.deepEqual(results[1], { ok: false, revert: { name: 'Panic', args: { code: '50' } } })
    assert.deepEqual(results[2], { ok: false, revert: null }, 'no code at the address')
  })

  test('knows a transaction by the hash it had before sending', async ({ assert }) => {
    const nonce = await world.gateway.nonce(world.plan.operator, 'latest')
    const { raw, hash } = await signMint(nonce)
    assert.isNull(await world.gateway.receipt(hash))
    assert.equal(await world.gateway.broadcast(raw), 'accepted')
    // The node answers before it has mined.
    const receipt = await eventually('the receipt', () => world.gateway.receipt(hash))
    assert.containSubset(receipt, { hash, succeeded: true })
    assert.equal(await world.gateway.nonce(world.plan.operator, 'latest'), nonce + 1)
  })

  test('sorts what a node says about a transaction it will not take', async ({ assert }) => {
    const nonce = await world.gateway.nonce(world.plan.operator, 'latest')
    assert.equal(await world.gateway.broadcast((await signMint(0)).raw), 'nonce_used')
    assert.equal(await world.gateway.broadcast((await signMint(nonce, 1n)).raw), 'underpriced')
    const poor = await world.fundedKey()
    await world.anvil.rpc('anvil_setBalance', [world.addressOf(poor), '0x0'])
    const unpaid = await signAs(poor, {
      nonce: 0,
      to: world.plan.token,
      data: '0x',
      gas: 30_000n,
      maxFee: 10n ** 11n,
      tip: 0n,
    })
    assert.equal(await world.gateway.broadcast(unpaid.raw), 'no_funds')
    const ahead = (await signMint(nonce + 5)).raw
    assert.equal(await world.gateway.broadcast(ahead), 'accepted')
    assert.equal(await world.gateway.broadcast(ahead), 'known')
    await world.anvil.rpc('anvil_dropAllTransactions')
  })

  test('tells the fees of the coming block', async ({ assert }) => {
    const fees = await world.gateway.fees()
    assert.isAbove(Number(fees.baseFee), 0)
    assert.isAtLeast(Number(fees.tip), 0)
  })

  test('a header nobody has yet is null', async ({ assert }) => {
    assert.isNull(await world.gateway.header(1_000_000))
    assert.equal((await world.gateway.header(0))?.number, 0)
  })

  test('a node that is down is unreachable for reads and unknown for sends', async ({ assert }) => {
    const url = `http://127.0.0.1:${await freePort()}`
    const gateway = new ChainGateway(new HttpProvider({ urls: [url], chainId: 31337 }))
    assert.instanceOf(await gateway.health().catch((error: unknown) => error), ChainUnreachable)
    assert.equal(await gateway.broadcast((await signMint(0)).raw), 'unknown')
  })

  test('finds an anvil behind the URL and mines confirmations on it', async ({ assert }) => {
    assert.isTrue(await world.dev.isPresent())
    const before = (await world.gateway.health()).head
    await world.dev.mine(3)
    assert.equal((await world.gateway.health()).head, before + 3)
  })
})
