import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ActivateSigningKeys } from '#modules/auth/services/activate_signing_keys'
import { CheckSigningKeys } from '#modules/auth/services/check_signing_keys'
import {
  GRACE_MS,
  HOUR_MS,
  SIGNING_KEYS,
  eventsOf,
  expectedHash,
  registered,
  registeredBefore,
  revoke,
} from '#tests/functional/auth/support/signing'
import { Client, accepted, pluck } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'

test.group('auth | signing keys | reading', () => {
  test('a list is newest first and is walked in pages', async ({ assert }) => {
    const builder = await Client.signIn()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) ids.unshift((await registered(builder)).view.id)
    const all = accepted(await builder.get(SIGNING_KEYS))
    assert.deepEqual(pluck(all.signingKeys, 'id'), ids)
    assert.deepEqual([all.total, all.nextCursor], [3, null])
    const first = accepted(await builder.get(SIGNING_KEYS, { limit: 2 }))
    await registered(builder)
    const second = accepted(await builder.get(SIGNING_KEYS, { limit: 2, cursor: first.nextCursor }))
    const walked = pluck([...first.signingKeys, ...second.signingKeys], 'id')
    assert.deepEqual(walked, ids)
    assert.isNull(second.nextCursor)
  })

  test('a wrong limit or cursor is refused, never clamped', async ({ assert }) => {
    const builder = await Client.signIn()
    const { view } = await registered(builder)
    const wrong: Record<string, string | number>[] = [
      { limit: 0 },
      { limit: 1001 },
      { limit: 'x' },
      { cursor: 'x' },
    ]
    for (const path of [SIGNING_KEYS, `${SIGNING_KEYS}/${view.id}/events`]) {
      for (const query of wrong) {
        const reply = await builder.get(path, query)
        assert.equal(reply.status, 400, `${path} ${JSON.stringify(query)}`)
      }
    }
  })

  test('the events of a key are a hash chain everybody can recompute', async ({ assert }) => {
    const builder = await Client.signIn()
    const me = accepted(await builder.get('/api/v1/auth/me'))
    await registered(builder)
    const { view } = await registeredBefore(builder, GRACE_MS + HOUR_MS)
    accepted(await revoke(builder, view.id))
    const events = (await eventsOf(builder, view.id)).reverse()
    const actors = events.map(({ eventType, actor }) => [eventType, actor])
    assert.deepEqual(actors, [
      ['registered', `builder:${me.id}`],
      ['activated', 'system:activation'],
      ['revoked', `builder:${me.id}`],
    ])
    let before = ''
    for (const event of events) {
      assert.deepEqual(Object.keys(event).sort(), [
        'actor',
        'createdAt',
        'eventHash',
        'eventType',
        'id',
        'keyId',
        'prevHash',
      ])
      assert.match(event.id, /^ske_/)
      assert.equal(event.prevHash, before)
      assert.equal(event.eventHash, expectedHash(event))
      before = event.eventHash
    }
    assert.equal(events[1]!.createdAt, view.activatesAt)
  })

  test('reading before the job records the activation, once, as it would', async ({ assert }) => {
    const builder = await Client.signIn()
    await registered(builder)
    const { view } = await registeredBefore(builder, GRACE_MS + HOUR_MS)
    assert.equal(view.state, 'active')
    const activate = await app.container.make(ActivateSigningKeys)
    await Promise.all([
      ...Array.from({ length: 5 }, () => eventsOf(builder, view.id)),
      activate.run(),
      activate.record(view.id),
    ])
    const types = pluck(await eventsOf(builder, view.id), 'eventType')
    assert.deepEqual(types, ['activated', 'registered'])
  })

  test('the job records what is due and nothing else', async ({ assert }) => {
    const builder = await Client.signIn()
    await registered(builder)
    const due = await registeredBefore(builder, GRACE_MS + 1000)
    const young = await registeredBefore(builder, GRACE_MS - HOUR_MS)
    const activate = await app.container.make(ActivateSigningKeys)
    await activate.run()
    const rows = await readRows`SELECT key_id FROM signing_key_events WHERE event_type = 'activated'
          AND key_id IN (${[due.view.id, young.view.id]})`
    assert.deepEqual(pluck(rows, 'key_id'), [due.view.id])
  })
})

test.group('auth | signing keys | verifying', () => {
  async function brokenKey() {
    const builder = await Client.signIn()
    await registered(builder)
    const { view } = await registeredBefore(builder, GRACE_MS + HOUR_MS)
    accepted(await revoke(builder, view.id))
    return view.id
  }

  async function problemsOf(id: string): Promise<string[]> {
    const check = await app.container.make(CheckSigningKeys)
    const { findings } = await check.run()
    return pluck(
      findings.filter(({ keyId }) => keyId === id),
      'problem'
    )
  }

  async function runCommand() {
    const ace = await app.container.make('ace')
    return ace.exec('auth:verify-signing-keys', [])
  }

  const TAMPERINGS: Record<string, [string, string]> = {
    'an edited event': [
      `UPDATE signing_key_events SET actor = 'builder:bld_x' WHERE key_id = ? AND seq = 2`,
      `UPDATE signing_key_events SET actor = 'system:activation' WHERE key_id = ? AND seq = 2`,
    ],
    'a removed event': [
      `UPDATE signing_key_events SET key_id = CONCAT('x', key_id) WHERE key_id = ? AND seq = 3`,
      `UPDATE signing_key_events SET key_id = SUBSTRING(key_id, 2) WHERE key_id = CONCAT('x', ?)`,
    ],
    'events in another order': [
      `UPDATE signing_key_events SET seq = IF(seq = 1, 12, 11) WHERE key_id = ? AND seq < 3`,
      `UPDATE signing_key_events SET seq = IF(seq = 12, 1, 2) WHERE key_id = ? AND seq > 10`,
    ],
    'a key brought back to life': [
      `UPDATE signing_keys SET updated_at = revoked_at, revoked_at = NULL WHERE id = ?`,
      `UPDATE signing_keys SET revoked_at = updated_at WHERE id = ?`,
    ],
  }

  for (const [what, [tamper, restore]] of Object.entries(TAMPERINGS)) {
    test(`finds ${what}, and the command exits with an error`, async ({ assert }) => {
      const id = await brokenKey()
      assert.deepEqual(await problemsOf(id), [])
      await writeRows(tamper, [id])
      try {
        assert.isNotEmpty(await problemsOf(id))
        assert.equal((await runCommand()).exitCode, 1)
      } finally {
        await writeRows(restore, [id])
      }
      assert.deepEqual(await problemsOf(id), [])
    })
  }

  test('every key here agrees with its history, and the command says so', async ({ assert }) => {
    const check = await app.container.make(CheckSigningKeys)
    const { checked, findings } = await check.run()
    assert.isAbove(checked, 0)
    assert.deepEqual(findings, [])
    assert.notOk((await runCommand()).exitCode)
  })
})
