import { test } from '@japa/runner'
import type { ServiceError } from '#app/http/errors/service_error'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { ForeignClaims } from '#modules/custody/services/foreign_claims'
import { KeepBoundaries } from '#modules/custody/services/keep_boundaries'
import { LiftHalt } from '#modules/custody/services/lift_halt'
import { ProposeInheritance } from '#modules/custody/services/propose_inheritance'
import { accepted, pluck, until } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { FarSigner } from './support/far_signer.ts'
import { heldRealm } from './support/held_realm.ts'
import { LimitedPools } from './support/limited_pools.ts'
import { Wallet } from './support/withdrawing.ts'

const MONTH_SECONDS = 30 * 24 * 3600

let pools: LimitedPools
let guardian: FarSigner

/** What the job does, until it is final. */
async function kept() {
  await pools.indexed()
  await (await pools.service.make(KeepBoundaries)).run()
  for (const lane of pools.chain.lanes) await lane.advanceOpen()
  await pools.indexed()
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code: string }) => error.code
  )

test.group('custody | inheritance of a boundary whose recovery key is lost', (group) => {
  group.setup(async () => {
    guardian = new FarSigner()
    pools = await LimitedPools.start(guardian)
    return () => pools.stop()
  })

  test('a successor holds a locked boundary after a month, and it is no theft', async ({
    assert,
  }) => {
    const heir = new Wallet()
    const realm = await heldRealm(pools)
    assert.equal(await codeOf(realm.ask(heir.address)), 'CONFLICT', 'nobody has locked it')
    await realm.lock()
    const proposed = await realm.proposed(heir)
    assert.equal(proposed.state, 'waiting')
    assert.deepEqual(await realm.again(heir, proposed), proposed, 'its word again changes nothing')
    assert.containSubset(await realm.waiting(), [
      { role: 'successor', address: heir.address, effectiveAt: proposed.effectiveAt, sign: null },
    ])
    assert.isFalse(await realm.isHalted(), 'the service has ordered it')
    assert.equal(await codeOf(realm.ask(new Wallet().address)), 'CONFLICT', 'one waits')
    await pools.pass(MONTH_SECONDS - 60)
    await kept()
    assert.notEqual((await realm.onChain()).recoveryKey, heir.address, 'not before its time')
    await pools.pass(120)
    await kept()
    assert.containSubset(await realm.onChain(), { recoveryKey: heir.address, status: 2n })
    assert.deepEqual(await realm.waiting(), [])
    assert.isFalse(await realm.isHalted())
    assert.deepEqual(await realm.told(), ['boundary.inheritance_proposed', 'boundary.inherited'])
    const audit = accepted(await realm.realm.client.get('/api/v1/auth/audit', { limit: 50 }))
    const { entries } = audit as { entries: { eventType: string; details: unknown }[] }
    assert.deepEqual(
      entries
        .filter(({ eventType }) => eventType === 'inheritance_requested')
        .map(({ details }) => details),
      [{ boundaryId: realm.boundaryId, successor: heir.address }]
    )
  })

  test('a stranger who completes one that is ripe is no thief, and the service knows it', async ({
    assert,
  }) => {
    const heir = new Wallet()
    const realm = await heldRealm(pools)
    await realm.lock()
    await realm.proposed(heir)
    await pools.pass(MONTH_SECONDS + 60)
    const stranger = await pools.world.fundedKey()
    const { world } = pools
    await world.act(stranger, 'RealmCustody', realm.pool, 'completeInheritance', [realm.home])
    await kept()
    assert.containSubset(await realm.onChain(), { recoveryKey: heir.address, status: 2n })
    assert.isFalse(await realm.isHalted())
    assert.deepEqual(await realm.told(), ['boundary.inheritance_proposed', 'boundary.inherited'])
    assert.deepEqual(await realm.waiting(), [])
  })

  test('the holder refuses with the key alone, and the next successor waits anew', async ({
    assert,
  }) => {
    const heir = new Wallet()
    const realm = await heldRealm(pools)
    await realm.lock()
    const first = await realm.proposed(heir)
    await pools.pass(MONTH_SECONDS / 2)
    await realm.byHolder('refuseInheritance')
    await pools.indexed()
    assert.deepEqual(await realm.waiting(), [])
    assert.isFalse(await realm.isHalted(), 'a holder may refuse')
    const second = await realm.proposed(heir)
    const between = Date.parse(second.effectiveAt!) - Date.parse(first.effectiveAt!)
    assert.isAtLeast(between, (MONTH_SECONDS / 2) * 1_000)
    assert.containSubset(await realm.refuse(heir.address), { address: heir.address })
    await pools.pass(MONTH_SECONDS)
    await kept()
    assert.notEqual((await realm.onChain()).recoveryKey, heir.address)
    assert.deepEqual(await realm.told(), [
      'boundary.inheritance_proposed',
      'boundary.inheritance_refused',
      'boundary.inheritance_proposed',
      'boundary.inheritance_refused',
    ])
  })

  test('nobody inherits without the word of the successor and a person who confirms it', async ({
    assert,
  }) => {
    const heir = new Wallet()
    const realm = await heldRealm(pools)
    await realm.lock()
    const { typedData, deadline } = await realm.ask(heir.address)
    const foreign = await new Wallet().sign(typedData)
    const refused = realm.ask(heir.address, { deadline, signature: foreign })
    assert.equal(await codeOf(refused), 'VALIDATION_ERROR')
    const signature = await heir.sign(typedData)
    const late = realm.ask(heir.address, { deadline: deadline + 1, signature })
    assert.equal(await codeOf(late), 'VALIDATION_ERROR')
    const alone = (await pools.service.make(ProposeInheritance)).run(realm.builder, {
      ...realm.about,
      successor: heir.address,
      deadline,
      signature,
    })
    assert.equal(await codeOf(alone), 'STEP_UP_REQUIRED')
    assert.deepEqual(await realm.waiting(), [])
  })

  test('a pool from an earlier state of its contracts is named, with the way on', async ({
    assert,
  }) => {
    const realm = await heldRealm(pools)
    await realm.lock()
    // What answers no inheritanceOf, as such a pool does not.
    const other = pools.chain.plan.liveToken!
    await writeRows`UPDATE custody_pools SET address = ${other} WHERE address = ${realm.pool}`
    const refused = await realm.ask(new Wallet().address).catch((error: ServiceError) => error)
    await writeRows`UPDATE custody_pools SET address = ${realm.pool} WHERE address = ${other}`
    assert.containSubset(refused, { code: 'CONFLICT' })
    const { message, options } = refused as ServiceError
    assert.include(message, `The pool of the boundary ${realm.boundaryId} knows no inheritance`)
    assert.match(options.next!, /earlier state.*npm run reset/)
  })

  test('a successor whom nobody here named halts the realm, and is refused before it goes on', async ({
    assert,
  }) => {
    const thief = new Wallet()
    const realm = await heldRealm(pools)
    await realm.lock()
    const { typedData, deadline } = await realm.ask(thief.address)
    const word = (await thief.sign(typedData)) as Hex
    const args = [realm.home, thief.address as Address, BigInt(deadline), word]
    await pools.world.act(guardian.key, 'RealmCustody', realm.pool, 'proposeInheritance', args)
    const { reason } = await pools.haltedByTheft(realm.about.realmId)
    assert.include(reason, '(InheritanceProposed)')
    const claims = async () => (await pools.service.make(ForeignClaims)).of(realm.about.realmId)
    assert.deepEqual(pluck(await claims(), 'kind'), ['inheritance'])
    const lift = async () =>
      (await pools.service.make(LiftHalt)).run(realm.about.realmId, realm.builder)
    assert.equal(await codeOf(lift()), 'HALT_STANDS')
    await until('the successor to be refused', async () => {
      await pools.follow()
      await pools.indexed()
      return (await claims()).length === 0
    })
    await lift()
    await pools.followed(realm.pool, false)
    await pools.pass(MONTH_SECONDS)
    await kept()
    const operator = pools.world.operator
    const refusal = await pools.world.refusal(
      operator,
      'RealmCustody',
      realm.pool,
      'completeInheritance',
      [realm.home]
    )
    assert.equal(refusal?.name, 'NoInheritancePending')
  })
})
