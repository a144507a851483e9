import { test } from '@japa/runner'
import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { DrillFailed, RunDrill, type DrillStep } from '#modules/custody/services/run_drill'
import { TestRealm, WAIT_MS, pluck } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

async function drilled(realmId: string): Promise<DrillStep[]> {
  return Array.fromAsync((await app.container.make(RunDrill)).run(realmId, WAIT_MS))
}

test.group('custody | drill', () => {
  test('a holder gets away with the money, and the books prove it', async ({ assert }) => {
    const realm = await TestRealm.open()
    const steps = await drilled(realm.id)
    assert.deepEqual(pluck(steps, 'what'), [
      'pay 10.00 in',
      'register the recovery key',
      'lock',
      'have a withdrawal refused',
      'unlock',
      'exit with the recovery key',
      'check the books',
    ])
    for (const { ms } of steps) assert.isAtLeast(ms, 0)
    const told =
      await readRows`SELECT e.name FROM custody_events e JOIN custody_pools p ON p.address = e.pool
          WHERE p.realm_id = ${realm.id}
          AND e.name IN ('BoundaryLocked', 'BoundaryUnlocked', 'RecoveryWithdrawn') ORDER BY e.seq`
    assert.deepEqual(pluck(told, 'name'), [
      'BoundaryLocked',
      'BoundaryUnlocked',
      'RecoveryWithdrawn',
    ])
    // A second one has a zone of its own.
    assert.equal((await ace.exec('custody:drill', ['--realm', realm.id])).exitCode, 0)
  })

  test('a live realm is refused, and one that is not there', async ({ assert }) => {
    const realm = await TestRealm.open({ asset: 'live' })
    await assert.rejects(() => drilled(realm.id), DrillFailed)
    assert.equal((await ace.exec('custody:drill', ['--realm', realm.id])).exitCode, 1)
    assert.equal((await ace.exec('custody:drill', [])).exitCode, 1)
    const nowhere = '00000000-0000-7000-8000-000000000000'
    await assert.rejects(() => drilled(nowhere), /no such realm/)
  })
})
