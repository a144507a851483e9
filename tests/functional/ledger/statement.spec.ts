import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { toRfc3339 } from '#app/clock/timestamp'
import { parseUsd } from '#app/money/usd'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { scoped } from '#tests/functional/auth/support/credentials'
import { confirm, openLink } from '#tests/functional/payment_links/support/links'
import {
  Client,
  TestRealm,
  accepted,
  pluck,
  until,
  type AnyData,
  type ObjectView,
} from '#tests/support/client'
import { refusesFields } from '#tests/support/refusals'

let realm: TestRealm
let wallet: ObjectView

const statement = (query: Record<string, string> = {}, client = realm.client, id = wallet.id) =>
  client.get<AnyData>(`/api/v1/objects/${id}/statement`, query)

/** Each line has to lead from the balance before it to its own. */
function provenBalances({ openingBalance, lines, closingBalance }: AnyData): bigint[] {
  const balances = lines.reduce(
    (known: bigint[], { amount }: AnyData) => [...known, known.at(-1)! + signed(amount)],
    [signed(openingBalance)]
  ) as bigint[]
  if (balances.at(-1) !== signed(closingBalance)) throw new Error('The lines lose the balance')
  return balances.slice(1)
}

const signed = (text: string) => (text.startsWith('-') ? -parseUsd(text.slice(1)) : parseUsd(text))

