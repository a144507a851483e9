import { test } from '@japa/runner'
import logger from '@adonisjs/core/services/logger'
import type { Clock } from '#app/clock/clock'
import { LocalSigner } from '#modules/custody/chain/local_signer'
import { accountOf } from '#modules/custody/chain/signing_account'
import { SignerUnreachable, SigningRefused, type Signer } from '#modules/custody/chain/signer'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { BumpFees } from '#modules/custody/services/bump_fees'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { WAIT_MS } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { chainDesk, fund, laneRows, mintOn, mintedOn } from './support/chain_desk.ts'
import { FarSigner } from './support/far_signer.ts'

let anvil: Anvil
let signer: FarSigner
let chain: CustodyChain

const mint = (purpose: string) => mintOn(chain, purpose)
const minted = () => mintedOn(chain)

/** Another process of the service: with the key or, as a web server, without. */
function anotherProcess(signerOf: () => Signer | null) {
  return chainDesk(anvil.url, signer.key, {}, undefined, { signerOf })
}

/** Makes all that is not mined dearer, a minute from now. */
function bumpAll(of: CustodyChain): Promise<number> {
  const clock = { nowMicros: () => Date.now() * 1000 + 60_000_000 } as Clock
  return new BumpFees(of, clock, logger, { afterMs: 0 }).run()
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

  test('what was given up while it was signed is not sent: its nonce goes to nobody', async ({
    assert,
  }) => {
    const other = await anotherProcess(() => new LocalSigner(signer.key))
    signer.before = async () => {
      await other.lane.submit(mint('behind'))
      const { transactions } = other.lane
      const given = await transactions.find(mint('given up').purpose)
      assert.isTrue(await transactions.reservations.fill(given!.id))
    }
    const givenUp = await chain.lane.submit(mint('given up'))
    assert.deepEqual([givenUp.state, givenUp.hashes], ['filling', []])
    signer.comeBack()
    assert.equal(await chain.lane.awaitFinal(givenUp, WAIT_MS), 'displaced')
    assert.equal(await minted(), 1n)
    const again = await chain.lane.submit(mint('given up'))
    assert.equal(await chain.lane.awaitFinal(again, WAIT_MS), 'succeeded')
    assert.equal(await minted(), 2n)
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

  test('a signer’s refusal holds nothing up: its nonce is returned or used', async ({ assert }) => {
    const server = await anotherProcess(() => null)
    const wants = async (purpose: string, allowed: boolean) => {
      const { data } = mint(purpose)
      const refused = chain.gateway.encode('TestUSD', 'approve', [`0x${'ee'.repeat(20)}`, 1n])
      return server.lane.submit({ ...mint(purpose), data: allowed ? data : refused, gas: 200_000n })
    }
    const first = await wants('first', false)
    const second = await wants('second', true)
    const last = await wants('last', false)
    assert.deepEqual([second.nonce, last.nonce], [first.nonce + 1, first.nonce + 2])
    await chain.lane.advanceOpen()
    assert.equal(await server.lane.awaitFinal(second, WAIT_MS), 'succeeded')
    assert.equal(await server.lane.awaitFinal(first, WAIT_MS), 'displaced')
    assert.equal(await minted(), 1n)
    assert.isFalse(await chain.lane.knows(mint('first').purpose))
    assert.equal(await chain.lane.nextNonce(), last.nonce)
    assert.deepEqual(chain.signingRefusals, { function_not_allowed: 2 })
    await chain.lane.advanceOpen()
    const states = (await laneRows(chain)).map(({ purpose, state }) => [
      purpose.split(':')[1],
      state,
    ])
    assert.deepInclude(states, ['first', 'void'])
  })

  test('whoever writes to the database orders nothing', async ({ assert }) => {
    const server = await anotherProcess(() => null)
    const sent = await chain.lane.submit(mint('ordered'))
    await chain.lane.awaitFinal(sent, WAIT_MS)
    const changes: Record<string, string> = {
      'a row of their own': 'seal = NULL',
      'another call in a row of ours': `calldata = '${mint('x').data.replace(/1$/, '2')}'`,
      'another receiver': `to_address = '${chain.plan.factory}'`,
      'another purpose': "purpose = CONCAT(purpose, '-')",
      'the seal of another row': `seal = (SELECT seal FROM (SELECT seal FROM custody_transactions WHERE id = '${sent.id}') kept)`,
    }
    for (const [what, change] of Object.entries(changes)) {
      const { id, nonce } = await server.lane.submit(mint(what))
      await writeRows(`UPDATE custody_transactions SET ${change} WHERE id = ?`, [id])
      await chain.lane.advanceOpen()
      assert.equal(await minted(), 1n, what)
      assert.equal(await chain.lane.nextNonce(), nonce, `${what}: the nonce is free`)
    }
    assert.deepEqual(Object.keys(chain.signingRefusals).sort(), [
      'function_not_allowed',
      'not_ordered',
    ])
  })

  test('what was signed before seals is made dearer by what it says only', async ({ assert }) => {
    await anvil.rpc('evm_setAutomine', [false])
    const sent = await chain.lane.submit({ ...mint('old'), gas: 200_000n })
    await writeRows`UPDATE custody_transactions SET seal = NULL WHERE id = ${sent.id}`
    assert.equal(await bumpAll(chain), 1)
    const other = chain.gateway.encode('TestUSD', 'mint', [chain.lane.address, 2n])
    await writeRows`UPDATE custody_transactions SET calldata = ${other} WHERE id = ${sent.id}`
    assert.equal(await bumpAll(chain), 0)
    await anvil.rpc('evm_mine')
    await anvil.rpc('evm_setAutomine', [true])
    assert.equal(await minted(), 1n)
  })

  test('an absent signer keeps no other account from raising its prices', async ({ assert }) => {
    const second = new FarSigner()
    const operators = [signer, second].map(({ key }) => accountOf(key))
    const both = await chainDesk(anvil.url, signer.key, { operators }, undefined, {
      signerOf: ({ address }) => (address === second.address ? second : signer),
    })
    await both.dev!.fundGas(second.address, 10n ** 20n)
    await anvil.rpc('evm_setAutomine', [false])
    for (const lane of both.lanes) {
      const data = both.gateway.encode('TestUSD', 'transfer', [lane.address, 0n])
      await lane.submit({
        purpose: `${lane.address}:stuck`,
        to: both.plan.token,
        data,
        gas: 200_000n,
      })
    }
    signer.goAway()
    assert.equal(await bumpAll(both), 1)
    signer.comeBack()
    assert.equal(await bumpAll(both), 2)
    await anvil.rpc('evm_mine')
    await anvil.rpc('evm_setAutomine', [true])
  })
})
