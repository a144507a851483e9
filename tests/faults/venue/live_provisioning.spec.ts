import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { armFailpoints } from '#app/failpoints/failpoint'
import { Database } from '#app/storage/database'
import { LiveConnection } from '#modules/venue/live/services/live_connection'
import { TestRealm, accepted, eventually } from '#tests/support/client'
import { LiveDesk } from '#tests/faults/venue/support/live_desk'

test.group('venue | live provisioning', (group) => {
  let desk: LiveDesk

  group.setup(async () => {
    desk = await LiveDesk.start()
  })
  group.teardown(() => desk.stop())
  group.each.setup(() => armFailpoints(''))

  test('an account is funded, activated and given its agent', async ({ assert }) => {
    const { id } = await desk.object('plain')
    const account = await desk.ready(id)
    const there = desk.fake.accounts.of(account.address)
    assert.equal(there.rawUsd, 5)
    assert.deepEqual([...there.agents.keys()], [account.agent!.address])
    assert.equal(account.floatUsd, 5_000_000n)
  })

  test('until it is ready every answer says so, and when to come again', async ({ assert }) => {
    desk.fake.fail('error_before', 'usdSend')
    armFailpoints('venue.funding:1:error')
    const { id } = await desk.object('early')
    const database = await app.container.make(Database)
    await database.write(
      `UPDATE venue_live_accounts SET state = 'funding_sent', due_at_ms = ?
      WHERE object_id = ?`,
      [Number.MAX_SAFE_INTEGER, id]
    )
    for (const what of ['state', 'orders', 'fills', 'positions']) {
      const reply = await desk.realm.client.get(`/api/v1/objects/${id}/exchange/${what}`)
      assert.equal(`${reply.status} ${reply.error?.code}`, '503 EXCHANGE_PROVISIONING', what)
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
    }
    await database.write(`UPDATE venue_live_accounts SET state = 'failed' WHERE object_id = ?`, [
      id,
    ])
  })

  for (const point of [
    'venue.funding:1:error',
    'venue.agent_drawn:1:error',
    'venue.provisioned:1:error',
    'venue.provisioned:2:error',
    'venue.provisioned:3:error',
    'venue.provisioned:4:error',
    'venue.provisioned:5:error',
  ]) {
    test(`a setup cut short goes on where it was: ${point}`, async ({ assert }) => {
      const sends = desk.fake.countOf('usdSend')
      armFailpoints(point)
      const { id } = await desk.object(point.replace(/[^a-z0-9]/g, '-'))
      const account = await desk.ready(id)
      assert.equal(desk.fake.countOf('usdSend'), sends + 1)
      const there = desk.fake.accounts.of(account.address)
      assert.equal(there.rawUsd, 5)
      assert.equal(there.agents.size, 1)
      await desk.assertSoundBooks(assert)
    })
  }

  test('a funding whose answer was lost is not sent twice', async ({ assert }) => {
    const sends = desk.fake.countOf('usdSend')
    desk.fake.fail('timeout_after_accept', 'usdSend')
    const { id } = await desk.object('lost')
    const account = await desk.ready(id)
    assert.equal(desk.fake.countOf('usdSend'), sends + 1)
    assert.equal(desk.fake.accounts.of(account.address).rawUsd, 5)
  })

  test('no key stands in the clear in the database', async ({ assert }) => {
    const { id } = await desk.object('sealed')
    const account = await desk.ready(id)
    for (const sealed of [account.sealedKey, account.agent!.sealedKey]) {
      assert.notMatch(sealed, /^(0x)?[0-9a-f]{64}$/i)
      assert.isAbove(sealed.length, 64)
    }
  })

  test('setup that never succeeds is given up, and says so', async ({ assert }) => {
    armFailpoints('venue.funding:1:error')
    const { id } = await desk.object('hopeless')
    const database = await app.container.make(Database)
    await database.write(
      `UPDATE venue_live_accounts SET state = 'key_ready', created_at_ms = 0, due_at_ms = 0,
         address = CONCAT('0x', REPEAT('e', 40)), sealed_key = 'x' WHERE object_id = ?`,
      [id]
    )
    const state = await eventually('the account to fail', async () => {
      await desk.ready(id).catch(() => null)
      const account = await desk.account(id)
      return account.state === 'failed' ? account.state : null
    })
    assert.equal(state, 'failed')
  })

  test('without a live venue production realms trade nothing', async ({ assert }) => {
    const connection = await app.container.make(LiveConnection)
    const open = connection.current
    assert.isNotNull(open)
    const realm = await TestRealm.open({ asset: 'live' })
    const metadata = JSON.stringify({ venue: 'elsewhere' })
    const refused = await realm.client.post('/api/v1/objects', {
      realmId: realm.id,
      path: '/x',
      type: 'exchange',
      metadata,
    })
    assert.equal(refused.status, 400)
    assert.isArray(accepted(await realm.client.get('/api/v1/realms')).realms)
  })
})
