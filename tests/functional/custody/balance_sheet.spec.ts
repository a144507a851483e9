import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { WatchBalanceSheets } from '#modules/custody/services/watch_balance_sheets'
import { SheetStore } from '#modules/custody/storage/sheet_store'
import { defaultBoundaryId } from '#modules/ledger/index'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { platformAdmin } from '#tests/support/platform_admin'
import { writeRows } from '#tests/support/rows'
import { PoolHand, indexed, sheetOf } from './support/pool_hand.ts'

const FIELDS = [
  'realmId',
  'poolMeasurable',
  'contractTotal',
  'physicalPoolBalance',
  'physicalDrift',
  'stranded',
  'unattributed',
  'boundarySum',
  'conservation',
  'replayContractBalance',
  'replayDrift',
  'boundarySource',
  'boundaries',
  'house',
  'unregistered',
]
const BOUNDARY_FIELDS = [
  'boundaryId',
  'realmId',
  'isDefault',
  'onChain',
  'obligations',
  'surplus',
  'solvent',
  'userBalances',
  'systemBalances',
  'onChainSource',
]
const SOUND = { poolMeasurable: true, conservation: true, replayDrift: '0.00' }

/** A realm whose pool is read: without it a sheet has nothing to compare. */
async function realmWithPool(): Promise<{ realm: TestRealm; pool: PoolHand }> {
  const realm = await TestRealm.open()
  const pool = await PoolHand.of(realm)
  await until('the pool to be read', async () => {
    await indexed()
    return (await sheetOf(realm)).poolMeasurable === true
  })
  return { realm, pool }
}

