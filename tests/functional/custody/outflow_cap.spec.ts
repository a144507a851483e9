import { test } from '@japa/runner'
import type { ChainValue } from '#modules/custody/core/chain_types'
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
})
