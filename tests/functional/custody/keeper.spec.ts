import { randomInt, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import logger from '@adonisjs/core/services/logger'
import { newId } from '#app/ids/ids'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import { accountOf } from '#modules/custody/chain/signing_account'
import { judgePage, type JudgePage } from '#modules/custody/core/judge_page'
import { QUEUES } from '#modules/custody/core/queue_names'
import { BelieveLarge } from '#modules/custody/services/believe_large'
import { ChainPulse } from '#modules/custody/services/chain_pulse'
import { CreatePool } from '#modules/custody/services/create_pool'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { IndexPools } from '#modules/custody/services/index_pools'
import { KeepChain } from '#modules/custody/services/keep_chain'
import { MiningWatch } from '#modules/custody/services/mining_watch'
import { restoreLanes } from '#modules/custody/services/restore_lanes'
import { IndexStore } from '#modules/custody/storage/index_store'
import { PoolCursorStore } from '#modules/custody/storage/pool_cursor_store'
import { PoolEventStore } from '#modules/custody/storage/pool_event_store'
import { PoolStore, type RealmPool } from '#modules/custody/storage/pool_store'
import { ProjectionStore } from '#modules/custody/storage/projection_store'
import { WAIT_MS, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { newKey } from '../../unit/custody/support/contract_world.ts'
import { chainDesk, laneRows } from './support/chain_desk.ts'
import { chainOfApp, processOn, type Process } from './support/process.ts'

let operators: OperatorKey[]
let chainId: number
let anvil: Anvil
let chain: CustodyChain
let process: Process

async function createPool(): Promise<RealmPool> {
  const realmId = randomUUID()
  const [pools, database] = [await process.make(PoolStore), await process.make(Database)]
  const asked = { realmId, boundaryId: newId('bnd'), paper: true }
  await database.transaction(async (session) => void (await pools.request(session, asked)))
  await (await process.make(CreatePool)).run(realmId, WAIT_MS)
  return (await pools.find(realmId))!
}

/** Another node at the same address, with the state of a moment before or none. It mines when it is told to. */
async function setBack(state: unknown) {
  const port = Number(new URL(anvil.url).port)
  await anvil.kill()
  anvil = await startAnvil({ port, chainId })
  if (state !== null) await anvil.rpc('anvil_loadState', [state])
  await anvil.rpc('evm_setAutomine', [false])
}

async function mineAgain() {
  await anvil.rpc('evm_mine')
  await anvil.rpc('evm_setAutomine', [true])
}

async function turnOfKeeper() {
  const keeper = (await process.make(QueueHost)).definition(QUEUES.keeper)!
  return keeper.handle({}, { container: process.createResolver(), log: logger, attempt: 1 })
}

async function fundAll() {
  for (const { address } of chain.lanes) await chain.dev!.fundGas(address, 10n ** 20n)
}

/** Costs nothing but a nonce: what is called is refused or is not there. */
async function nonceOf(account: number) {
  const lane = chain.lanes[account]!
  const data = chain.gateway.encode('TestUSD', 'mint', [lane.address, 1n])
  const intent = { purpose: `nonce:${randomUUID()}`, to: chain.plan.token, data, gas: 100_000n }
  const { nonce } = await lane.submit(intent)
  await until('it to be mined', async () => {
    return (await chain.gateway.nonce(lane.address, 'latest')) > nonce
  })
}

test.group('custody | a chain that is not as it was', (group) => {
  group.each.setup(async () => {
    const release = await holdQueues('custody-keeper', 'custody-pool')
    chainId = randomInt(10 ** 6, 10 ** 9)
    anvil = await startAnvil({ chainId })
    operators = [newKey(), newKey()]
    chain = await chainDesk(anvil.url, operators[0]!, {
      chainId,
      operators: operators.map(accountOf),
    })
    process = await processOn(chain)
    await fundAll()
    await deployContracts(chain)
    return async () => {
      await writeRows`DELETE FROM custody_pools WHERE chain_id = ${chainId}`
      await anvil.kill()
      await release()
    }
  })

  test('a pool is not lost while what made it is sent again and not mined', async ({ assert }) => {
    const before = await anvil.rpc('anvil_dumpState')
    const pool = await createPool()
    const sent = await laneRows(chain)
    await setBack(before)
    // It does not rest meanwhile: no block wakes it when all that was sent has its end.
    assert.equal(await turnOfKeeper(), 'again')
    const pools = await process.make(PoolStore)
    assert.deepEqual([await pools.find(pool.realmId), await laneRows(chain)], [pool, sent])
    await mineAgain()
    assert.equal(await turnOfKeeper(), 'done')
    assert.deepEqual(await pools.find(pool.realmId), pool)
    assert.deepEqual(await chain.gateway.hasCode([pool.address!]), [true])
  })

  test('a pool of another chain is not looked for on this one', async ({ assert }) => {
    const pool = await createPool()
    // As in a process that has just begun, which looks for all pools.
    const elsewhere = await processOn(await chainOfApp())
    const { lost } = await (await elsewhere.make(KeepChain)).run()
    assert.deepEqual([lost, await (await process.make(PoolStore)).find(pool.realmId)], [0, pool])
  })

  test('what several accounts sent comes back in the order of their orders', async ({ assert }) => {
    const first = (await chain.lane.nextNonce())!
    for (const account of [0, 0, 0, 1, 1, 0, 1, 0]) await nonceOf(account)
    await setBack(null)
    await fundAll()
    const { rewound, caughtUp } = await restoreLanes(chain.lanes)
    // The node mines nothing yet, so the contracts, which were final, are not there again.
    assert.deepEqual([rewound, caughtUp], [true, false])
    await mineAgain()
    const mined = await chain.gateway.transactionsIn(1)
    assert.deepEqual(
      mined
        .filter(({ from, nonce }) => from !== chain.lane.address || nonce >= first)
        .map(({ from }) => chain.accounts.indexOf(from)),
      [0, 0, 0, 1, 1, 0, 1, 0]
    )
  })

  test('what waits there for something that is mined is sent anew', async ({ assert }) => {
    const { address } = chain.lane
    const { nonce, raw } = (await laneRows(chain)).at(-1)!
    await setBack(null)
    await fundAll()
    // As it may be left by two blocks that are made at once: it came before the one in front of it.
    await anvil.rpc('eth_sendRawTransaction', [raw])
    await anvil.rpc('anvil_setNonce', [address, `0x${Number(nonce).toString(16)}`])
    await mineAgain()
    const { sent, caughtUp } = await restoreLanes(chain.lanes)
    assert.deepEqual([sent, caughtUp], [1, true])
  })

  test('a page worth nothing is read again while what was sent is watched', async ({ assert }) => {
    await createPool()
    let discards = 2
    const judge: JudgePage = (...given) =>
      discards-- > 0 ? { kind: 'discard', reason: 'moved' } : judgePage(...given)
    const index = await process.make(IndexStore)
    const indexPools = new IndexPools(
      chain,
      index,
      await process.make(PoolCursorStore),
      await process.make(ProjectionStore),
      await process.make(PoolEventStore),
      { all: [] },
      await process.make(BelieveLarge),
      logger,
      { judge }
    )
    await indexPools.run()
    const watch = new MiningWatch(chain, indexPools, logger)
    await nonceOf(0)
    await watch.idle()
    assert.isBelow(discards, 1)
    const { behind, blockNumber } = (await index.summary())!
    assert.deepEqual([behind, blockNumber], [0, await chain.gateway.head()])
  })

  test('a local chain has the blocks made that confirmations need', async ({ assert }) => {
    const { address, boundaryId } = await createPool()
    const deep = await chainDesk(anvil.url, operators[0]!, { chainId, confirmations: 3 })
    const worker = await processOn(deep)
    const watch = await worker.make(MiningWatch)
    const boundary = deep.idHash(boundaryId)
    const args = [deep.idHash(newId('op')), boundary, 5n]
    const data = deep.gateway.encode('RealmCustody', 'mintDeposit', args)
    await deep.lane.submit({ purpose: `mint:${address}`, to: address!, data })
    await watch.idle()
    // A pool that is new is read one turn after it was found.
    await (await worker.make(IndexPools)).run()
    const told = await readRows`SELECT name, state FROM custody_events WHERE chain_id = ${chainId}
          AND pool = ${address} AND name = 'Credited'`
    assert.deepEqual(told, [{ name: 'Credited', state: 'final' }])
    await deep.lane.advanceOpen()
    assert.isEmpty(await deep.transactions.open(10), 'nothing waits for blocks that never come')
  })

  test('one that was put back to its height is looked at', async ({ assert, cleanup }) => {
    const woken: string[] = []
    const queues = { wake: (queue: string) => void woken.push(queue) } as unknown as QueueHost
    const pulse = new ChainPulse(chain, queues, logger, await process.make(IndexPools))
    await nonceOf(0)
    const height = await chain.gateway.head()
    cleanup(pulse.watch())
    await until('the first look', () => woken.includes(QUEUES.keeper))
    woken.length = 0
    await anvil.rpc('anvil_reorg', [1, []])
    await until('the keeper to be woken', () => woken.includes(QUEUES.keeper))
    assert.equal(await chain.gateway.head(), height)
  })
})
