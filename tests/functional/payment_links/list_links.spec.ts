import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { Client, TestRealm, accepted } from '#tests/support/client'
import { MISSING, refusesFields } from '#tests/support/refusals'

const URL = '/api/v1/payment-links'

let realm: TestRealm

async function openLink(amount: string): Promise<string> {
  const body = { realmId: realm.id, type: 'deposit', objectPath: '/till', amount }
  return accepted(await realm.client.post(URL, body)).paymentLink.id
}

const list = (query: Record<string, string | number> = {}, client = realm.client) =>
  client.get(URL, { realmId: realm.id, ...query })

test.group('payment_links | GET /payment-links', (group) => {
  group.each.setup(async () => {
    realm = await TestRealm.open()
    await realm.object('/till')
  })

  test('shows links newest first, as they were created', async ({ assert }) => {
    const empty = await list()
    assert.deepEqual(empty.data, { paymentLinks: [], total: 0, nextCursor: null })
    const body = { realmId: realm.id, type: 'deposit', objectPath: '/till', amount: '3' }
    const { paymentLink: first } = accepted(await realm.client.post(URL, body))
    const second = await openLink('4')
    const { status, data } = await list()
    assert.equal(status, 200)
    assert.equal(data.total, 2)
    assert.deepEqual(data.paymentLinks[1], first)
    assert.equal(data.paymentLinks[0].id, second)
  })

  test('a walk shows each link once, even when links are opened meanwhile', async ({ assert }) => {
    const opened: string[] = []
    for (let turn = 1; turn <= 5; turn++) opened.push(await openLink(String(turn)))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { data } = await list({ limit: 2, ...(cursor && { cursor }) })
      assert.equal(data.total, 5)
      for (const { id } of data.paymentLinks) seen.push(id)
      cursor = data.nextCursor
      await openLink('99')
    } while (cursor)
    assert.deepEqual(seen, opened.toReversed())
  })

  test('status is true between the end of a link and the job that records it', async ({
    assert,
  }) => {
    const over = await openLink('1')
    const alive = await openLink('2')
    const database = await app.container.make(Database)
    await database.write(
      `UPDATE payment_links SET expires_at = UTC_TIMESTAMP(6) - INTERVAL 1 SECOND WHERE id = ?`,
      [over]
    )
    const ids = async (status: string) =>
      (await list({ status })).data.paymentLinks.map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids('expired'), [over])
    assert.deepEqual(await ids('pending'), [alive])
    assert.deepEqual(await ids('completed'), [])
    const { data } = await list()
    assert.equal(data.paymentLinks.find(({ id }: { id: string }) => id === over).status, 'expired')
  })

  test('filters by type', async ({ assert }) => {
    await openLink('1')
    assert.equal((await list({ type: 'deposit' })).data.total, 1)
    assert.equal((await list({ type: 'withdrawal' })).data.total, 0)
  })

  test('every wrong field is named', async ({ assert }) => {
    const send = (input: object) => realm.client.get(URL, input as Record<string, string>)
    await refusesFields(
      assert,
      send,
      { realmId: realm.id },
      {
        realmId: [MISSING, '', 'x'],
        type: ['', 'refund'],
        status: ['', 'open', 'PENDING'],
        limit: ['', 0, -1, 1.5, 1001, 'x'],
        cursor: ['', 'x', 'bm9wZQ', 'a'.repeat(513)],
      }
    )
  })

  test('a foreign realm does not exist, and a credential is needed', async ({ assert }) => {
    const foreign = await list({}, await Client.signIn())
    assert.equal(foreign.status, 404)
    assert.equal(foreign.error.code, 'NOT_FOUND')
    assert.equal((await list({}, Client.anonymous())).status, 401)
  })
})
