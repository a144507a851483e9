import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Reap } from '#modules/ledger/services/reap'
import { TestRealm, accepted, pluck } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

const DAYS = 30

async function age(realm: TestRealm, days: number) {
  await writeRows`UPDATE realms SET created_at = UTC_TIMESTAMP(6) - INTERVAL ${days * 24} HOUR
      WHERE id = ${realm.id}`
}

async function reap() {
  return (await app.container.make(Reap)).run()
}

const statusOf = async ({ client, id }: TestRealm) =>
  (await client.get(`/api/v1/realms/${id}`)).status

test.group('ledger | reaper', () => {
  test('closes temporary realms after thirty days, with what they hold', async ({ assert }) => {
    const due = await TestRealm.with({ '/wallet': '5.00' })
    const [young, kept] = [
      await due.client.realm(),
      await due.client.realm({ lifecycle: 'permanent' }),
    ]
    await age(due, DAYS + 0.1)
    await age(young, DAYS - 0.1)
    await age(kept, DAYS * 10)
    await reap()
    assert.deepEqual(await Promise.all([due, young, kept].map(statusOf)), [404, 200, 200])
    const [last] = await readRows`SELECT authority FROM journal_entries WHERE realm_id = ${due.id}
          ORDER BY seq DESC LIMIT 1`
    assert.equal(last!.authority, 'system:reaper')
  })

  test('two runs at once close each realm once', async ({ assert }) => {
    const realms = await Promise.all(Array.from({ length: 8 }, () => TestRealm.open()))
    await Promise.all(realms.map((realm) => age(realm, DAYS + 1)))
    await Promise.all([reap(), reap(), reap()])
    assert.deepEqual(
      await Promise.all(realms.map(statusOf)),
      realms.map(() => 404)
    )
    const ends = await readRows`SELECT id FROM events WHERE realm_id IN (${pluck(realms, 'id')})
          AND type = 'realm.deleted'`
    assert.lengthOf(ends, realms.length)
  })

  test('a temporary production realm with money stays, others may go', async ({ assert }) => {
    const funded = await TestRealm.open({ asset: 'live', lifecycle: 'temporary' })
    const object = await funded.object('/vault')
    // Only the reader has to believe it: nothing is posted to this realm any more.
    await writeRows`UPDATE balances SET arriving = 1 WHERE object_id = ${object.id}`
    const empty = await funded.client.realm({ asset: 'live', lifecycle: 'temporary' })
    await age(funded, DAYS + 2)
    await age(empty, DAYS + 1)
    await reap()
    assert.deepEqual(await Promise.all([funded, empty].map(statusOf)), [200, 404])
    await writeRows`UPDATE balances SET arriving = 0 WHERE object_id = ${object.id}`
    await reap()
    assert.equal(await statusOf(funded), 404)
    accepted(await empty.client.get('/api/v1/realms'))
  })
})
