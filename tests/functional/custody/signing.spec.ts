import { test } from '@japa/runner'
import { LocalSigner } from '#modules/custody/chain/local_signer'
import { SignerUnreachable, SigningRefused, type Signer } from '#modules/custody/chain/signer'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import type { Intent } from '#modules/custody/services/choose_gas'
import { WAIT_MS } from '#tests/support/client'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { chainDesk, fund, laneRows } from './support/chain_desk.ts'
import { FarSigner } from './support/far_signer.ts'

let anvil: Anvil
let signer: FarSigner
let chain: CustodyChain

function mint(purpose: string): Intent {
  const data = chain.gateway.encode('TestUSD', 'mint', [chain.lane.address, 1n])
  return { purpose: `${chain.lane.address}:${purpose}`, to: chain.plan.token, data }
}

async function minted(): Promise<bigint> {
  const args = [chain.lane.address]
  const call = { contract: 'TestUSD', to: chain.plan.token, fn: 'balanceOf', args } as const
  return (await chain.gateway.call(call, 'latest')) as bigint
}

/** Another process of the service: with the key or, as a web server, without. */
function anotherProcess(signerOf: () => Signer | null) {
  return chainDesk(anvil.url, signer.key, {}, undefined, { signerOf })
}

test.group('custody | signing', (group) => {
  group.setup(async () => {
    anvil = await startAnvil()
    return () => anvil.kill()
  })

  group.each.setup(async () => {
    signer = new FarSigner()
    chain = await anotherProcess(() => signer)
    await fund(chain)
    await deployContracts(chain)
  })

  test('a nonce nobody signs is given back, and its purpose is free', async ({ assert }) => {
    const before = await chain.lane.nextNonce()
    signer.goAway()
    await assert.rejects(() => chain.lane.submit(mint('away')), SignerUnreachable)
    assert.equal(await chain.lane.nextNonce(), before)
    assert.isFalse(await chain.lane.knows(mint('away').purpose))
    signer.comeBack()
    const sent = await chain.lane.submit(mint('away'))
    assert.equal(sent.nonce, before)
    assert.equal(await chain.lane.awaitFinal(sent, WAIT_MS), 'succeeded')
  })

  test('a nonce with a later one behind it stays until the signer is back', async ({ assert }) => {
    const later = await anotherProcess(() => new LocalSigner(signer.key))
    let second!: Awaited<ReturnType<typeof later.lane.submit>>
    signer.before = async () => {
      second = await later.lane.submit(mint('second'))
      throw new SignerUnreachable(signer.address, 'it went away meanwhile')
    }
    await assert.rejects(() => chain.lane.submit(mint('first')), SignerUnreachable)
    assert.equal(await minted(), 0n, 'the second waits for the first')
    assert.isTrue(await chain.lane.knows(mint('first').purpose))
    signer.comeBack()
    await chain.lane.advanceOpen()
    assert.equal(await chain.lane.awaitFinal(second, WAIT_MS), 'succeeded')
    assert.equal(await minted(), 2n)
  })

  test('nobody waits for a slow signer: no lane is locked while it signs', async ({ assert }) => {
    const quick = await anotherProcess(() => new LocalSigner(signer.key))
    const order: string[] = []
    signer.before = async () => {
      await quick.lane.submit(mint('quick'))
      order.push('quick')
    }
    const slow = await chain.lane.submit(mint('slow'))
    order.push('slow')
    assert.equal(await chain.lane.awaitFinal(slow, WAIT_MS), 'succeeded')
    assert.deepEqual(order, ['quick', 'slow'])
    await chain.lane.advanceOpen()
    assert.equal(await minted(), 2n)
  })

  test('two that sign the same nonce send one transaction', async ({ assert }) => {
    const other = await anotherProcess(() => new LocalSigner(signer.key))
    signer.before = () => other.lane.signReserved()
    const sent = await chain.lane.submit(mint('twice'))
    assert.lengthOf(sent.hashes, 1)
    assert.equal(await chain.lane.awaitFinal(sent, WAIT_MS), 'succeeded')
    assert.equal(await minted(), 1n)
    const rows = await laneRows(chain)
    assert.lengthOf(
      rows.filter(({ purpose }) => purpose.endsWith(':twice')),
      1
    )
  })

  test('without a key a process stores what it wants; one with it signs', async ({ assert }) => {
    const server = await anotherProcess(() => null)
    let told = 0
    server.lane.whenReserved(() => told++)
    const wanted = await server.lane.submit(mint('asked'))
    assert.deepEqual([wanted.hashes, told], [[], 1])
    assert.equal(await minted(), 0n)
    const waiting = server.lane.awaitFinal(wanted, WAIT_MS)
    await chain.lane.advanceOpen()
    assert.equal(await waiting, 'succeeded')
    assert.equal(await minted(), 1n)
  })

  test('what the policy forbids costs no nonce, and operators are told', async ({ assert }) => {
    const before = await chain.lane.nextNonce()
    const data = chain.gateway.encode('TestUSD', 'approve', [`0x${'ee'.repeat(20)}`, 1n])
    const purpose = `${chain.lane.address}:approve`
    const refused = () => chain.lane.submit({ purpose, to: chain.plan.token, data })
    await assert.rejects(refused, SigningRefused)
    const elsewhere = { ...mint('elsewhere'), to: chain.lane.address, gas: 100_000n }
    await assert.rejects(() => chain.lane.submit(elsewhere), SigningRefused)
    assert.deepEqual(chain.signingRefusals, { function_not_allowed: 1, unknown_contract: 1 })
    assert.equal(await chain.lane.nextNonce(), before)
  })
})
