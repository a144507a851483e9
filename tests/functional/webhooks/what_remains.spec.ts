import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Metrics } from '#app/observability/metrics'
import { PurgeDeliveries } from '#modules/webhooks/services/purge_deliveries'
import { TestRealm, accepted, until } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import { Receiver, WEBHOOKS, deliveriesOf, hook } from './support/receiver.ts'

const rowsOf = (table: string, column: string, id: string) =>
  readRows(`SELECT id FROM ${table} WHERE ${column} = ?`, [id])

test.group('webhooks | what remains', (group) => {
  let realm: TestRealm
  let receiver: Receiver

  group.each.setup(async () => {
    realm = await TestRealm.open()
    receiver = await Receiver.open()
    return () => receiver.close()
  })

  const tried = async (id: string) => {
    accepted(await realm.client.post(`${WEBHOOKS}/${id}/test`))
    await until('the log', async () => {
      const delivered = await deliveriesOf(realm, id, { status: 'delivered' })
      return delivered.length === 1
    })
  }

  test('deliveries go after thirty days, and no sooner', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: receiver.url, types: ['order.*'] })
    await tried(webhook.id)
    const purge = await app.container.make(PurgeDeliveries)
    for (const [age, left] of [
      ['29 DAY', 1],
      ['31 DAY', 0],
    ] as const) {
      await writeRows(
        `UPDATE webhook_deliveries SET created_at = UTC_TIMESTAMP(6) - INTERVAL ${age}
          WHERE webhook_id = ?`,
        [webhook.id]
      )
      await purge.run()
      assert.lengthOf(await rowsOf('webhook_deliveries', 'webhook_id', webhook.id), left)
    }
  })

  test('a deleted webhook leaves nothing', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: receiver.url, types: ['order.*'] })
    await tried(webhook.id)
    accepted(await realm.client.send('DELETE', `${WEBHOOKS}/${webhook.id}`))
    assert.isEmpty(await rowsOf('webhook_deliveries', 'webhook_id', webhook.id))
  })

  test('a closed realm’s webhooks are not found, and go once they owe none', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: receiver.url, types: ['order.*'] })
    await tried(webhook.id)
    accepted(await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`))
    const gone = async () => (await realm.client.get(`${WEBHOOKS}/${webhook.id}`)).status === 404
    await until('it is not found', gone)
    const purge = await app.container.make(PurgeDeliveries)
    await until('the row to go', async () => {
      await purge.run()
      return (await rowsOf('webhooks', 'id', webhook.id)).length === 0
    })
    assert.isEmpty(await rowsOf('webhook_deliveries', 'webhook_id', webhook.id))
    assert.equal((await realm.get('/webhooks')).status, 404)
  })

  test('operators see how many there are and what receivers answer', async ({ assert }) => {
    const { webhook } = await hook(realm, { url: receiver.url, types: ['order.*'] })
    await tried(webhook.id)
    const text = await (await app.container.make(Metrics)).text()
    assert.match(text, /^webhook_attempts_total\{result="delivered"\} [1-9]/m)
    assert.match(text, /^webhook_attempt_seconds_count [1-9]/m)
  })
})
