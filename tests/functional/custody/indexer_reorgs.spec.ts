import { test } from '@japa/runner'
import { IndexDesk, CONFIRMATIONS, REMEMBERED, type DeskPool } from './support/index_desk.ts'

let desk: IndexDesk
let pool: DeskPool

test.group('custody | indexer, when the chain changes its past', (group) => {
  group.each.setup(async () => {
    desk = await IndexDesk.start()
    pool = await desk.pool()
    return () => desk.stop()
  })

  for (let depth = 1; depth < CONFIRMATIONS; depth++) {
    test(`a reorganisation of depth ${depth} takes back what was tentative`, async ({ assert }) => {
      const worker = await desk.worker()
      await desk.mine(CONFIRMATIONS)
      await desk.deposit(pool, 5n)
      await desk.mine(depth - 1)
      await worker.run()
      assert.equal((await desk.stored(pool, 'tentative')).length, 1)
      await desk.reorg(depth)
      await worker.run()
      assert.isEmpty(await desk.stored(pool, 'tentative'))
      await desk.deposit(pool, 9n)
      await desk.mine(CONFIRMATIONS)
      await worker.run()
      assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
      assert.equal(await desk.projected(pool), 9n)
    })
  }

  test('a chain taking back final blocks stops the indexer, and says so', async ({ assert }) => {
    const worker = await desk.worker()
    await desk.deposit(pool)
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    await desk.reorg(CONFIRMATIONS + 2)
    assert.equal((await worker.run()).outcome, 'stopped')
    await desk.mine(3)
    assert.equal((await worker.run()).outcome, 'stopped')
    assert.match((await worker.index.cursor())!.stoppedReason!, /took back final blocks/)
    assert.isNotNull((await worker.index.summary())!.stoppedReason)
    assert.isNotEmpty(await desk.stored(pool, 'final'))
  })

  test('a reorganisation deeper than what is remembered stops the indexer', async ({ assert }) => {
    const worker = await desk.worker()
    await desk.mine(REMEMBERED + 5)
    await worker.run()
    await desk.reorg(REMEMBERED + 2)
    assert.equal((await worker.run()).outcome, 'stopped')
    assert.match((await worker.index.cursor())!.stoppedReason!, /deeper than the 24 blocks/)
  })

  test('a local chain that lost final blocks is reread, and must agree', async ({ assert }) => {
    const worker = await desk.worker({ finality: 'rebuilt' })
    await desk.mine(2)
    const opId = desk.newOpId()
    const args = [opId, pool.boundary, 5n]
    await desk.act(pool, 'mintDeposit', args)
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    const applied = await desk.applied(pool)
    await desk.reorg(CONFIRMATIONS + 1)
    await worker.run()
    assert.equal((await worker.index.summary())!.missing, 1)
    await desk.act(pool, 'mintDeposit', args)
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    assert.equal((await worker.index.summary())!.missing, 0)
    assert.deepEqual(await desk.applied(pool), applied, 'applied once')
    assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))

    await desk.reorg(CONFIRMATIONS + 1)
    await worker.run()
    await desk.act(pool, 'mintDeposit', [desk.newOpId(), pool.boundary, 6n])
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    assert.equal((await worker.index.summary())!.faults, 1)
    assert.deepEqual(await desk.applied(pool), applied)
  })

  test('a quiet local chain that was set back is followed from there', async ({ assert }) => {
    const worker = await desk.worker({ finality: 'rebuilt' })
    await desk.deposit(pool)
    await desk.mine(CONFIRMATIONS)
    const snapshot = await desk.world.anvil.rpc('evm_snapshot')
    const { head } = await desk.world.gateway.health()
    await desk.mine(3)
    await worker.run()
    const applied = await desk.applied(pool)
    await desk.world.anvil.rpc('evm_revert', [snapshot])
    assert.equal((await worker.run()).outcome, 'read')
    const { number, finalNumber } = (await worker.index.cursor())!
    assert.equal(number, head)
    assert.isAtMost(finalNumber, head)
    assert.deepEqual(await desk.applied(pool), applied)
  })

  test('a local node that is killed and filled again changes nothing', async ({ assert }) => {
    const worker = await desk.worker({ finality: 'rebuilt' })
    const deposits = [1n, 2n, 3n].map((amount) => [desk.newOpId(), pool.boundary, amount])
    for (const args of deposits) await desk.act(pool, 'mintDeposit', args)
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    const applied = await desk.applied(pool)
    const events = applied.length
    assert.lengthOf(await desk.emitted(pool), events)

    await desk.world.restart()
    await worker.run()
    assert.equal((await worker.index.summary())!.missing, events)
    await desk.createAgain(pool)
    for (const args of deposits) await desk.act(pool, 'mintDeposit', args)
    await desk.deposit(pool, 4n)
    await desk.mine(CONFIRMATIONS)
    await worker.run()
    assert.deepInclude(await worker.index.summary(), { missing: 0, faults: 0, behind: 0 })
    assert.deepEqual(await desk.applied(pool), [...applied, events + 1])
    assert.equal(await desk.projected(pool), 10n)
  })

  test('after a stop all is read again on request, finals applied once', async ({ assert }) => {
    const worker = await desk.worker()
    await desk.deposit(pool)
    await desk.mine(2 * CONFIRMATIONS)
    await worker.run()
    const applied = await desk.applied(pool)
    await desk.reorg(CONFIRMATIONS + 2)
    assert.equal((await worker.run()).outcome, 'stopped')
    assert.isTrue(await (await desk.worker()).startOver())
    await desk.deposit(pool)
    await desk.mine(CONFIRMATIONS)
    assert.equal((await worker.run()).outcome, 'read')
    assert.deepEqual(await desk.stored(pool, 'final'), await desk.emitted(pool))
    assert.deepEqual(await desk.applied(pool), [...applied, applied.length + 1])
  })
})
