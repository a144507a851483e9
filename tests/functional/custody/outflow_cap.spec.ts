import { test } from '@japa/runner'
import { newId } from '#app/ids/ids'
import type { ChainValue } from '#modules/custody/core/chain_types'
import { ExecuteExits } from '#modules/custody/services/execute_exits'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { WithdrawalStore } from '#modules/custody/storage/withdrawal_store'
import { until } from '#tests/support/client'
import { CAP, DELAY_SECONDS, HELD, LimitedPools } from './support/limited_pools.ts'
import { Thief } from './support/thief.ts'
import { freshAddress } from './support/withdrawing.ts'

test.group('custody | the outflow cap of a live pool', (group) => {
  let pools: LimitedPools

  group.setup(async () => {
    pools = await LimitedPools.start()
    return () => pools.stop()
  })

  test('a thief with the operator’s key is capped and stopped', async ({ assert, cleanup }) => {
    const { world, chain } = pools
    const { realmId, pool, home } = await pools.paid()
    const loot = freshAddress()
    const own = await world.fundedKey()
    const thief = new Thief(chain)
    cleanup(() => thief.leave())
    const take = (fn: string, args: unknown[]) => thief.call(pool, fn, args)
    const zone = pools.newHash()
    const waits = pools.newHash()
    await take('withdraw', [pools.newHash(), home, loot, CAP - 1n])
    await take('registerBoundary', [zone, 0, loot])
    await take('registerRecoveryKey', [zone, world.addressOf(own)])
    await take('crossTransfer', [[900n, pools.newHash(), home, zone, HELD / 2n]])
    await take('withdraw', [pools.newHash(), zone, loot, 1n])
    await take('withdraw', [waits, zone, loot, HELD / 4n])
    assert.equal(await pools.paidTo(loot), CAP)

    await pools.haltedByTheft(realmId)
    await pools.followed(pool, true)
    await pools.pass(30 * 24 * DELAY_SECONDS)
    const refusal = (fn: string, args: ChainValue[], key = own) =>
      world.refusal(key, 'RealmCustody', pool, fn, args)
    // Halted, or taken back by the service already.
    const stopped = /^(RealmHalted|NoExitPending|NoRecoveryKeyPending)$/
    assert.match((await refusal('executeExit', [waits]))?.name ?? '', stopped)
    assert.match((await refusal('acceptRecoveryKey', [zone]))?.name ?? '', stopped)
    assert.equal((await refusal('recoveryWithdraw', [zone, loot]))?.name, 'NotRecoveryKey')
    await assert.rejects(() => take('withdraw', [pools.newHash(), home, loot, 1n]), /RealmHalted/)
    assert.equal(await pools.paidTo(loot), CAP)
  })

  test('an exit above the cap is tried again after its time lock, and paid', async ({ assert }) => {
    const { world, service } = pools
    const { realmId, pool, home } = await pools.paid()
    const { boundaryId } = (await (await service.make(PoolStore)).find(realmId))!
    const [operationId, to, amount] = [newId('op'), freshAddress(), CAP + 1n]
    const [store, exits] = [await service.make(WithdrawalStore), await service.make(ExecuteExits)]
    await store.takeOwnExit(await store.open({ operationId, realmId, boundaryId, pool }))
    await store.markSending(operationId)
    const asOperator = (fn: string, args: ChainValue[]) =>
      world.act(world.operator, 'RealmCustody', pool, fn, args)
    await asOperator('setTimeLock', [home, 60n])
    await asOperator('requestExit', [pools.hashOf(operationId), home, to, amount])
    await pools.pass(61)
    const nextTry = async () => {
      await exits.run()
      return (await store.find(operationId))!.ripeAt!
    }
    const now = (await world.gateway.header('latest'))!.timestamp
    const again = await nextTry()
    assert.isAbove(again, now)
    assert.isAtMost(again, now + 60)
    assert.equal(await nextTry(), again, 'it is left alone meanwhile')
    await pools.pass(61)
    assert.isAbove(await nextTry(), again)
    assert.equal(await pools.paidTo(to), 0n)
    await pools.pass(DELAY_SECONDS)
    await exits.run()
    await until('it to be paid', async () => (await pools.paidTo(to)) === amount)
  })
})
