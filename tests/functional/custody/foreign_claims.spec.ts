import logger from '@adonisjs/core/services/logger'
import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { ChainOutcomes } from '#modules/custody/services/chain_outcomes'
import type { CallAsRole, WantedCall } from '#modules/custody/services/call_as_role'
import { CancelForeignClaims } from '#modules/custody/services/cancel_foreign_claims'
import { ForeignClaims, type ForeignClaim } from '#modules/custody/services/foreign_claims'
import { KeepBoundaries } from '#modules/custody/services/keep_boundaries'
import { LiftHalt } from '#modules/custody/services/lift_halt'
import { NotFinalYet } from '#modules/custody/services/nonce_lane'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import type { HaltStore } from '#modules/custody/storage/halt_store'
import { WAIT_MS, pluck, until } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { FarSigner } from './support/far_signer.ts'
import { CAP, DELAY_SECONDS, LimitedPools } from './support/limited_pools.ts'
import { Thief } from './support/thief.ts'
import { freshAddress } from './support/withdrawing.ts'

const ADMIN = { builderId: 'bld_admin' } as Principal

test.group('custody | what a thief leaves to wait in a pool', (group) => {
  let pools: LimitedPools

  group.setup(async () => {
    pools = await LimitedPools.start(new FarSigner())
    return () => pools.stop()
  })

  async function robbed() {
    const { realmId, pool, home } = await pools.paid()
    const thief = new Thief(pools.chain)
    const [loot, exit] = [freshAddress(), pools.newHash()]
    await thief.call(pool, 'registerRecoveryKey', [home, loot])
    await thief.call(pool, 'withdraw', [exit, home, loot, 2n * CAP])
    await thief.leave()
    await pools.haltedByTheft(realmId)
    return { realmId, pool, home, loot, exit }
  }

  /** As the service does it. */
  async function own(pool: Address, fn: string, args: readonly ChainValue[]) {
    const { lane, gateway } = pools.chain
    const data = gateway.encode('RealmCustody', fn, args)
    const sent = await lane.submit({ purpose: `${fn}:${String(args[0])}`, to: pool, data })
    await lane.awaitFinal(sent, WAIT_MS)
  }

  const boundaryOf = async (pool: Address, hash: Hex) =>
    (await pools.world.read('RealmCustody', pool, 'boundary', [hash])) as {
      recoveryKey: Address
      pendingRecoveryKey: Address
    }
  const lift = async (realmId: string) => (await pools.service.make(LiftHalt)).run(realmId, ADMIN)
  const claimsOf = async (realmId: string) => (await pools.service.make(ForeignClaims)).of(realmId)

  test('the guardian takes it back before the halted realm goes on', async ({ assert }) => {
    const { realmId, pool, home, exit, loot } = await robbed()
    await assert.rejects(() => lift(realmId), /HALT_STANDS/)
    await until('nothing of the thief to wait any more', async () => {
      await pools.follow()
      await pools.indexed()
      return (await claimsOf(realmId)).length === 0
    })
    const sent = await readRows`SELECT purpose, lane_address AS lane FROM custody_transactions
          WHERE to_address = ${pool} AND purpose LIKE 'cancel-%' ORDER BY purpose`
    const guardian = pools.chain.emergency!.address
    assert.deepEqual(
      sent.map(({ purpose, lane }) => [purpose.split(':').slice(0, 2).join(':'), lane]),
      [
        [`cancel-exit:${exit}`, guardian],
        [`cancel-key:${home}`, guardian],
      ]
    )
    await lift(realmId)
    await pools.followed(pool, false)
    await pools.pass(2 * DELAY_SECONDS)
    const refusal = async (fn: string, args: Hex[]) =>
      (await pools.world.refusal(pools.world.operator, 'RealmCustody', pool, fn, args))?.name
    assert.equal(await refusal('executeExit', [exit]), 'NoExitPending')
    assert.equal(await refusal('acceptRecoveryKey', [home]), 'NoRecoveryKeyPending')
    assert.equal(await pools.paidTo(loot), 0n)
  })

  test('a thief’s co-signer is taken back, one by its own word is not', async ({ assert }) => {
    const { realmId, pool } = await pools.paid()
    const holder = await pools.world.fundedKey()
    const byHolder = (fn: string, args: ChainValue[]) =>
      pools.world.act(holder, 'RealmCustody', pool, fn, args)
    const [zone, armed] = [pools.newHash(), pools.newHash()]
    for (const boundary of [zone, armed]) {
      await own(pool, 'registerBoundary', [boundary, 0n, pools.world.addressOf(holder)])
      await own(pool, 'registerRecoveryKey', [boundary, pools.world.addressOf(holder)])
    }
    await pools.pass(2 * DELAY_SECONDS)
    for (const boundary of [zone, armed]) await byHolder('acceptRecoveryKey', [boundary])
    await own(pool, 'setCosigner', [armed, pools.world.addressOf(holder)])
    await pools.pass(2 * DELAY_SECONDS)
    await byHolder('acceptCosigner', [armed])
    await byHolder('setCosigner', [armed, freshAddress()])
    const thief = new Thief(pools.chain)
    await thief.call(pool, 'setCosigner', [zone, freshAddress()])
    await thief.leave()
    await pools.haltedByTheft(realmId)
    await assert.rejects(() => lift(realmId), /HALT_STANDS/)
    await until('the co-signer of the thief to wait no more', async () => {
      await pools.follow()
      await pools.indexed()
      return (await claimsOf(realmId)).length === 0
    })
    const waits = async (boundary: Hex) => {
      const change = await pools.world.read('RealmCustody', pool, 'proposedCosigner', [boundary])
      return (change as { ripeAt: bigint }).ripeAt !== 0n
    }
    assert.deepEqual([await waits(zone), await waits(armed)], [false, true])
  })

  test('a time lock that a thief made longer is set back during the halt', async ({ assert }) => {
    const { realmId, pool } = await pools.paid()
    const [zone, key] = [pools.newHash(), await pools.world.fundedKey()]
    const holder = pools.world.addressOf(key)
    await own(pool, 'registerBoundary', [zone, 0n, holder])
    await own(pool, 'registerRecoveryKey', [zone, holder])
    await pools.pass(2 * DELAY_SECONDS)
    await pools.world.act(key, 'RealmCustody', pool, 'acceptRecoveryKey', [zone])
    await pools.world.act(key, 'RealmCustody', pool, 'setTimeLock', [zone, 60n])
    await own(pool, 'setTimeLock', [zone, 120n])
    await pools.indexed()
    const halts = await pools.service.make(RealmHalts)
    assert.isNull(await halts.of(realmId), 'the holder and the service may')
    assert.isEmpty(await claimsOf(realmId))
    const thief = new Thief(pools.chain)
    await thief.call(pool, 'setTimeLock', [zone, 300n * 24n * 3_600n])
    await thief.leave()
    assert.include((await pools.haltedByTheft(realmId)).reason, '(TimeLockChanged)')
    assert.deepEqual(pluck(await claimsOf(realmId), 'kind'), ['time_lock'])
    await assert.rejects(() => lift(realmId), /HALT_STANDS/)
    await until('the time lock to be set back', async () => {
      await pools.follow()
      await pools.indexed()
      return (await claimsOf(realmId)).length === 0
    })
    const { timeLock } = (await pools.world.read('RealmCustody', pool, 'boundary', [zone])) as {
      timeLock: bigint
    }
    // To what it was before the first of several: the holder's word.
    assert.equal(timeLock, 60n)
    await lift(realmId)
    await pools.followed(pool, false)
    await pools.indexed()
    halts.forget()
    assert.isNull(await halts.of(realmId))
  })

  test('an exit that was asked for under a thief’s time lock does not keep it: both are taken back', async ({
    assert,
  }) => {
    const { realmId, pool, home } = await pools.paid()
    const [outcomes, database] = [
      await pools.service.make(ChainOutcomes),
      await pools.service.make(Database),
    ]
    const operationId = newId('op')
    await database.transaction((session) => outcomes.expect(session, [{ operationId, realmId }]))
    const exit = pools.hashOf(operationId)
    const thief = new Thief(pools.chain)
    await thief.call(pool, 'setTimeLock', [home, 300n * 24n * 3_600n])
    await thief.leave()
    await own(pool, 'requestExit', [exit, home, freshAddress(), 5n])
    await pools.haltedByTheft(realmId)
    assert.deepEqual(
      (await claimsOf(realmId)).map(({ kind, exits }) => [kind, exits]),
      [['time_lock', [exit]]]
    )
    await until('the exit and the time lock to be taken back', async () => {
      await pools.follow()
      await pools.indexed()
      return (await claimsOf(realmId)).length === 0
    })
    const { timeLock } = (await boundaryOf(pool, home)) as unknown as { timeLock: bigint }
    assert.equal(timeLock, 0n)
    assert.equal((await outcomes.of(operationId))?.reason, 'Cancelled', 'its hold is given back')
    await lift(realmId)
    await pools.followed(pool, false)
  })

  test('an exit that is not cancelled for good yet holds up no other one, nor the time lock', async ({
    assert,
  }) => {
    const [first, second, boundaryHash] = [pools.newHash(), pools.newHash(), pools.newHash()]
    const about = { pool: freshAddress(), boundaryHash, opHash: null, seq: 1, byOperation: true }
    const claim: ForeignClaim = { ...about, kind: 'time_lock', exits: [first, second] }
    const asked: string[] = []
    const call = {
      run: async ({ fn, args }: WantedCall) => {
        asked.push(`${fn} ${String(args![0])}`)
        throw new NotFinalYet(fn)
      },
    }
    const halts = { active: async () => [{ type: 'all_flows', realmId: 'halted' }] }
    await new CancelForeignClaims(
      halts as unknown as HaltStore,
      { of: async () => [claim] } as unknown as ForeignClaims,
      call as unknown as CallAsRole,
      logger
    ).run()
    const wanted = [`cancelExit ${first}`, `cancelExit ${second}`, `revokeTimeLock ${boundaryHash}`]
    assert.deepEqual(asked, wanted)
  })

  test('a key that waits takes effect by its own word, and never by that of the service', async ({
    assert,
  }) => {
    const { realmId, pool, home, loot } = await robbed()
    // Past every rule: what a release did that let such a realm go on.
    await (await pools.service.make(RealmHalts)).clear(realmId, 'test')
    await pools.followed(pool, false)
    const { lane } = pools.chain
    const [zone, key] = [pools.newHash(), await pools.world.fundedKey()]
    const holder = pools.world.addressOf(key)
    await own(pool, 'registerBoundary', [zone, 0n, holder])
    await own(pool, 'registerRecoveryKey', [zone, holder])
    await pools.indexed()
    await pools.pass(2 * DELAY_SECONDS)
    const keep = await pools.service.make(KeepBoundaries)
    await keep.run()
    await lane.advanceOpen()
    assert.equal((await boundaryOf(pool, zone)).pendingRecoveryKey, holder)
    await pools.world.act(key, 'RealmCustody', pool, 'acceptRecoveryKey', [zone])
    assert.equal((await boundaryOf(pool, zone)).recoveryKey, holder)
    assert.notEqual((await boundaryOf(pool, home)).recoveryKey, loot)
    assert.equal((await boundaryOf(pool, home)).pendingRecoveryKey, loot)
  })
})