test.group('custody | balance sheet', () => {
  test('an empty realm has a sheet of nothing, with every field', async ({ assert }) => {
    const { realm } = await realmWithPool()
    const sheet = await sheetOf(realm)
    assert.sameMembers(Object.keys(sheet), FIELDS)
    assert.containSubset(sheet, { ...SOUND, realmId: realm.id, contractTotal: '0.00' })
    assert.lengthOf(sheet.boundaries, 1)
    assert.sameMembers(Object.keys(sheet.boundaries[0]), BOUNDARY_FIELDS)
    assert.containSubset(sheet.boundaries[0], {
      realmId: realm.id,
      isDefault: true,
      solvent: true,
      onChainSource: 'contract',
      onChain: '0.00',
      obligations: '0.00',
      surplus: '0.00',
    })
    assert.deepEqual(sheet.unregistered, [])
  })

  test('funded objects, zones and fees show up where they are', async ({ assert }) => {
    const { realm } = await realmWithPool()
    await realm.account('/users/a', '100')
    await realm.object('/users/b')
    await realm.transfer('/users/a', '/users/b', '10')
    await indexed()
    const sheet = await sheetOf(realm)
    assert.containSubset(sheet, { ...SOUND, contractTotal: '100.00', physicalDrift: '0.00' })
    assert.containSubset(sheet.boundaries[0], {
      onChain: '100.00',
      obligations: '100.00',
      surplus: '0.00',
      solvent: true,
      userBalances: '99.95',
      systemBalances: '0.05',
    })
  })

  test('value that the contract counts and nobody is owed is surplus', async ({ assert }) => {
    const { realm, pool } = await realmWithPool()
    const { gateway } = pool.chain
    const { boundaries } = await sheetOf(realm)
    const hash = gateway.idHash(boundaries[0].boundaryId)
    await pool.act('mintDeposit', [gateway.idHash(`op_${realm.id}`), hash, 7_000_000n])
    await indexed()
    const sheet = await sheetOf(realm)
    assert.containSubset(sheet, { ...SOUND, contractTotal: '7.00', boundarySum: '7.00' })
    assert.containSubset(sheet.boundaries[0], { surplus: '7.00', solvent: true })
  })

  test('a boundary on the chain that nobody declared is stranded', async ({ assert }) => {
    const { realm, pool } = await realmWithPool()
    const { gateway, plan } = pool.chain
    const hash = gateway.idHash(`bnd_unknown_${realm.id}`)
    await pool.act('registerBoundary', [hash, 0n, plan.operator])
    await pool.act('mintDeposit', [gateway.idHash(`op_${realm.id}`), hash, 2_500_000n])
    await indexed()
    const sheet = await sheetOf(realm)
    assert.containSubset(sheet, { ...SOUND, stranded: '2.50', boundarySum: '2.50' })
    assert.deepEqual(sheet.unregistered, [{ boundaryId: hash, onChain: '2.50' }])
    assert.lengthOf(sheet.boundaries, 1)
  })

  test('tokens sent by a stranger are unattributed, and nothing is wrong', async ({ assert }) => {
    const { realm, pool } = await realmWithPool()
    await pool.give(pool.address, 3_000_000n)
    await indexed()
    const sheet = await sheetOf(realm)
    assert.containSubset(sheet, {
      ...SOUND,
      unattributed: '3.00',
      physicalPoolBalance: '3.00',
      physicalDrift: '3.00',
      contractTotal: '0.00',
    })
  })

  test('tokens that vanish from the pool are reported at once', async ({ assert }) => {
    const { realm, pool } = await realmWithPool()
    await realm.account('/users/a', '50')
    await indexed()
    assert.isTrue((await sheetOf(realm)).conservation)
    await pool.steal(pool.address, 1n)
    await indexed()
    assert.containSubset(await sheetOf(realm), {
      poolMeasurable: true,
      conservation: false,
      physicalDrift: '-0.000001',
      contractTotal: '50.00',
      replayDrift: '0.00',
    })
  })

  test('a sheet is due when what it shows may have changed, and when it is a minute old', async ({
    assert,
    cleanup,
  }) => {
    const { realm, pool } = await realmWithPool()
    await realm.account('/users/a', '100')
    await realm.object('/users/b')
    const [sheets, store] = await Promise.all([
      app.container.make(WatchBalanceSheets),
      app.container.make(SheetStore),
    ])
    // Nobody else looks between these.
    cleanup(await holdQueues('custody-balance-sheet', 'custody-token-watch'))
    const isDue = async () => (await store.due(10_000)).includes(realm.id)
    const looked = () =>
      until('a look after which nothing is due', async () => {
        await indexed()
        await sheets.look(realm.id)
        return !(await isDue())
      })
    const set = (change: string) => () =>
      writeRows(`UPDATE custody_sheets SET ${change} WHERE realm_id = ?`, [realm.id])
    const reasons: Record<string, () => Promise<unknown>> = {
      'an entry of the journal': () => realm.transfer('/users/a', '/users/b', '1'),
      'an event of the pool': async () => {
        const { gateway } = pool.chain
        await pool.act('mintDeposit', [
          gateway.idHash(`op_${realm.id}`),
          gateway.idHash(defaultBoundaryId(realm.id)),
          1_000_000n,
        ])
        await indexed()
      },
      'a look that found something wrong': set('broken_looks = 1'),
      'a look at a pool that did not answer': set('conserved = NULL'),
      'an old look': set('measured_at = measured_at - INTERVAL 61 SECOND'),
      'a look of a server whose clock was an hour ahead': set(
        'measured_at = measured_at + INTERVAL 1 HOUR'
      ),
    }
    for (const [reason, happen] of Object.entries(reasons)) {
      await looked()
      await happen()
      assert.isTrue(await isDue(), `expected a sheet to be due after ${reason}`)
    }
    // Paper money from before there was a chain has nothing behind it, and stays so.
    await looked()
    await set('insolvent_boundaries = 1')()
    assert.isFalse(await isDue(), 'expected an insolvent paper realm not to be due')
    await set('measured_at = measured_at - INTERVAL 59 SECOND')()
    assert.isFalse(await isDue(), 'expected a young sheet not to be due')
  })

  test('it is for readers of custody at the root; its inputs are checked', async ({ assert }) => {
    const realm = await TestRealm.open()
    const path = '/api/v1/custody/boundary-balance-sheet'
    const below = await scoped(realm, allow('svc:ReadCustody', '/users/*'))
    assert.equal((await below.get(path, { realmId: realm.id })).status, 403)
    const reader = await scoped(realm, allow('svc:ReadCustody', '*'))
    assert.equal((await reader.get(path, { realmId: realm.id })).status, 200)
    const stranger = await Client.signIn()
    assert.equal((await stranger.get(path, { realmId: realm.id })).status, 404)
    for (const realmId of [undefined, '', 'x', '0'.repeat(36), `${realm.id}'`]) {
      const reply = await realm.client.get(path, { realmId })
      assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
    }
  })

  test('platform admins see the sheet of every realm, and nobody else', async ({ assert }) => {
    const { realm } = await realmWithPool()
    const path = `/api/v1/admin/realms/${realm.id}/boundary-balance-sheet`
    const refused = async (client: Client) => (await client.get(path)).error.code
    // Without a list nobody is one.
    assert.equal(await refused(realm.client), 'FORBIDDEN')
    const { admin, restore } = await platformAdmin()
    try {
      const { body } = await admin.get(path)
      assert.deepEqual(body, await sheetOf(realm))
      assert.equal(await refused(realm.client), 'FORBIDDEN')
      assert.equal(await refused(Client.anonymous()), 'UNAUTHORIZED')
      const { data } = await admin.post('/api/v1/api-keys', { name: 'Mine' })
      assert.equal(await refused(Client.withToken(data.rawKey ?? data.key)), 'FORBIDDEN')
      const unknown = path.replace(realm.id, '0192f0c1-2345-7abc-8def-0123456789ab')
      assert.equal((await admin.get(unknown)).status, 404)
      assert.equal((await admin.get(path.replace(realm.id, 'x'))).status, 400)
    } finally {
      restore()
    }
  })
})
