import { test } from '@japa/runner'
import { allow, makeKey, scoped } from '#tests/functional/auth/support/credentials'
import { Payer } from '#tests/functional/custody/support/payer'
import { freshAddress } from '#tests/functional/custody/support/withdrawing'
import { type Client, TestRealm, accepted, eventually } from '#tests/support/client'
import { TestSocket } from '#tests/support/socket'
import { readRows } from '#tests/support/rows'
import { LINKS, confirm, openLink, paymentOf, type LinkView } from './support/links.ts'

let realm: TestRealm
let reader: Client

const offer = (body: Record<string, unknown> = {}) =>
  openLink(realm, { type: 'withdrawal', objectPath: '/purse', ...body })
const shown = async (client: Client, { id }: LinkView): Promise<LinkView> =>
  accepted(await client.get(`${LINKS}/${id}`)).paymentLink
const listed = async (client: Client, { id }: LinkView): Promise<LinkView> => {
  const { paymentLinks } = accepted(await client.get(LINKS, { realmId: realm.id }))
  return (paymentLinks as LinkView[]).find((link) => link.id === id)!
}
const secretOf = ({ token, url }: LinkView) => [token, url]
const HIDDEN = [null, null]

/** Columns of text and bytes, of every table. */
async function textColumns() {
  return readRows`SELECT table_name AS \`table\`, column_name AS \`column\`
      FROM information_schema.columns WHERE table_schema = DATABASE()
      AND data_type IN ('char', 'varchar', 'text', 'mediumtext', 'longtext', 'json', 'binary',
        'varbinary', 'blob', 'mediumblob', 'longblob')`
}

test.group('payment_links | who holds the secret of a link', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/purse': '5000', '/till': '0' })
    reader = (await makeKey(realm.client, { permissions: 'read' })).client
  })

  test('on a live realm a read key takes no money by a withdrawal link', async ({ assert }) => {
    const live = await realm.client.realm({ asset: 'live' })
    await live.object('/purse')
    const opened = await live.deposit('/purse', '1000')
    const payer = await Payer.with('1000.00')
    await payer.pay(accepted(opened).poolAddress as string, '1000.00')
    await live.completed(accepted(opened).operation.id as string)
    const link = await openLink(live, { type: 'withdrawal', objectPath: '/purse', amount: '1000' })
    const key = (await makeKey(live.client, { permissions: 'read' })).client
    const seen = accepted(await key.get(`${LINKS}/${link.id}`)).paymentLink as LinkView
    const taken = await confirm(
      { token: seen.token ?? 'null' },
      { destinationAddress: freshAddress() }
    )
    assert.equal(taken.status, 404)
    assert.containSubset(await live.balance('/purse'), { departing: '1000.00' })
    assert.equal((await paymentOf(link)).progress, 'waiting')
  })

  test('the secret is shown to {0} of a {1} link: {3}')
    .with([
      ['who may withdraw from its object', 'withdrawal', ['svc:Read', 'svc:WithdrawFrom'], true],
      ['who may pay into its object', 'deposit', ['svc:Read', 'svc:ReceiveTo'], true],
      ['who may only read', 'withdrawal', ['svc:Read'], false],
      ['who may only read', 'deposit', ['svc:Read'], false],
      ['who may only pay in', 'withdrawal', ['svc:Read', 'svc:ReceiveTo'], false],
      ['who may only withdraw', 'deposit', ['svc:Read', 'svc:WithdrawFrom'], false],
    ] as const)
    .run(async ({ assert }, [, type, actions, holds]) => {
      const link = await openLink(realm, { type, objectPath: '/purse', amount: '1' })
      const client = await scoped(realm, allow([...actions], '*'))
      const expected = holds ? secretOf(link) : HIDDEN
      assert.deepEqual(secretOf(await shown(client, link)), expected)
      assert.deepEqual(secretOf(await listed(client, link)), expected)
    })

  test('a permission elsewhere shows nothing here', async ({ assert }) => {
    const link = await offer({ amount: '1' })
    const client = await scoped(
      realm,
      allow('svc:Read', '*'),
      allow('svc:WithdrawFrom', '/purse/*', '/till')
    )
    assert.deepEqual(secretOf(await listed(client, link)), HIDDEN)
  })

  test('no operation, evidence, event, audit, export or push names it', async ({ assert }) => {
    const socket = await TestSocket.open(realm.id, reader.token!)
    await socket.ask({ action: 'subscribe_events', types: ['*'] }, 'subscribed')
    await socket.ask({ action: 'watch', path: '/' }, 'watch_snapshot')
    const path = '/op/secret/payout'
    const link = await offer({ amount: '2', path })
    accepted(await realm.client.post(LINKS, repeat(path)))
    accepted(await confirm(link, { destinationAddress: freshAddress() }))
    await realm.completed(link.operationId)
    await eventually('the event of its end', async () =>
      socket.frames.find((frame) => JSON.stringify(frame).includes('payment_link.completed'))
    )
    const told = [JSON.stringify(socket.frames)]
    await socket.close()
    for (const address of [
      `/api/v1/operations/${link.operationId}?includeEvidence=true`,
      `/api/v1/operations/export?realmId=${realm.id}&from=2020-01-01T00:00:00Z&to=2999-01-01T00:00:00Z`,
      `/api/v1/operations?realmId=${realm.id}`,
      `/api/v1/events?realmId=${realm.id}`,
      `/api/v1/deltas?realmId=${realm.id}`,
      `/api/v1/auth/audit?realmId=${realm.id}`,
      `${LINKS}?realmId=${realm.id}`,
      `${LINKS}/${link.id}`,
    ]) {
      const reply = await reader.get(address)
      assert.equal(reply.status, 200, address)
      told.push(JSON.stringify(reply.body))
    }
    for (const text of told) assert.notInclude(text, link.token)
  })

  test('no column of the database holds it readable', async ({ assert }) => {
    const link = await offer({ amount: '3' })
    const holding: string[] = []
    for (const { table, column } of await textColumns()) {
      const [row] = await readRows(
        `SELECT 1 AS found FROM \`${table}\` WHERE LOCATE(?, \`${column}\`) > 0 LIMIT 1`,
        [link.token]
      )
      if (row) holding.push(`${table}.${column}`)
    }
    assert.deepEqual(holding, [])
  })
})

const repeat = (path: string) => ({
  realmId: realm.id,
  type: 'withdrawal',
  objectPath: '/purse',
  amount: '2',
  path,
})
