import ace from '@adonisjs/core/services/ace'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Clock, ManualClock } from '#app/clock/clock'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { systemAuditEntry } from '#modules/auth/core/audit_entry'
import { AuditLog } from '#modules/auth/services/audit_log'
import { CheckAudit } from '#modules/auth/services/check_audit'
import { SealAudit } from '#modules/auth/services/seal_audit'
import { AuditStore } from '#modules/auth/storage/audit_store'
import { allow, makeKey, mint } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, pluck, type AnyData } from '#tests/support/client'

const AUDIT = 'credential_audit'

test.group('auth | audit chain', (group) => {
  let database: Database
  let seal: SealAudit

  group.setup(async () => {
    database = await app.container.make(Database)
    seal = await app.container.make(SealAudit)
  })

  async function findingsOf(orgId: string): Promise<string[]> {
    const { findings } = await (await app.container.make(CheckAudit)).run()
    return pluck(
      findings.filter((each) => each.orgId === orgId),
      'problem'
    )
  }

  async function write(orgId: string, count: number, clock?: Clock) {
    const store = await app.container.make(AuditStore)
    const log = new AuditLog(store, clock ?? (await app.container.make(Clock)))
    for (let index = 0; index < count; index++) {
      const details = { index, text: 'é"\\' }
      await log.record(database, systemAuditEntry('test', orgId, { eventType: 'sign_in', details }))
    }
  }

  /** An organization with five entries in its chain. */
  async function chained(): Promise<string> {
    const orgId = newId('org')
    await write(orgId, 5)
    await seal.run()
    return orgId
  }

  test('every entry gets its place, whoever writes and seals at once', async ({ assert }) => {
    const realm = await TestRealm.open()
    const { orgId } = accepted(await realm.client.get('/api/v1/auth/me'))
    const key = await makeKey(realm.client)
    const mints = Array.from({ length: 20 }, () =>
      mint(key.client, realm.id, allow('svc:Read', '*'))
    )
    const seals = Array.from({ length: 5 }, () => seal.run())
    await Promise.all([...mints, ...seals])
    await seal.run()
    const rows = await database.read<{ seq: number | null; entries: number }>(
      `SELECT COUNT(*) AS entries, COUNT(seq) AS seq FROM ${AUDIT} WHERE org_id = ?`,
      [orgId]
    )
    assert.equal(Number(rows[0]!.seq), Number(rows[0]!.entries))
    assert.isAtLeast(Number(rows[0]!.entries), 22)
    assert.deepEqual(await findingsOf(orgId), [])
  })

  test('whatever is done to the log is found: {what}')
    .with([
      {
        what: 'an entry is changed',
        sql: `UPDATE ${AUDIT} SET success = 0 WHERE org_id = ? AND seq = 3`,
        finding: /was changed/,
      },
      {
        what: 'details are changed',
        sql: `UPDATE ${AUDIT} SET details = '{}' WHERE org_id = ? AND seq = 2`,
        finding: /was changed/,
      },
      {
        what: 'an address is changed',
        sql: `UPDATE ${AUDIT} SET ip = '10.0.0.1' WHERE org_id = ? AND seq = 2`,
        finding: /was changed/,
      },
      {
        what: 'an entry in the middle is taken away',
        sql: `DELETE FROM ${AUDIT} WHERE org_id = ? AND seq = 3`,
        finding: /has entry 4 after entry 2/,
      },
      {
        what: 'the newest entry is taken away',
        sql: `DELETE FROM ${AUDIT} WHERE org_id = ? AND seq = 5`,
        finding: /ends at entry 4, and not with the entry 5/,
      },
      {
        what: 'the oldest entry is taken away',
        sql: `DELETE FROM ${AUDIT} WHERE org_id = ? AND seq = 1`,
        finding: /has entry 2 after entry 0/,
      },
      {
        what: 'an entry is moved behind the anchor',
        sql: 'UPDATE audit_chains SET anchor_seq = 1 WHERE org_id = ?',
        finding: /has 1 entries that belong to no chain/,
      },
      {
        what: 'the chain is thrown away',
        sql: 'DELETE FROM audit_chains WHERE org_id = ?',
        finding: /has 5 entries that belong to no chain/,
      },
    ])
    .run(async ({ assert }, { sql, finding }) => {
      const orgId = await chained()
      assert.deepEqual(await findingsOf(orgId), [])
      await database.write(sql, [orgId])
      const problems = await findingsOf(orgId)
      const isFound = problems.some((problem) => finding.test(problem))
      assert.isTrue(isFound, problems.join('; '))
      await database.write(`DELETE FROM ${AUDIT} WHERE org_id = ?`, [orgId])
      await database.write('DELETE FROM audit_chains WHERE org_id = ?', [orgId])
    })

  test('an entry that is added with an old time is found', async ({ assert }) => {
    const orgId = await chained()
    const now = (await app.container.make(Clock)).nowMicros()
    await write(orgId, 1, new ManualClock(now - 3_600_000_000))
    const problems = await findingsOf(orgId)
    assert.match(problems.join(), /says it is older than what was written before it/)
    await database.write(`DELETE FROM ${AUDIT} WHERE org_id = ?`, [orgId])
    await database.write('DELETE FROM audit_chains WHERE org_id = ?', [orgId])
  })

  test('the command says so and fails', async ({ assert }) => {
    const orgId = await chained()
    await database.write(`UPDATE ${AUDIT} SET actor_id = 'x' WHERE org_id = ? AND seq = 2`, [orgId])
    ace.ui.switchMode('raw')
    try {
      const command = await ace.exec('auth:verify-audit', [])
      assert.equal(command.exitCode, 1)
      const said = pluck(command.ui.logger.getLogs(), 'message')
      assert.isTrue(said.some((line) => line.includes(orgId) && line.includes('was changed')))
    } finally {
      ace.ui.switchMode('normal')
      await database.write(`DELETE FROM ${AUDIT} WHERE org_id = ?`, [orgId])
      await database.write('DELETE FROM audit_chains WHERE org_id = ?', [orgId])
    }
  })

  test('what a builder did to a realm is in the log, with the address', async ({ assert }) => {
    const client = await Client.signIn()
    const realm = await client.realm({ name: 'Audited', lifecycle: 'temporary' })
    const settings = { defaultApplicationFeeTenthsBps: 5 }
    accepted(await client.send('PATCH', `/api/v1/realms/${realm.id}/settings`, settings))
    accepted(await client.send('DELETE', `/api/v1/realms/${realm.id}`))
    assert.equal((await client.send('DELETE', `/api/v1/realms/${realm.id}`)).status, 404)
    const { entries } = accepted(await client.get('/api/v1/auth/audit'))
    const { id: actorId } = accepted(await client.get('/api/v1/auth/me'))
    const types = entries.map(({ eventType, realmId }: AnyData) => [eventType, realmId])
    assert.deepEqual(types, [
      ['realm_deleted', realm.id],
      ['realm_settings_changed', realm.id],
      ['realm_created', realm.id],
      ['sign_in', null],
    ])
    assert.containSubset(entries[2].details, { name: 'Audited', lifecycle: 'temporary' })
    assert.deepEqual(entries[1].details, { change: settings })
    for (const entry of entries) {
      assert.deepEqual([entry.address, entry.actorId], ['127.0.0.1', actorId])
    }
  })
})
