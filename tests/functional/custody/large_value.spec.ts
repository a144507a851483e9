import { test } from '@japa/runner'
import { ManualClock } from '#app/clock/clock'
import { indexerMetrics } from '#modules/custody/indexer_metrics'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import type { IndexPools } from '#modules/custody/services/index_pools'
import { until } from '#tests/support/client'
import { FaultyProxy, type ProxiedCall } from './support/faulty_proxy.ts'
import { CONFIRMATIONS, IndexDesk, type DeskPool } from './support/index_desk.ts'

/** Base units. */
const [SMALL, LARGE] = [100n, 5_000_000n]
const LARGE_VALUE = { usd: '1.00', confirmations: 3 * CONFIRMATIONS, windowSeconds: 24 * 3600 }
/** Three of them are more than large value begins with. */
const PART = 400_000n

const word = (amount: bigint) => amount.toString(16).padStart(64, '0')

test.group('custody | large value is not believed as small value is', (group) => {
  let desk: IndexDesk
  let pool: DeskPool
  let others: [FaultyProxy, FaultyProxy]
  let worker: IndexPools

  group.each.setup(async () => {
    desk = await IndexDesk.start()
    const { url } = desk.world.anvil
    others = [await FaultyProxy.to(url), await FaultyProxy.to(url)]
    pool = await desk.pool()
    worker = await desk.worker({ others, largeValue: LARGE_VALUE })
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    await worker.run()
    return async () => {
      await Promise.all(others.map((proxy) => proxy.stop()))
      await desk.stop()
    }
  })

  /** Deposits, and reads them when they are as old as large ones have to be. */
  async function paid(...amounts: bigint[]) {
    for (const amount of amounts) await desk.deposit(pool, amount)
    await desk.mine(LARGE_VALUE.confirmations)
    return worker.run()
  }

  /** What a node shows of logs, wherever they stand. */
  const logsOf =
    (change: (logs: { data: string }[]) => unknown) =>
    ({ method }: ProxiedCall, result: unknown) => {
      if (method === 'eth_getLogs') return change(result as { data: string }[])
      if (method !== 'eth_getTransactionReceipt' || !result) return result
      const receipt = result as { logs: { data: string }[] }
      return { ...receipt, logs: change(receipt.logs) }
    }

  test('a node that leaves it out keeps large value waiting, and what came after it', async ({
    assert,
  }) => {
    others[1].alter = logsOf(() => [])
    await paid(SMALL)
    assert.equal(await desk.projected(pool), SMALL, 'two of three are enough for a small one')
    const { settled } = await paid(LARGE, SMALL)
    assert.equal(await desk.projected(pool), SMALL)
    assert.isFalse(settled, 'it is asked for again without a new block')
    assert.equal((await worker.index.summary())!.held, 1)
    others[1].alter = (_call, result) => result
    await worker.run()
    assert.equal(await desk.projected(pool), SMALL + LARGE + SMALL)
    assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
    assert.equal((await worker.index.summary())!.held, 0)
  })

  test('a node that is away keeps large value waiting, and no small value', async ({ assert }) => {
    others[0].faultOf = () => 'before'
    await paid(SMALL)
    assert.equal(await desk.projected(pool), SMALL)
    await paid(LARGE)
    assert.equal(await desk.projected(pool), SMALL)
    others[0].faultOf = () => null
    // A node that failed is left alone for a while.
    await until('large value to be believed', async () => {
      await worker.run()
      return (await desk.projected(pool)) === SMALL + LARGE
    })
  })

  for (const [claimed, believed] of [
    [7n * SMALL, true],
    [LARGE, false],
  ] as const) {
    test(`two of three nodes that invent ${claimed} are ${believed ? '' : 'not '}believed`, async ({
      assert,
    }) => {
      const invented = logsOf((logs) =>
        logs.map((log) => ({ ...log, data: log.data.replaceAll(word(SMALL), word(claimed)) }))
      )
      for (const liar of others) liar.alter = invented
      await paid(SMALL)
      assert.equal(await desk.projected(pool), believed ? claimed : 0n)
    })
  }

  test('what a stranger logs in the transaction of large value keeps nothing waiting', async ({
    assert,
  }) => {
    const stranger = `0x${'5'.repeat(40)}`
    for (const node of [desk.proxy, ...others]) {
      node.alter = ({ method }, result) => {
        if (method !== 'eth_getTransactionReceipt' || !result) return result
        const receipt = result as { logs: object[] }
        // A name and a number as a pool tells them, of another contract, and without what it tells of it.
        const strange = receipt.logs.map((log) => ({ ...log, address: stranger, data: '0x' }))
        return { ...receipt, logs: [...strange, ...receipt.logs] }
      }
    }
    await paid(LARGE)
    assert.equal(await desk.projected(pool), LARGE)
  })

  test('of much large value a part is stored before the next is asked for', async ({ assert }) => {
    const [asked, between]: [number[], number[]] = [[], []]
    others[1].alter = ({ method }, result) => {
      if (method === 'eth_getTransactionReceipt') asked.push(1)
      return result
    }
    const { index } = worker
    const step = index.step.bind(index)
    index.step = (cursor, work) => {
      between.push(asked.splice(0).length)
      return step(cursor, work)
    }
    await paid(...Array.from({ length: 12 }, () => LARGE))
    assert.equal(await desk.projected(pool), 12n * LARGE)
    assert.deepEqual(
      between.filter((count) => count > 0),
      [10, 2]
    )
  })

  test('a node that does not answer is asked once, however many pools wait for it', async ({
    assert,
  }) => {
    const second = await desk.pool()
    await worker.run()
    for (const each of [pool, second]) await desk.deposit(each, LARGE)
    let asked = 0
    others[0].faultOf = (method) => (method === 'eth_getTransactionReceipt' ? 'before' : null)
    others[1].alter = ({ method }, result) => {
      if (method === 'eth_getTransactionReceipt') asked++
      return result
    }
    await paid()
    assert.equal(asked, 1)
    others[0].faultOf = () => null
    await until('both to be believed', async () => {
      await worker.run()
      return (await desk.projected(pool)) + (await desk.projected(second)) === 2n * LARGE
    })
  })

  /** As if two nodes had invented what the third one does not show. */
  const oneNodeLeavesAllOut = () => {
    others[1].alter = logsOf(() => [])
  }
  const allAreHonest = () => {
    others[1].alter = (_call, result) => result
  }

  test('small amounts that add up to large value wait like it, and what came after them', async ({
    assert,
  }) => {
    oneNodeLeavesAllOut()
    await paid(PART, PART, PART, SMALL)
    assert.equal(await desk.projected(pool), 2n * PART)
    assert.equal((await worker.index.summary())!.held, 1)
    allAreHonest()
    await worker.run()
    assert.equal(await desk.projected(pool), 3n * PART + SMALL)
    oneNodeLeavesAllOut()
    await paid(SMALL)
    assert.equal(
      await desk.projected(pool),
      3n * PART + 2n * SMALL,
      'what all showed is not counted'
    )
  })

  test('small amounts of other days are not added to those of today', async ({ assert }) => {
    oneNodeLeavesAllOut()
    await paid(PART, PART)
    const clock = new ManualClock(Date.now() * 1000)
    clock.advanceMs(23 * 3_600_000)
    worker = await desk.worker({ others, largeValue: LARGE_VALUE, clock })
    await paid(PART)
    assert.equal(await desk.projected(pool), 2n * PART)
    clock.advanceMs(2 * 3_600_000)
    await worker.run()
    assert.equal(await desk.projected(pool), 3n * PART)
  })

  test('small amounts add up whoever of several workers reads them, each once', async ({
    assert,
  }) => {
    oneNodeLeavesAllOut()
    const workers = [worker, await desk.worker({ others, largeValue: LARGE_VALUE })]
    for (const amount of [PART, PART / 2n, PART]) {
      await desk.deposit(pool, amount)
      await desk.mine(LARGE_VALUE.confirmations)
      // Whoever is second finds the lease taken, or nothing left to do.
      await Promise.all(workers.map((one) => one.run()))
      await Promise.all(workers.toReversed().map((one) => one.run()))
    }
    assert.equal(await desk.projected(pool), 2n * PART + PART / 2n, 'just as much as large value')
    await paid(1n)
    for (const one of workers) await one.run()
    assert.equal(await desk.projected(pool), 2n * PART + PART / 2n)
  })

  test('what adds up in one pool keeps no other one waiting', async ({ assert }) => {
    const second = await desk.pool()
    await worker.run()
    oneNodeLeavesAllOut()
    await paid(PART, PART, PART)
    await desk.deposit(second, PART)
    await paid()
    assert.equal(await desk.projected(pool), 2n * PART)
    assert.equal(await desk.projected(second), PART)
  })

  test('large value waits for more confirmations than small value', async ({ assert }) => {
    await desk.deposit(pool, SMALL)
    await desk.deposit(pool, LARGE)
    await desk.mine(CONFIRMATIONS - 1)
    await worker.run()
    assert.equal(await desk.projected(pool), SMALL)
    const settings = { terms: { largeValue: LARGE_VALUE } }
    const chain = { configured: true, settings } as unknown as CustodyChain
    const told = await indexerMetrics(chain, worker.index).read()
    const held = told.find(({ name }) => name === 'custody_indexer_held_pools')
    assert.equal(held!.value, 0, 'it waits as it should, and nobody is paged')
    await desk.mine(LARGE_VALUE.confirmations - CONFIRMATIONS - 1)
    await worker.run()
    assert.equal(await desk.projected(pool), SMALL)
    await desk.mine(1)
    await worker.run()
    assert.equal(await desk.projected(pool), SMALL + LARGE)
  })
})
