import { randomInt } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { DEPLOYMENT_PROXY, type PlannedContract } from '#modules/custody/services/deployment_plan'
import type { Intent } from '#modules/custody/services/choose_gas'
import { CallRefused, NodeBehind, NotFinalYet } from '#modules/custody/services/nonce_lane'
import { IndexStore } from '#modules/custody/storage/index_store'
import { WAIT_MS, pluck, until } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { chainDesk, fund, keyOf, laneRows, mintOn, mintedOn } from './support/chain_desk.ts'
import { FaultyProxy } from './support/faulty_proxy.ts'

let anvil: Anvil
let proxy: FaultyProxy
let chain: CustodyChain

const mint = (purpose: string) => mintOn(chain, purpose)
const minted = () => mintedOn(chain)

async function runOnce(purpose: string) {
  return chain.lane.awaitFinal(await chain.lane.submit(mint(purpose)), WAIT_MS)
}

test.group('custody | nonce lane', (group) => {
  group.each.setup(async () => {
    anvil = await startAnvil()
    proxy = await FaultyProxy.to(anvil.url)
    chain = await chainDesk(proxy.url, newKey())
    await fund(chain)
    await deployContracts(chain)
    return async () => {
      await proxy.stop()
      await anvil.kill()
    }
  })

  test('a transaction is stored before it is sent', async ({ assert }) => {
    proxy.faultOf = (method) => (method === 'eth_sendRawTransaction' ? 'before' : null)
    const transaction = await chain.lane.submit(mint('stored'))
    const row = (await laneRows(chain)).at(-1)!
    assert.equal(row.state, 'signed')
    assert.equal(chain.gateway.keccak(row.raw as `0x${string}`), transaction.hashes[0])
    assert.equal(await minted(), 0n)
    proxy.faultOf = () => null
    assert.equal(await chain.lane.awaitFinal(transaction, WAIT_MS), 'succeeded')
    assert.equal(await minted(), 1n)
  })

  test('a lost answer does not send twice', async ({ assert }) => {
    proxy.faultOf = (method) => (method === 'eth_sendRawTransaction' ? 'after' : null)
    assert.equal(await runOnce('lost-answer'), 'succeeded')
    assert.equal(await runOnce('lost-answer'), 'succeeded')
    assert.equal(await minted(), 1n)
  })

  test('the same purpose in many hands is one transaction', async ({ assert }) => {
    const results = await Promise.all(Array.from({ length: 6 }, () => runOnce('shared')))
    assert.isTrue(results.every((result) => result === 'succeeded'))
    assert.equal(await minted(), 1n)
    const rows = await laneRows(chain)
    assert.lengthOf(
      rows.filter(({ purpose }) => purpose.endsWith(':shared')),
      1
    )
  })

  test('many purposes at once get nonces without a gap, and become final', async ({ assert }) => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => runOnce(`parallel-${index}`)))
    assert.equal(await minted(), 12n)
    const nonces = (await laneRows(chain)).map(({ nonce }) => Number(nonce))
    assert.deepEqual(
      nonces,
      nonces.map((_, index) => index)
    )
  })

  test('what would revert is refused before it costs a nonce', async ({ assert }) => {
    const before = await laneRows(chain)
    const stranger = '0x00000000000000000000000000000000000000aa'
    const data = chain.gateway.encode('TestUSD', 'transfer', [stranger, 1n])
    const failure = await chain.lane
      .submit({ purpose: `${chain.lane.address}:refused`, to: chain.plan.token, data })
      .catch((error: unknown) => error)
    assert.instanceOf(failure, CallRefused)
    assert.equal((failure as CallRefused).revert?.name, 'ERC20InsufficientBalance')
    assert.lengthOf(await laneRows(chain), before.length)
  })

  test('a transaction the node forgot is given to it again', async ({ assert }) => {
    await anvil.rpc('evm_setAutomine', [false])
    const transaction = await chain.lane.submit(mint('dropped'))
    await anvil.rpc('anvil_dropAllTransactions')
    await anvil.rpc('evm_setAutomine', [true])
    assert.equal(await chain.lane.awaitFinal(transaction, WAIT_MS), 'succeeded')
    assert.equal(await minted(), 1n)
  })

  test('waiting ends in time and can be taken up again', async ({ assert }) => {
    await anvil.rpc('evm_setAutomine', [false])
    const transaction = await chain.lane.submit(mint('slow'))
    const failure = await chain.lane.awaitFinal(transaction, 100).catch((error: unknown) => error)
    assert.instanceOf(failure, NotFinalYet)
    await anvil.rpc('evm_mine')
    assert.equal(await chain.lane.awaitFinal(transaction, WAIT_MS), 'succeeded')
  })

  test('confirmations are waited for, and mined on a local chain', async ({ assert, cleanup }) => {
    const fresh = await startAnvil()
    cleanup(() => fresh.kill())
    const deep = await chainDesk(fresh.url, newKey(), { confirmations: 5 })
    await fund(deep)
    await deployContracts(deep)
    const rows = await laneRows(deep)
    assert.isTrue(rows.every(({ state }) => state === 'final'))
    assert.isAtLeast((await deep.gateway.health()).head, rows.length * 5)
  })

  test('no block is made where that of the transaction is enough', async ({ assert }) => {
    const transaction = await chain.lane.submit(mint('own-block'))
    await until('it to be mined', async () => {
      return (await chain.gateway.nonce(chain.lane.address, 'latest')) > transaction.nonce
    })
    // As if it were mined after the look at the newest block.
    proxy.alter = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...(result as object), number: '0x0' }
        : result
    const head = await chain.gateway.head()
    await chain.lane.advanceOpen()
    await assert.rejects(() => chain.lane.awaitFinal(transaction, 0), NotFinalYet)
    assert.equal(await chain.gateway.head(), head)
  })

  test('a nonce used from elsewhere is lost, and its purpose gets another', async ({ assert }) => {
    proxy.faultOf = (method) => (method === 'eth_sendRawTransaction' ? 'before' : null)
    const ours = await chain.lane.submit(mint('displaced'))
    await anvil.rpc('anvil_impersonateAccount', [chain.lane.address])
    await anvil.rpc('eth_sendTransaction', [
      { from: chain.lane.address, to: chain.lane.address, nonce: `0x${ours.nonce.toString(16)}` },
    ])
    proxy.faultOf = () => null
    assert.equal(await chain.lane.awaitFinal(ours, WAIT_MS), 'displaced')
    assert.equal(await runOnce('displaced'), 'succeeded')
    assert.equal(await minted(), 1n)
    const tries = (await laneRows(chain)).filter(({ purpose }) => purpose.endsWith(':displaced'))
    assert.deepEqual(
      tries.map(({ state, try_no: tryNo }) => [state, Number(tryNo)]),
      [
        ['displaced', 1],
        ['final', 2],
      ]
    )
  })

  test('a chain that was killed and starts empty gets everything back', async ({ assert }) => {
    await runOnce('before-the-crash')
    await proxy.stop()
    const port = Number(new URL(anvil.url).port)
    await anvil.kill()
    anvil = await startAnvil({ port })
    proxy = await FaultyProxy.to(anvil.url)
    const key = keyOf(chain)
    const plan = chain.plan
    chain = await chainDesk(proxy.url, key)
    await fund(chain)
    const { sent, rewound } = await chain.lane.restore()
    assert.deepEqual([sent, rewound], [plan.contracts.length + 1, true])
    assert.deepEqual(chain.plan, plan)
    assert.equal(await minted(), 1n)
    assert.equal(await deployContracts(chain), 0)
    assert.equal(await runOnce('after-the-crash'), 'succeeded')
    assert.equal(await minted(), 2n)
  })

  test('refusals of a node without history are not believed, but retried', async ({ assert }) => {
    const before = await anvil.rpc('anvil_dumpState')
    assert.equal(await runOnce('lost'), 'succeeded')
    const args = [`0x${'ee'.repeat(20)}`, 1n] as const
    const spend: Intent = {
      purpose: `${chain.lane.address}:spend`,
      to: chain.plan.token,
      data: chain.gateway.encode('TestUSD', 'transfer', [...args]),
    }
    const port = Number(new URL(anvil.url).port)
    await anvil.kill()
    anvil = await startAnvil({ port })
    await anvil.rpc('anvil_loadState', [before])
    await assert.rejects(() => chain.lane.submit(spend), NodeBehind)
    await chain.lane.restore()
    const sent = await chain.lane.submit(spend)
    assert.equal(await chain.lane.awaitFinal(sent, WAIT_MS), 'succeeded')
    // Now that everything is there, what it refuses is refused.
    const again = { ...spend, purpose: `${spend.purpose}:again` }
    await assert.rejects(() => chain.lane.submit(again), CallRefused)
  })

  test('that one node says a call reverts ends nothing, as others say otherwise', async ({
    assert,
    cleanup,
  }) => {
    const [liar, ...honest] = await Promise.all([1, 2, 3].map(() => FaultyProxy.to(anvil.url)))
    cleanup(async () => {
      for (const one of [liar!, ...honest]) await one.stop()
    })
    const many = await chainDesk(liar!.url, keyOf(chain), {
      rpcUrls: [liar!.url, ...honest.map(({ url }) => url)],
      terms: { ...chain.settings.terms, endpoints: 2 },
    })
    liar!.refusalOf = ({ method }) =>
      method === 'eth_estimateGas' || method === 'eth_call'
        ? { code: 3, message: 'execution reverted', data: '0x' }
        : null
    const data = many.gateway.encode('TestUSD', 'mint', [chain.lane.address, 1n])
    const purpose = `${chain.lane.address}:refused by one`
    const intent = { purpose, to: chain.plan.token, data }
    const sent = await many.lane.submit(intent)
    assert.equal(await many.lane.awaitFinal(sent, WAIT_MS), 'succeeded')
  })

  test('a node that lacks final blocks refuses nothing for good', async ({ assert, cleanup }) => {
    const chainId = randomInt(10 ** 6, 10 ** 9)
    const many = await startAnvil({ chainId })
    cleanup(() => many.kill())
    const local = await chainDesk(many.url, keyOf(chain), { chainId })
    await fund(local)
    await deployContracts(local)
    const real = await chainDesk(many.url, keyOf(chain), { chainId, developmentChain: false })
    // What another account was paid in a block that this node does not have yet.
    const unpaid: Intent = {
      purpose: `${chain.lane.address}:unpaid`,
      to: local.plan.token,
      data: real.gateway.encode('TestUSD', 'transfer', [`0x${'ee'.repeat(20)}`, 1n]),
    }
    const [database, clock] = [await app.container.make(Database), await app.container.make(Clock)]
    const index = new IndexStore(database, clock, real)
    cleanup(async () => {
      await writeRows`DELETE FROM custody_index_cursors WHERE chain_id = ${chainId}`
      await writeRows`DELETE FROM custody_index_blocks WHERE chain_id = ${chainId}`
    })
    const { head, headHash: hash } = await real.gateway.health()
    await index.create([{ number: head + 1, hash }])
    await writeRows`UPDATE custody_index_cursors SET final_number = ${head + 1}
        WHERE chain_id = ${chainId}`
    await assert.rejects(() => real.lane.submit(unpaid), NodeBehind)
    await many.rpc('evm_mine')
    await assert.rejects(() => real.lane.submit(unpaid), CallRefused)
  })

  test('workers that boot at once deploy once', async ({ assert, cleanup }) => {
    const fresh = await startAnvil()
    cleanup(() => fresh.kill())
    const key = newKey()
    const workers = await Promise.all([0, 1, 2].map(() => chainDesk(fresh.url, key)))
    await fund(workers[0]!)
    await Promise.all(workers.map((worker) => deployContracts(worker)))
    const rows = await laneRows(workers[0]!)
    assert.lengthOf(rows, workers[0]!.plan.contracts.length)
    assert.isTrue(rows.every(({ state }) => state === 'final'))
    const { contracts } = workers[0]!.plan
    const addresses = pluck(contracts, 'address')
    assert.deepEqual(
      await workers[0]!.gateway.hasCode(addresses),
      contracts.map(() => true)
    )
  })

  test('contracts another operator deployed first are used, not refused', async ({ assert }) => {
    const second = await chainDesk(anvil.url, newKey())
    await fund(second)
    assert.equal(second.plan.implementation, chain.plan.implementation)
    assert.notEqual(second.plan.factory, chain.plan.factory)
    // Implementation and lens are the same for all; factory and both tokens are its own.
    assert.equal(await deployContracts(second), 3)
  })

  test('a chain without the deployment proxy says what to do', async ({ assert }) => {
    const bare = await chainDesk(anvil.url, newKey())
    await fund(bare)
    await anvil.rpc('anvil_setCode', ['0x4e59b44847b379578588920cA78FbF26c0B4956C', '0x'])
    const failure = await deployContracts(bare).catch((error: unknown) => error)
    assert.match(String(failure), /deterministic deployment proxy.*deploy it there once/)
    assert.lengthOf(await laneRows(bare), 0)
  })

  test('a deployment that was mined without effect is tried anew', async ({ assert, cleanup }) => {
    const fresh = await startAnvil()
    cleanup(() => fresh.kill())
    const desk = await chainDesk(fresh.url, newKey())
    await fund(desk)
    const [{ name, address, data }] = desk.plan.contracts as [PlannedContract]
    const code = await fresh.rpc('eth_getCode', [DEPLOYMENT_PROXY, 'latest'])
    // STOP: succeeds and does nothing.
    await fresh.rpc('anvil_setCode', [DEPLOYMENT_PROXY, '0x00'])
    const purpose = `deploy:${name}:${address}`
    const lost = await desk.lane.submit({ purpose, to: DEPLOYMENT_PROXY, data })
    assert.equal(await desk.lane.awaitFinal(lost, WAIT_MS), 'succeeded')
    await fresh.rpc('anvil_setCode', [DEPLOYMENT_PROXY, code])
    const failure = await deployContracts(desk).catch((error: unknown) => error)
    assert.match(String(failure), /did not appear/)
    assert.equal(await deployContracts(desk), desk.plan.contracts.length)
  })
})
