import { test } from '@japa/runner'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { ChainValue } from '#modules/custody/core/chain_types'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import type { IndexPools } from '#modules/custody/services/index_pools'
import { MirrorBoundaries } from '#modules/custody/services/mirror_boundaries'
import { chainDesk } from './support/chain_desk.ts'
import { CONFIRMATIONS, IndexDesk, type DeskPool } from './support/index_desk.ts'
import { type Process } from './support/process.ts'
import { processOn } from './support/process.ts'

let desk: IndexDesk
let pool: DeskPool
let holder: OperatorKey
let worker: IndexPools
let directory: BoundaryDirectory
/** The directory of another process. */
let elsewhere: BoundaryDirectory

async function anotherProcess(): Promise<Process> {
  const { anvil, operator, gateway } = desk.world
  const { chainId } = gateway
  return processOn(await chainDesk(anvil.url, operator, { chainId, confirmations: CONFIRMATIONS }))
}

const boundaryId = () => `bnd_${pool.realmId}`

async function byHolder(fn: string, args: readonly ChainValue[] = [pool.boundary]) {
  await desk.world.act(holder, 'RealmCustody', pool.address, fn, args)
}

/** What both processes say, once everything the chain shows is read. */
async function status(): Promise<string> {
  await worker.run()
  directory.forget()
  elsewhere.forget()
  const here = await directory.of(boundaryId())
  const there = await elsewhere.of(boundaryId())
  if (JSON.stringify(text(here)) !== JSON.stringify(text(there))) return 'they disagree'
  return here.status
}

const text = (state: object) =>
  Object.entries(state).map(([key, value]) => [key, String(value as unknown)])

async function toFinality() {
  await desk.mine(CONFIRMATIONS)
  await worker.run()
}

test.group('custody | what processes know of a boundary', (group) => {
  group.each.setup(async () => {
    desk = await IndexDesk.start()
    pool = await desk.pool()
    holder = await desk.world.fundedKey()
    const here = await anotherProcess()
    directory = await here.make(BoundaryDirectory)
    elsewhere = await (await anotherProcess()).make(BoundaryDirectory)
    worker = await desk.worker({ consumers: [await here.make(MirrorBoundaries)] })
    await desk.act(pool, 'registerRecoveryKey', [pool.boundary, desk.world.addressOf(holder)])
    await toFinality()
    return () => desk.stop()
  })

  test('a lock acts at first sight, and ends when the chain takes it back', async ({ assert }) => {
    assert.equal(await status(), 'active')
    await byHolder('lock')
    assert.equal(await status(), 'soft_frozen')
    const { lockedBy, lockedAt } = await elsewhere.of(boundaryId())
    assert.equal(lockedBy, desk.world.addressOf(holder))
    assert.isAbove(lockedAt!, 1_600_000_000)
    await desk.reorg(1)
    await desk.mine(1)
    assert.equal(await status(), 'active')
    await toFinality()
    assert.equal(await status(), 'active')
  })

  test('an unlock acts only once it is final', async ({ assert }) => {
    await byHolder('lock')
    await toFinality()
    assert.equal(await status(), 'soft_frozen')
    await byHolder('unlock')
    assert.equal(await status(), 'soft_frozen')
    await desk.mine(CONFIRMATIONS)
    assert.equal(await status(), 'active')
  })

  test('locked and unlocked before either is final stays locked until then', async ({ assert }) => {
    await byHolder('lock')
    await byHolder('unlock')
    assert.equal(await status(), 'soft_frozen')
    await desk.mine(CONFIRMATIONS)
    assert.equal(await status(), 'active')
  })

  test('a recovery freezes at first sight, and for ever once it is final', async ({ assert }) => {
    await desk.deposit(pool, 7n)
    await byHolder('recoveryWithdraw', [pool.boundary, desk.world.addressOf(holder)])
    assert.equal(await status(), 'hard_frozen')
    await desk.reorg(1)
    await desk.mine(1)
    assert.equal(await status(), 'active')
    await byHolder('recoveryWithdraw', [pool.boundary, desk.world.addressOf(holder)])
    await toFinality()
    assert.equal(await status(), 'hard_frozen')
    assert.match((await directory.of(boundaryId())).recoveryTxHash!, /^0x[0-9a-f]{64}$/)
  })

  test('another process follows within a second without being told', async ({ assert }) => {
    await elsewhere.of(boundaryId())
    await byHolder('lock')
    await worker.run()
    const deadline = performance.now() + 1_000
    // Asked all the while: what is remembered must not be kept alive by use.
    while (performance.now() < deadline) await elsewhere.of(boundaryId())
    assert.equal((await elsewhere.of(boundaryId())).status, 'soft_frozen')
  })

  test('a longer time lock counts at first sight, a shorter when final', async ({ assert }) => {
    const seconds = async () => {
      await status()
      return (await directory.of(boundaryId())).timeLockSeconds
    }
    await desk.act(pool, 'setTimeLock', [pool.boundary, 600n])
    assert.equal(await seconds(), 600)
    await toFinality()
    await byHolder('setTimeLock', [pool.boundary, 60n])
    assert.equal(await seconds(), 600)
    await toFinality()
    assert.equal(await seconds(), 60)
  })

  test('nobody’s boundary is active, and belongs to no realm', async ({ assert }) => {
    const state = await directory.of('bnd_01k00000000000000000000000')
    assert.deepInclude(state, { realmId: null, registered: false, status: 'active' })
  })
})
