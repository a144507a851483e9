import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId, newUuid } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { LOCAL_CHAINS } from '#modules/custody/core/chain_registry'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { CreatePool } from '#modules/custody/services/create_pool'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { FollowHalts } from '#modules/custody/services/follow_halts'
import { IndexPools } from '#modules/custody/services/index_pools'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { WAIT_MS, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'
import { ContractWorld } from '../../unit/custody/support/contract_world.ts'
import { chainDesk } from './support/chain_desk.ts'
import { processOn, type Process } from './support/process.ts'
import { Thief } from './support/thief.ts'
import { freshAddress } from './support/withdrawing.ts'

const USD = 1_000_000n
const CAP = 100n * USD
const DELAY_SECONDS = 3_600
const HELD = 1_000n * USD

test.group('custody | the outflow cap of a live pool', (group) => {
  let world: ContractWorld
  let chain: CustodyChain
  let service: Process

  group.setup(async () => {
    // The test's own service knows another chain: it would take this pool for lost.
    const release = await holdQueues('custody-keeper', 'custody-pool', 'custody-halts')
    world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    const { chainId } = world.gateway
    const liveLimits = { safetyDelaySeconds: DELAY_SECONDS, outflowCap: '100.00' }
    const terms = { ...LOCAL_CHAINS[31337]!, liveLimits }
    chain = await chainDesk(world.anvil.url, world.operator, { chainId, terms })
    await deployContracts(chain)
    service = await processOn(chain)
    return async () => {
      await world.anvil.kill()
      await writeRows("UPDATE custody_pools SET state = 'refused' WHERE chain_id = ?", [chainId])
      await release()
    }
  })

  /** A live realm with a pool that somebody has paid into. */
  async function paidPool() {
    const [realmId, boundaryId] = [newUuid(), newId('bnd')]
    const pools = await service.make(PoolStore)
    const database = await app.container.make(Database)
    await database.transaction((session) =>
      pools.request(session, { realmId, boundaryId, paper: false })
    )
    await (await service.make(CreatePool)).run(realmId, WAIT_MS)
    const pool = (await pools.find(realmId))!.address!
    const payer = await world.fundedKey()
    const token = chain.plan.liveToken!
    const home = chain.gateway.idHash(boundaryId)
    await world.act(world.operator, 'TestUSD', token, 'mint', [world.addressOf(payer), HELD])
    await world.act(payer, 'TestUSD', token, 'approve', [pool, HELD])
    await world.act(payer, 'RealmCustody', pool, 'deposit', [home, HELD, home])
    return { realmId, pool, home }
  }

  const paidTo = (address: Address) =>
    world.read('TestUSD', chain.plan.liveToken!, 'balanceOf', [address])

  test('a thief with the key of the operator takes the cap, and the realm stands still', async ({
    assert,
    cleanup,
  }) => {
    const { realmId, pool, home } = await paidPool()
    const loot = freshAddress()
    const own = await world.fundedKey()
    const thief = new Thief(chain)
    cleanup(() => thief.leave())
    const take = (fn: string, args: unknown[]) => thief.call(pool, fn, args)
    const newHash = (): Hex => chain.gateway.idHash(newId('op'))
    const zone = newHash()
    const waits = newHash()
    await take('withdraw', [newHash(), home, loot, CAP - 1n])
    await take('registerBoundary', [zone, 0, loot])
    await take('registerRecoveryKey', [zone, world.addressOf(own)])
    await take('crossTransfer', [[900n, newHash(), home, zone, HELD / 2n]])
    await take('withdraw', [newHash(), zone, loot, 1n])
    await take('withdraw', [waits, zone, loot, HELD / 4n])
    assert.equal(await paidTo(loot), CAP)

    const indexPools = await service.make(IndexPools)
    const halts = await service.make(RealmHalts)
    await until('the realm to be halted', async () => {
      await indexPools.run()
      halts.forget()
      return (await halts.of(realmId))?.by === 'theft'
    })
    await until('the pool to stand still', async () => {
      await (await service.make(FollowHalts)).run()
      const { halted } = (await world.read('RealmCustody', pool, 'counters')) as {
        halted: boolean
      }
      return halted
    })
    await world.anvil.rpc('evm_increaseTime', [30 * 24 * DELAY_SECONDS])
    await world.anvil.rpc('anvil_mine', [1])
    const refusal = (fn: string, args: ChainValue[], key = own) =>
      world.refusal(key, 'RealmCustody', pool, fn, args)
    assert.equal((await refusal('executeExit', [waits]))?.name, 'RealmHalted')
    assert.equal((await refusal('acceptRecoveryKey', [zone]))?.name, 'RealmHalted')
    assert.equal((await refusal('recoveryWithdraw', [zone, loot]))?.name, 'NotRecoveryKey')
    await assert.rejects(() => take('withdraw', [newHash(), home, loot, 1n]), /RealmHalted/)
    assert.equal(await paidTo(loot), CAP)
  })
})
