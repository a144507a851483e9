import { test } from '@japa/runner'
import type { Address } from '#modules/custody/core/chain_types'
import type { HaltCause } from '#modules/custody/core/realm_halt'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import { FarSigner } from './support/far_signer.ts'
import { LimitedPools } from './support/limited_pools.ts'

const CAUSE: HaltCause = { type: 'all_flows', source: 'service', by: 'test', reason: 'a test' }

test.group('custody | pools follow the halts of their realms', (group) => {
  const guardian = new FarSigner()
  let pools: LimitedPools
  let halts: RealmHalts
  let realmId: string
  let pool: Address

  group.setup(async () => {
    pools = await LimitedPools.start(guardian)
    halts = await pools.service.make(RealmHalts)
    return () => pools.stop()
  })

  group.each.setup(async () => {
    ;({ realmId, pool } = await pools.paid())
    await pools.indexed()
    await halts.raise(realmId, CAUSE)
  })

  group.each.teardown(async () => {
    guardian.comeBack()
    await pools.world.anvil.rpc('evm_setAutomine', [true])
    await halts.clear(realmId, 'test')
  })

  async function sentBy(purpose: string): Promise<string[]> {
    const rows = await readRows`SELECT lane_address AS lane FROM custody_transactions
          WHERE to_address = ${pool} AND purpose LIKE ${`${purpose}:%`} ORDER BY created_at`
    return rows.map(({ lane }) => lane)
  }

  const onChain = async () => {
    const rows =
      await readRows`SELECT on_chain AS onChain FROM custody_halts WHERE realm_id = ${realmId}
          ORDER BY id`
    return rows.map((row) => row.onChain)
  }

  test('an ended halt does not resume a pool whose realm was halted again', async ({ assert }) => {
    await pools.followed(pool, true)
    await halts.clear(realmId, 'test')
    await halts.raise(realmId, { ...CAUSE, reason: 'another one' })
    await pools.follow()
    assert.deepEqual(await onChain(), ['resumed', 'halted'])
    assert.isTrue(await pools.stands(pool))
    assert.isEmpty(await sentBy('resume'))
    await halts.clear(realmId, 'test')
    await pools.followed(pool, false)
  })

  test('a resume on its way when the realm was halted again does not stay', async ({ assert }) => {
    await pools.followed(pool, true)
    await halts.clear(realmId, 'test')
    await pools.world.anvil.rpc('evm_setAutomine', [false])
    await pools.follow()
    assert.lengthOf(await sentBy('resume'), 1)
    const { id } = await halts.raise(realmId, { ...CAUSE, reason: 'another one' })
    // What is noted of it where the node says that the pool is halted already: the block is still to come.
    await writeRows`UPDATE custody_halts SET on_chain = 'halted' WHERE id = ${id}`
    await pools.world.anvil.rpc('evm_mine')
    assert.isFalse(await pools.stands(pool))
    await pools.world.anvil.rpc('evm_setAutomine', [true])
    await pools.indexed()
    await pools.followed(pool, true)
    assert.deepEqual(await onChain(), ['resumed', 'halted'])
  })

  test('an operator halts while the signer of the guardian is away', async ({ assert }) => {
    guardian.goAway()
    await pools.followed(pool, true)
    assert.deepEqual(await sentBy('halt'), [pools.chain.lane.address])
    await until('the halt to be noted', async () => {
      await pools.follow()
      return (await onChain())[0] === 'halted'
    })
  })
})
