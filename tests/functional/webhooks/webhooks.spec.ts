import { test } from '@japa/runner'
import { allow, makeKey, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, pluck, type AnyData } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'
import { readRows } from '#tests/support/rows'
import { hook, shown, WEBHOOKS, type WebhookView } from './support/receiver.ts'

const URL = 'https://receiver.example/events'

test.group('webhooks | the webhooks of a realm', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.open()
  })

  test('one is made, read, changed, listed and deleted', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: URL })
    assert.containSubset(webhook, {
      realmId: realm.id,
      url: URL,
      types: ['*'],
      pathPrefix: '/',
      description: null,
      status: 'active',
      failures: 0,
      nextAttemptAt: null,
    })
    assert.deepEqual(await shown(realm, webhook.id), webhook)
    const changes = {
      url: `${URL}/2`,
      types: ['deposit.*', 'realm.created', 'deposit.*'],
      pathPrefix: '/users/',
      description: 'Books',
      status: 'paused',
    }
    const address = `${WEBHOOKS}/${webhook.id}`
    const changed = accepted(await realm.client.send('PATCH', address, changes)).webhook
    assert.containSubset(changed, { ...changes, types: ['deposit.*', 'realm.created'] })
    const undone = { description: '', status: 'active' }
    assert.containSubset(accepted(await realm.client.send('PATCH', address, undone)).webhook, {
      description: null,
      status: 'active',
      url: changes.url,
    })
    const second = await hook(realm, { url: URL, types: ['deposit.completed'] })
    const first = accepted(await realm.get('/webhooks', { limit: 1 }))
    assert.deepEqual(pluck(first.webhooks, 'id'), [second.webhook.id])
    assert.equal(first.total, 2)
    const rest = accepted(await realm.get('/webhooks', { limit: 1, cursor: first.nextCursor }))
    assert.deepEqual(pluck(rest.webhooks, 'id'), [webhook.id])
    assert.deepEqual(accepted(await realm.client.send('DELETE', address)), { deleted: true })
    assert.equal((await realm.client.get(address)).status, 404)
    assert.equal((await realm.client.send('DELETE', address)).status, 404)
  })

  test('its secret is shown when made and rotated, and stored nowhere', async ({ assert }) => {
    const { webhook, secret } = await hook(realm, { url: URL })
    assert.match(secret, /^whsec_[0-9A-Za-z+/]{43}=$/)
    const address = `${WEBHOOKS}/${webhook.id}`
    const rotated = accepted(await realm.client.post(`${address}/rotate-secret`))
    assert.match(rotated.secret, /^whsec_/)
    assert.notEqual(rotated.secret, secret)
    const answers = [
      await realm.client.get(address),
      await realm.get('/webhooks'),
      await realm.client.send('PATCH', address, { description: 'x' }),
      await realm.client.get(`${address}/deliveries`),
      await realm.client.get('/api/v1/auth/audit'),
    ]
    const rows = await readRows`SELECT * FROM webhooks WHERE id = ${webhook.id}`
    for (const text of [...answers.map(({ body }) => JSON.stringify(body)), JSON.stringify(rows)]) {
      for (const each of [secret, rotated.secret]) {
        assert.notInclude(text, each.slice('whsec_'.length, -1))
      }
    }
  })

  test('who made, changed, rotated and deleted it stands in the audit log', async ({ assert }) => {
    const own = await TestRealm.open()
    const { webhook } = await hook(own, { url: URL })
    const address = `${WEBHOOKS}/${webhook.id}`
    accepted(await own.client.send('PATCH', address, { status: 'paused' }))
    accepted(await own.client.post(`${address}/rotate-secret`))
    accepted(await own.client.send('DELETE', address))
    const { entries } = accepted(await own.client.get('/api/v1/auth/audit'))
    const told = entries.filter((entry: { details: { webhookId?: string } }) => {
      return entry.details.webhookId === webhook.id
    })
    assert.deepEqual(pluck(told, 'eventType'), [
      'webhook_deleted',
      'webhook_secret_rotated',
      'webhook_changed',
      'webhook_created',
    ])
  })

  test('wrong input names its field', async ({ assert }) => {
    const valid = { realmId: realm.id, url: URL }
    await refusesFields(assert, (input) => realm.client.post(WEBHOOKS, input), valid, {
      realmId: [MISSING, 1, 'x'],
      url: [
        MISSING,
        1,
        '',
        'receiver.example',
        'ftp://receiver.example/',
        'https://user:word@receiver.example/',
        'http://10.0.0.1/',
        'https://169.254.169.254/',
        `${URL}/${'a'.repeat(2048)}`,
      ],
      types: [[], ['Deposit'], ['deposit.'], ['.*'], [1], 'deposit', Array(51).fill('*')],
      pathPrefix: ['users', 1, '/a//b'],
      description: [1, 'a'.repeat(257)],
      secret: ['whsec_mine'],
    })
    const { webhook } = await hook(realm, { url: URL })
    const change = (input: object) => realm.client.send('PATCH', `${WEBHOOKS}/${webhook.id}`, input)
    await refusesFields(assert, change, {}, { status: ['disabled', 1], url: ['http://10.0.0.1/'] })
  })

  test('a type that nobody emits is refused with the nearest name', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: URL })
    const address = `${WEBHOOKS}/${webhook.id}`
    const types = ['deposit.*', 'deposit.complete', 'ordr.*', 'zzz', 'webhook.test', 'funding.*']
    const refusals = [
      await realm.post('/webhooks', { url: URL, types }),
      await realm.client.send('PATCH', address, { types }),
    ]
    for (const { status, error } of refusals) {
      assert.equal(status, 400)
      const { fields } = error.details as { fields: AnyData[] }
      assert.deepEqual(pluck(fields, 'field'), ['types.1', 'types.2', 'types.3', 'types.4'])
      assert.match(fields[0]!.message, /Did you mean deposit\.completed\?/)
      assert.match(fields[1]!.message, /Did you mean order\.\*\?/)
      assert.match(fields[2]!.message, /zzz.*x-events of \/openapi\.json/)
    }
    assert.deepEqual((await shown(realm, webhook.id)).types, ['*'])
  })

  test('a realm has room for twenty', async ({ assert }) => {
    const full = await TestRealm.open()
    for (let made = 0; made < 20; made++) await hook(full, { url: URL })
    const { status, error } = await full.post('/webhooks', { url: URL })
    assert.equal(status, 409)
    assert.match(error.message, /20 webhooks.*DELETE/)
  })

  test('only an unscoped credential of the organization gets near', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: URL })
    const address = `${WEBHOOKS}/${webhook.id}`
    const requests = (client: Client) => [
      client.post(WEBHOOKS, { realmId: realm.id, url: URL }),
      client.get(WEBHOOKS, { realmId: realm.id }),
      client.get(address),
      client.send('PATCH', address, { status: 'paused' }),
      client.post(`${address}/rotate-secret`),
      client.post(`${address}/test`),
      client.get(`${address}/deliveries`),
      client.post(`${address}/replay`, { since: new Date().toISOString() }),
      client.send('DELETE', address),
    ]
    const statusesFor = async (client: Client) =>
      new Set((await Promise.all(requests(client))).map(({ status }) => status))
    const locked = (await makeKey(realm.client, { realmId: realm.id })).client
    const reader = (await makeKey(realm.client, { permissions: 'read' })).client
    const user = await scoped(realm, allow('svc:Read', '*'))
    for (const client of [locked, reader, user]) {
      assert.deepEqual(await statusesFor(client), new Set([403]))
    }
    assert.deepEqual(await statusesFor(await Client.signIn()), new Set([404]))
    assert.deepEqual(await statusesFor(Client.anonymous()), new Set([401]))
    const unchanged: WebhookView = await shown(realm, webhook.id)
    assert.deepEqual(unchanged, webhook)
  })
})
