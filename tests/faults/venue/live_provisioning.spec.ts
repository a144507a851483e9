import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { armFailpoints } from '#app/failpoints/failpoint'
import { LiveConnection } from '#modules/venue/live/services/live_connection'
import { accepted, eventually } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
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
    await writeRows`UPDATE venue_live_accounts
        SET state = 'funding_sent', due_at_ms = ${Number.MAX_SAFE_INTEGER} WHERE object_id = ${id}`
    for (const what of ['state', 'orders', 'fills', 'positions']) {
      const reply = await desk.realm.client.get(`/api/v1/objects/${id}/exchange/${what}`)
      assert.equal(`${reply.status} ${reply.error?.code}`, '503 EXCHANGE_PROVISIONING', what)
      assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/)
    }
    await writeRows`UPDATE venue_live_accounts SET state = 'failed' WHERE object_id = ${id}`
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
    await writeRows`UPDATE venue_live_accounts
        SET state = 'key_ready', created_at_ms = 0, due_at_ms = 0, address = CONCAT('0x',
          REPEAT('e', 40)), sealed_key = 'x' WHERE object_id = ${id}`
    const state = await eventually('the account to fail', async () => {
      await desk.keep()
      const account = await desk.account(id)
      return account.state === 'failed' ? account.state : null
    })
    assert.equal(state, 'failed')
  })

  test('an object trades nothing until there is a live venue to set it up', async ({ assert }) => {
    const connection = await app.container.make(LiveConnection)
    const { client } = desk.realm
    const realmId = desk.realm.id
    await desk.realm.object('/live/wallet')
    await desk.stop()
    const { id } = await desk.object('before')
    assert.isNull(connection.current)
    const answers = await Promise.all([
      client.get(`/api/v1/objects/${id}/exchange/state`),
      client.post(`/api/v1/objects/${id}/exchange/orders`, {
        realmId,
        path: '/op/before/1',
        market: 'vn:0:BTC',
        side: 'buy',
        orderType: 'MARKET',
        size: '0.01',
      }),
      client.post('/api/v1/transfer', {
        realmId,
        path: '/op/before/2',
        amount: '1.00',
        sourceObjectPath: '/live/wallet',
        targetObjectPath: '/live/before',
      }),
      client.post('/api/v1/fund-account', {
        realmId,
        path: '/op/before/3',
        amount: '1.00',
        objectPath: '/live/before',
      }),
    ])
    for (const { status, error } of answers) {
      assert.equal(`${status} ${error?.code}`, '503 EXCHANGE_PROVISIONING')
    }
    const query = { realmId, path: '/op/before' }
    assert.deepEqual(accepted(await client.get('/api/v1/operations', query)).operations, [])
    const worth = await client.get('/api/v1/objects/valuation', { realmId, path: '/live/before' })
    assert.equal(worth.status, 200)
    desk = await LiveDesk.start()
    const first = await client.get(`/api/v1/objects/${id}/exchange/state`)
    assert.equal(first.error?.code, 'EXCHANGE_PROVISIONING')
    assert.equal((await desk.ready(id)).state, 'ready')
    assert.equal((await client.get(`/api/v1/objects/${id}/exchange/state`)).status, 200)
  })
})
