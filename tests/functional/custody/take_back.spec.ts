import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { ProposeToAdmins } from '#modules/custody/services/propose_to_admins'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { SettlementStore } from '#modules/custody/storage/settlement_store'
import { WAIT_MS } from '#tests/support/client'
import { sendAs } from './support/direct_node.ts'
import { DELAY_SECONDS, HELD, LimitedPools } from './support/limited_pools.ts'
import { Thief } from './support/thief.ts'
import { freshAddress } from './support/withdrawing.ts'

/** What lies in a vault has to come home first. */
const HOME_FIRST = 'the victim as house pays a vault of the thief'

interface Robbery {
  pool: Address
  home: Hex
  loot: Hex
  opSeq: bigint
}

const ADMIN = freshAddress()
const STOLEN = HELD / 2n

test.group('custody | what an admin takes back after a theft', (group) => {
  let pools: LimitedPools

  group.setup(async () => {
    pools = await LimitedPools.start(undefined, ADMIN)
    return () => pools.stop()
  })

  const asAdmin = (to: Address, data: Hex) => sendAs(pools.world.anvil.url, ADMIN, to, data)

  async function balanceOf(pool: Address, boundary: Hex): Promise<bigint> {
    const told = await pools.world.read('RealmCustody', pool, 'boundary', [boundary])
    return (told as { balance: bigint }).balance
  }

  /** A settlement of the service that waits under the next number. */
  async function waiting(realmId: string) {
    const [settlements, database] = [
      await pools.service.make(SettlementStore),
      await pools.service.make(Database),
    ]
    const operationId = newId('op')
    const [fromBoundaryId, toBoundaryId] = [newId('bnd'), newId('bnd')]
    const order = { operationId, realmId, fromBoundaryId, toBoundaryId, amount: 1n }
    await database.transaction((session) => settlements.add(session, realmId, [order]))
    return { settlements, opSeq: (await settlements.find(operationId))!.opSeq, operationId }
  }

  /**
   * Whoever has the keys of the service has moved half of the money into a boundary whose recovery key is theirs, and
   * has frozen it; the pool stands still, and the realm was let go on.
   */
  async function robbed(
    steals = async (thief: Thief, { pool, home, loot, opSeq }: Robbery) => {
      const item = [opSeq, pools.newHash(), home, loot, STOLEN]
      await thief.call(pool, 'crossTransfer', [item])
    }
  ) {
    const { realmId, pool, home } = await pools.paid()
    const { lane, gateway } = pools.chain
    const [loot, nest] = [pools.newHash(), pools.newHash()]
    const key = await pools.world.fundedKey()
    const own = async (fn: string, args: ChainValue[]) => {
      const data = gateway.encode('RealmCustody', fn, args)
      const sent = await lane.submit({ purpose: `${fn}:${randomUUID()}`, to: pool, data })
      await lane.awaitFinal(sent, WAIT_MS)
    }
    for (const zone of [loot, nest]) await own('registerBoundary', [zone, 0n, ADMIN])
    await own('registerRecoveryKey', [loot, pools.world.addressOf(key)])
    await pools.pass(2 * DELAY_SECONDS)
    await pools.world.act(key, 'RealmCustody', pool, 'acceptRecoveryKey', [loot])
    const { settlements, opSeq, operationId } = await waiting(realmId)
    const thief = new Thief(pools.chain)
    await steals(thief, { pool, home, loot, opSeq: BigInt(opSeq) })
    await thief.leave()
    await pools.haltedByTheft(realmId)
    await pools.followed(pool, true)
    await pools.world.act(key, 'RealmCustody', pool, 'recoveryWithdraw', [loot, freshAddress()])
    await pools.indexed()
    const proposalsOf = async () => (await pools.service.make(ProposeToAdmins)).ofRealm(realmId)
    const proposals = await proposalsOf()
    const halts = await pools.service.make(RealmHalts)
    const letGo = () => halts.clear(realmId, 'test')
    const haltOnceRead = async () => {
      await pools.indexed()
      halts.forget()
      return halts.of(realmId)
    }
    const place = { realmId, pool, home, loot, nest }
    const reads = { proposals, proposalsOf, haltOnceRead, letGo }
    return { ...place, ...reads, settlements, opSeq, operationId }
  }

  test('mends the books under a number of its own, and halts nothing', async ({ assert }) => {
    const { realmId, pool, home, loot, proposals, settlements, ...rest } = await robbed()
    const { opSeq, operationId, haltOnceRead, letGo } = rest
    await letGo()
    const { opSeq: next } = (await settlements.find(operationId))!
    assert.isAbove(next, opSeq, 'the thief has used up the number that was given out')
    const takeBack = proposals.filter(({ method }) => method.startsWith('takeBack'))
    assert.lengthOf(takeBack, 1)
    const [{ to, data, method, admin }] = takeBack as [(typeof proposals)[0]]
    assert.include(method, `${loot}, ${home}, ${STOLEN}`)
    assert.equal(admin, ADMIN)
    await asAdmin(to, data)
    assert.deepEqual([await balanceOf(pool, home), await balanceOf(pool, loot)], [HELD, 0n])
    assert.isNull(await haltOnceRead())
    await asAdmin(pool, pools.chain.gateway.encode('RealmCustody', 'resume', []))
    assert.isNull(await haltOnceRead())
    const highest = await pools.world.read('RealmCustody', pool, 'highestOpSeq')
    assert.isAtLeast(await settlements.lastNumber(realmId), Number(highest))
    const proposed = await (await pools.service.make(ProposeToAdmins)).ofRealm(realmId)
    assert.isEmpty(proposed)
  })

  /** Whoever has the admin's key too names a house, and a vault pays it, or is paid by it. */
  const BY_RESULTS = {
    'a vault of the victim pays the thief’s house': async (thief, { pool, home, loot, opSeq }) => {
      const [vault, { gateway }] = [pools.newHash(), pools.chain]
      await asAdmin(pool, gateway.encode('RealmCustody', 'setHouse', [loot, true]))
      await thief.call(pool, 'registerExchangeObject', [vault, home])
      await thief.call(pool, 'fundVault', [pools.newHash(), vault, STOLEN])
      await thief.call(pool, 'settleVault', [opSeq, pools.newHash(), vault, loot, -STOLEN])
    },
    [HOME_FIRST]: async (thief, { pool, home, loot, opSeq }) => {
      const [vault, { gateway }] = [pools.newHash(), pools.chain]
      await asAdmin(pool, gateway.encode('RealmCustody', 'setHouse', [home, true]))
      await thief.call(pool, 'registerExchangeObject', [vault, loot])
      await thief.call(pool, 'settleVault', [opSeq, pools.newHash(), vault, home, STOLEN])
    },
  } satisfies Record<string, (thief: Thief, robbery: Robbery) => Promise<void>>

  test('mends what moved by results of vaults, and halts nothing', async ({ assert }) => {
    for (const [how, steals] of Object.entries(BY_RESULTS)) {
      const { realmId, pool, home, loot, settlements, ...rest } = await robbed(steals)
      const methods: string[] = []
      for (;;) {
        const [next] = await rest.proposalsOf()
        if (!next) break
        methods.push(next.method.split('(')[0]!)
        assert.isBelow(methods.length, 5, methods.join())
        await asAdmin(next.to, next.data)
        await pools.indexed()
      }
      const wanted = ['takeBack', 'setHouse']
      assert.sameMembers(methods, how === HOME_FIRST ? ['recoverVault', ...wanted] : wanted, how)
      const held = [await balanceOf(pool, home), await balanceOf(pool, loot)]
      assert.deepEqual(held, [HELD, 0n], how)
      await rest.letGo()
      assert.isNull(await rest.haltOnceRead(), how)
      await asAdmin(pool, pools.chain.gateway.encode('RealmCustody', 'resume', []))
      assert.isNull(await rest.haltOnceRead(), how)
      const highest = await pools.world.read('RealmCustody', pool, 'highestOpSeq')
      assert.isAtLeast(await settlements.lastNumber(realmId), Number(highest), how)
    }
  })

  test('by whoever stole the admin’s key, to somebody else, halts the realm', async ({
    assert,
  }) => {
    const { realmId, pool, loot, nest, settlements, haltOnceRead, letGo } = await robbed()
    await letGo()
    const { gateway } = pools.chain
    const opSeq = BigInt((await settlements.lastNumber(realmId)) + 1)
    const item = [opSeq, pools.newHash(), loot, nest, STOLEN]
    assert.isNull(await haltOnceRead())
    await asAdmin(pool, gateway.encode('RealmCustody', 'takeBack', [item]))
    const halt = await haltOnceRead()
    assert.containSubset(halt, { type: 'all_flows', by: 'settlement' })
    assert.include(halt!.reason, `number ${opSeq}`)
  })
})