test.group('ledger | statement of an object', (group) => {
  group.setup(async () => {
    realm = await TestRealm.with({ '/users/ada': '100.00', '/users/bob': '50.00' })
    wallet = accepted(await realm.find('/users/ada')).object
    await realm.transfer('/users/ada', '/users/bob', '25.00')
    await realm.transfer('/users/bob', '/users/ada', '10.00')
  })

  test('each line tells its movement, its fee and the balance with it', async ({ assert }) => {
    const { data } = await statement()
    assert.containSubset(data, {
      realmId: realm.id,
      objectId: wallet.id,
      objectPath: '/users/ada',
      denomination: 'USD',
      from: null,
      openingBalance: '0.00',
      closingBalance: '84.95',
    })
    const told = data.lines.map((line: AnyData) => [
      line.type,
      line.counterpartyPath,
      line.amount,
      line.fee,
      line.balance,
    ])
    assert.deepEqual(told, [
      ['deposit', null, '100.00', '0.00', '100.00'],
      ['transfer', '/users/bob', '-25.00', '0.05', '75.00'],
      ['transfer', '/users/bob', '9.95', '0.00', '84.95'],
    ])
    provenBalances(data)
    for (const { operationId, operationPath } of data.lines) {
      const read = await realm.client.get(`/api/v1/operations/${operationId}`)
      assert.equal(accepted(read).operation.path, operationPath)
    }
  })

  test('periods that meet share a balance, and add up to the whole', async ({ assert }) => {
    const whole = accepted(await statement())
    for (const { at } of whole.lines) {
      const before = toRfc3339(Date.parse(at) * 1000 - 1)
      const first = accepted(await statement({ to: before }))
      const second = accepted(await statement({ from: before, to: whole.to }))
      assert.equal(first.closingBalance, second.openingBalance, `the balance before ${at}`)
      assert.equal(second.closingBalance, whole.closingBalance)
      assert.deepEqual([...first.lines, ...second.lines], whole.lines)
    }
  })

  test('a period that is not over is told up to now, and as one that is open', async ({
    assert,
  }) => {
    const to = '2100-01-01T00:00:00Z'
    const whole = accepted(await statement())
    const open = accepted(await statement({ to }))
    assert.containSubset(open, { isInterim: true, lines: whole.lines, closingBalance: '84.95' })
    assert.isBelow(Date.parse(open.to), Date.parse(to))
    const closed = accepted(await statement({ to: open.to }))
    assert.deepEqual(closed, { ...open, isInterim: false })
    const lastRow = async (query: Record<string, string>) =>
      String((await statement({ format: 'csv', ...query })).body)
        .trim()
        .split('\n')
        .at(-1)
    assert.match((await lastRow({ to }))!, /,interim_balance,.*,84\.95$/)
    assert.match((await lastRow({ to: open.to }))!, /,closing_balance,.*,84\.95$/)
  })

  test('a payment is told by the reference of its link, to who may read it', async ({ assert }) => {
    const own = await TestRealm.with({ '/till': '0' })
    const link = await openLink(own, { reference: 'ORDER-17' })
    accepted(await confirm(link))
    await until('the payment', async () => (await own.settled('/till')) === '10.00')
    const { id } = accepted(await own.find('/till')).object
    const references = (told: AnyData) => pluck(told.lines, 'paymentReference')
    assert.deepEqual(references(accepted(await statement({}, own.client, id))), ['ORDER-17'])
    const file = await statement({ format: 'csv' }, own.client, id)
    assert.include(String(file.body), ',ORDER-17,10.00,')
    const reader = await scoped(own, { actions: ['svc:ReadDelta'], resources: ['/till'] })
    assert.deepEqual(references(accepted(await statement({}, reader, id))), [null])
  })

  test('a file has the same lines between its two balances', async ({ assert }) => {
    const reply = await statement({ format: 'csv' })
    assert.match(reply.headers.get('content-type')!, /^text\/csv/)
    assert.include(reply.headers.get('content-disposition'), `statement-${wallet.id}.csv`)
    const [header, ...rows] = (reply.body as string).trim().split('\n')
    const fields = header!.split(',')
    const told = rows.map((row) => row.split(',')).map((cells) => cells[fields.indexOf('amount')])
    assert.deepEqual(told, ['', '100.00', '-25.00', '9.95', ''])
    assert.match(rows[0]!, /^,opening_balance,.*,0\.00$/)
    assert.match(rows.at(-1)!, /,closing_balance,.*,84\.95$/)
  })

  test('more lines than are read at a time are all there, once, in order', async ({ assert }) => {
    const own = await TestRealm.with({ '/from': '2000.00', '/to': '0' })
    const transfers = LEDGER_LIMITS.statementPage * 2 + 3
    for (let made = 0; made < transfers; made += LEDGER_LIMITS.bulkTransfers) {
      const count = Math.min(LEDGER_LIMITS.bulkTransfers, transfers - made)
      accepted(
        await own.post('/transfers/bulk', {
          mode: 'atomic',
          transfers: Array.from({ length: count }, () => ({
            path: `/op/${randomUUID()}`,
            sourceObjectPath: '/from',
            targetObjectPath: '/to',
            amount: '1.00',
          })),
        })
      )
    }
    const { id } = accepted(await own.find('/from')).object
    const data = accepted(await statement({}, own.client, id))
    assert.lengthOf(data.lines, transfers + 1)
    assert.lengthOf(new Set(pluck(data.lines, 'operationId')), transfers + 1)
    assert.deepEqual(provenBalances(data), pluck(data.lines, 'balance').map(signed))
    assert.equal(data.closingBalance, `${2000 - transfers}.00`)
  })

  test('who may not read the operations sees amounts and no names', async ({ assert }) => {
    const own = ['/users/ada']
    const reader = await scoped(realm, { actions: ['svc:ReadDelta'], resources: own })
    const data = accepted(await statement({}, reader))
    assert.deepEqual(pluck(data.lines, 'amount'), ['100.00', '-25.00', '9.95'])
    for (const line of data.lines) {
      assert.containSubset(line, { operationPath: null, counterpartyPath: null, reference: null })
    }
    const other = await scoped(realm, { actions: ['svc:ReadDelta'], resources: ['/users/bob'] })
    assert.equal((await statement({}, other)).status, 403)
    const stranger = await Client.signIn()
    assert.equal((await statement({}, stranger)).status, 404)
  })

  test('what is no statement is refused', async ({ assert }) => {
    await refusesFields(
      assert,
      (query) => statement(query as Record<string, string>),
      {},
      { format: ['pdf', ''], from: ['yesterday', '2026-13-01T00:00:00Z'], to: ['now'] }
    )
    const backwards = await statement({ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' })
    assert.equal(backwards.status, 400)
    const unborn = await statement({ from: '2100-01-01T00:00:00Z' })
    assert.containSubset(unborn, {
      status: 400,
      error: { details: { fields: [{ field: 'from', rule: 'range' }] } },
    })
  })
})
