import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { IndexDesk, CONFIRMATIONS, type DeskPool } from './support/index_desk.ts'

let desk: IndexDesk
let pool: DeskPool

interface RpcLog {
  blockHash: string
  topics: string[]
}

/** Changes what the node says about logs, until told to stop. */
function lieAboutLogs(change: (logs: RpcLog[]) => unknown) {
  desk.proxy.alter = ({ method }, result) =>
    method === 'eth_getLogs' ? change(result as RpcLog[]) : result
}

function beHonest() {
  desk.proxy.alter = (_call, result) => result
}

test.group('custody | indexer', (group) => {
  group.each.setup(async () => {
    desk = await IndexDesk.start()
    pool = await desk.pool()
    return () => desk.stop()
  })

  test('shows an event at once and applies it at finality, in order, once', async ({ assert }) => {
    const worker = await desk.worker()
    await desk.deposit(pool)
    await worker.run()
    const emitted = await desk.emitted(pool)
    assert.deepEqual(emitted.at(-1), `${emitted.length} Credited`)
    assert.include(await desk.stored(pool, 'tentative'), emitted.at(-1)!)
    assert.deepInclude(pluck(desk.recorder.seen, 'name'), 'Credited')
    assert.notInclude(await desk.applied(pool), emitted.length)
    await desk.mine(CONFIRMATIONS - 1)
    assert.equal((await worker.run()).outcome, 'read')
    assert.equal((await worker.run()).outcome, 'idle')
    assert.deepEqual(await desk.stored(pool, 'final'), emitted)
    assert.deepEqual(
      await desk.applied(pool),
      emitted.map((_, index) => index + 1)
    )
    assert.equal(await desk.projected(pool), 100n)
  })

  test('a pool that appears later is read from its first block', async ({ assert }) => {
    const worker = await desk.worker()
    await worker.run()
    const late = await desk.pool()
    await desk.deposit(late, 7n)
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    assert.deepEqual(await desk.stored(late, 'final'), await desk.emitted(late))
  })

  const omissions: [string, (logs: RpcLog[]) => unknown][] = [
    ['the newest log', (logs) => logs.slice(0, -1)],
    ['a log in the middle', (logs) => logs.filter((_, index) => index !== logs.length - 2)],
    ['all logs', () => []],
  ]
  for (const [what, change] of omissions) {
    test(`a node that leaves out ${what} is noticed, and nothing is lost`, async ({ assert }) => {
      const worker = await desk.worker()
      await worker.run()
      for (let n = 0; n < 3; n++) await desk.deposit(pool)
      lieAboutLogs(change)
      await worker.run()
      await desk.mine(CONFIRMATIONS)
      await worker.run()
      const lying = await worker.index.summary()
      assert.isAbove(lying!.gaps, 0)
      assert.equal(lying!.behind, 1)
      assert.isBelow((await desk.applied(pool)).length, (await desk.emitted(pool)).length)
      beHonest()
      await worker.run()
      assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
      assert.equal((await worker.index.summary())!.behind, 0)
    })
  }

  test('a node that hides a log and the count is found by the next event', async ({ assert }) => {
    const worker = await desk.worker()
    await worker.run()
    const known = BigInt((await desk.emitted(pool)).length)
    await desk.deposit(pool)
    const lastSeq = desk.world.gateway.encode('RealmCustody', 'lastSeq')
    desk.proxy.alter = ({ method, params }, result) => {
      if (method === 'eth_getLogs') return []
      const call = params[0] as { data?: string } | undefined
      if (method !== 'eth_call' || call?.data !== lastSeq) return result
      return `0x${known.toString(16).padStart(64, '0')}`
    }
    await worker.run()
    await desk.mine(2)
    await worker.run()
    beHonest()
    await desk.deposit(pool)
    await desk.mine(CONFIRMATIONS)
    // Back to where the pool was said to be whole, then to its newest sure event.
    await worker.run()
    await worker.run()
    await worker.run()
    assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
  })

  test('a node that does not answer for a pool’s count has verified none', async ({ assert }) => {
    const worker = await desk.worker()
    await worker.run()
    await desk.deposit(pool)
    lieAboutLogs((logs) => logs.slice(0, -1))
    desk.proxy.refusalOf = ({ method }) => (method === 'eth_call' ? 'missing trie node' : null)
    await worker.run()
    assert.deepInclude(await worker.index.summary(), { behind: 1, gaps: 0 })
    desk.proxy.refusalOf = () => null
    beHonest()
    // No new block is needed to find out.
    await worker.run()
    assert.equal((await worker.index.summary())!.behind, 0)
    assert.include(await desk.stored(pool, 'tentative'), (await desk.emitted(pool)).at(-1)!)
  })

  test('one pool that a node hides does not hold up another', async ({ assert }) => {
    const other = await desk.pool()
    const worker = await desk.worker()
    await worker.run()
    await desk.deposit(pool)
    await desk.deposit(other)
    await desk.mine(CONFIRMATIONS)
    lieAboutLogs((logs) =>
      (logs as (RpcLog & { address: string })[]).filter(
        ({ address }) => address.toLowerCase() !== pool.address.toLowerCase()
      )
    )
    await worker.run()
    await worker.run()
    assert.deepEqual(await desk.stored(other, 'final'), await desk.emitted(other))
    assert.notDeepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
  })

  test('shuffled and repeated logs change nothing', async ({ assert }) => {
    const worker = await desk.worker()
    for (let n = 0; n < 4; n++) await desk.deposit(pool)
    lieAboutLogs((logs) => [...logs, ...logs].reverse())
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
    assert.equal((await worker.index.summary())!.gaps, 0)
  })

  test('logs of another block than the one just read are worth nothing', async ({ assert }) => {
    const worker = await desk.worker()
    await worker.run()
    await desk.deposit(pool)
    const before = (await worker.index.cursor())!.number
    lieAboutLogs((logs) => logs.map((log) => ({ ...log, blockHash: `0x${'ab'.repeat(32)}` })))
    await worker.run()
    assert.equal((await worker.index.cursor())!.number, before)
    assert.isEmpty(await desk.stored(pool, 'tentative').then((all) => all.slice(before)))
    beHonest()
    await worker.run()
    assert.equal((await worker.index.cursor())!.number, before + 1)
  })

  test('a node that is behind takes nothing back', async ({ assert }) => {
    const worker = await desk.worker()
    await desk.deposit(pool)
    await worker.run()
    const cursor = (await worker.index.cursor())!
    const old = (await desk.world.gateway.header(cursor.number - 1))!
    desk.proxy.alter = ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...(result as object), number: `0x${old.number.toString(16)}`, hash: old.hash }
        : result
    assert.equal((await worker.run()).outcome, 'lagging')
    assert.equal((await worker.index.cursor())!.number, cursor.number)
    assert.lengthOf(
      [...(await desk.stored(pool, 'tentative')), ...(await desk.stored(pool, 'final'))],
      (await desk.emitted(pool)).length
    )
  })

  test('ranges shrink until the node answers', async ({ assert }) => {
    const worker = await desk.worker()
    await worker.run()
    for (let n = 0; n < 3; n++) {
      await desk.deposit(pool)
      await desk.mine(10)
    }
    const asked: number[] = []
    desk.proxy.refusalOf = ({ method, params }) => {
      if (method !== 'eth_getLogs') return null
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const blocks = Number(toBlock) - Number(fromBlock) + 1
      asked.push(blocks)
      return blocks > 8 ? 'query returned more than 10000 results' : null
    }
    await worker.run()
    assert.isAbove(asked[0]!, 8)
    assert.equal((await worker.index.cursor())!.number, (await desk.world.gateway.health()).head)
    const known = [...(await desk.stored(pool, 'final')), ...(await desk.stored(pool, 'tentative'))]
    assert.deepEqual(known, await desk.emitted(pool))
  })

  test('a consumer that fails holds its pool back and gets the event again', async ({ assert }) => {
    const worker = await desk.worker()
    await desk.mine(CONFIRMATIONS)
    desk.recorder.failure = new Error('not now')
    await worker.run()
    assert.isEmpty(await desk.applied(pool))
    // On a chain without traffic no further block comes that would have it looked at again.
    await worker.run()
    const numbers = (await desk.emitted(pool)).map((_, index) => index + 1)
    assert.deepEqual(await desk.applied(pool), numbers)
  })

  test('another worker goes on where one died', async ({ assert }) => {
    const first = await desk.worker()
    await first.run()
    for (let n = 0; n < 3; n++) await desk.deposit(pool)
    // The answer to the last read of a page is lost: nothing of the page may stay.
    desk.proxy.faultOf = (method) => (method === 'eth_call' ? 'after' : null)
    await first.run().catch(() => {})
    desk.proxy.faultOf = () => null
    await desk.mine(CONFIRMATIONS)
    const second = await desk.worker()
    await second.run()
    assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
    const numbers = (await desk.emitted(pool)).map((_, index) => index + 1)
    assert.deepEqual(await desk.applied(pool), numbers)
  })

  test('two workers at once apply everything once', async ({ assert }) => {
    const workers = [await desk.worker(), await desk.worker(), await desk.worker()]
    for (let round = 0; round < 8; round++) {
      await desk.deposit(pool)
      await Promise.all(workers.map((worker) => worker.run()))
    }
    await desk.mine(CONFIRMATIONS)
    const outcomes = await Promise.all(workers.map((worker) => worker.run()))
    assert.include(pluck(outcomes, 'outcome'), 'read')
    const numbers = (await desk.emitted(pool)).map((_, index) => index + 1)
    assert.deepEqual(await desk.applied(pool), numbers)
  })
})
