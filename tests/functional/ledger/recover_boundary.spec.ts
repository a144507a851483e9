import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { newId } from '#app/ids/ids'
import { parseUsd } from '#app/money/usd'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { RecoverBoundary, defaultBoundaryId } from '#modules/ledger/index'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { TestRealm, accepted, pluck } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

/** As many objects as this, made directly: each holds one cent that came from `/a`. */
async function scatter(realm: TestRealm, count: number) {
  const transfers = Array.from({ length: count }, (_, index) => ({
    path: `/op/scatter/${index}`,
    sourceObjectPath: '/a',
    targetObjectPath: `/many/${index}`,
    amount: '0.01',
    feeOverride: '0',
  }))
  for (let first = 0; first < count; first += 20) {
    const page = transfers.slice(first, first + 20)
    await Promise.all(page.map(({ targetObjectPath }) => realm.object(targetObjectPath)))
    accepted(await realm.post('/transfers/bulk', { mode: 'atomic', transfers: page }))
  }
}

function recovery(realm: TestRealm, amount: string, reference: string) {
  return {
    realmId: realm.id,
    boundaryId: defaultBoundaryId(realm.id),
    reference,
    amount: parseUsd(amount),
    destinationAddress: `0x${'ab'.repeat(20)}`,
    txHash: `0x${'cd'.repeat(32)}`,
    proof: { type: 'recovery_withdrawal', externalRef: newId('prf') },
    vaults: [],
  }
}

/** What the books say against themselves. That no chain has seen these recoveries is no part of it. */
async function findings(realm: TestRealm): Promise<string[]> {
  const found = await (await app.container.make(CheckBooks)).run({ realmId: realm.id })
  return pluck(found, 'name').filter((name) => name !== 'obligations-are-the-replay')
}

test.group('ledger | booking a recovery', () => {
  test('more objects than one entry sweeps take several; the books agree', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '10' })
    const many = LEDGER_LIMITS.recoveredObjects + 20
    await scatter(realm, many)
    const recover = await app.container.make(RecoverBoundary)
    assert.equal(await recover.run(recovery(realm, '10', 'one')), 'booked')
    const sweeps =
      await readRows`SELECT id FROM operations WHERE realm_id = ${realm.id} AND type = 'adjustment'`
    assert.lengthOf(sweeps, 2)
    const [held] = await readRows`SELECT SUM(b.settled) AS held FROM balances b JOIN objects o
          ON o.id = b.object_id WHERE o.realm_id = ${realm.id} AND o.path <> '/_system/external'`
    assert.equal(Number(held!.held), 0)
    assert.deepEqual(await findings(realm), [])
  })

  test('ten runs at the same time book it once', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '7' })
    const recover = await app.container.make(RecoverBoundary)
    const same = recovery(realm, '7', 'one')
    assert.include(await Promise.all(Array.from({ length: 10 }, () => recover.run(same))), 'booked')
    assert.equal(await recover.run(same), 'booked')
    const booked =
      await readRows`SELECT id FROM operations WHERE realm_id = ${realm.id} AND type = 'withdrawal'`
    assert.lengthOf(booked, 1)
    assert.deepEqual(await findings(realm), [])
  })

  test('value the books do not have yet is waited for', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '7' })
    const recover = await app.container.make(RecoverBoundary)
    assert.equal(await recover.run(recovery(realm, '8', 'one')), 'waiting')
    await realm.account('/b', '1')
    assert.equal(await recover.run(recovery(realm, '8', 'one')), 'booked')
  })

  test('an empty recovery books no withdrawal; closed realms stay alone', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '7' })
    const recover = await app.container.make(RecoverBoundary)
    assert.equal(await recover.run(recovery(realm, '0', 'one')), 'booked')
    const { object, balances } = accepted(await realm.find('/a'))
    assert.equal(object.status, 'active')
    assert.equal(balances[0].settled, '0.00')
    accepted(await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`))
    assert.equal(await recover.run(recovery(realm, '7', 'two')), 'booked')
  })
})
