import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { allow, deny, refusal, scoped } from '#tests/functional/auth/support/credentials'
import {
  RECONCILIATIONS,
  compared,
  completed,
  csv,
  ended,
  itemsOf,
  today,
  told,
  upload,
} from '#tests/functional/reconciliation/support/comparing'
import { RECONCILIATION_LIMITS } from '#modules/reconciliation/limits'
import { RunReconciliation } from '#modules/reconciliation/services/run_reconciliation'
import { Client, TestRealm, accepted, pluck, until, type AnyData } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'

const A = '/users/a'

test.group('reconciliation', (group) => {
  let realm: TestRealm
  /** The same file is fine whatever else it is compared with. */
  const valid = { objectPath: A }

  group.setup(async () => {
    realm = await TestRealm.with({ [A]: '100', '/users/b': '0' })
    await realm.move(A, '/users/b', '10', { path: '/op/rent' })
    await realm.move(A, '/users/b', '20', { path: '/op/gas' })
    await realm.move('/users/b', A, '5', { path: '/op/back' })
  })

  const eventsOf = async (id: string): Promise<AnyData[]> => {
    const { events } = accepted(await realm.get('/events', { limit: 500 }))
    const all = events.map((event: AnyData) => ({ ...event, ...JSON.parse(event.payload) }))
    return all.filter((event: AnyData) => event.reconciliationId === id)
  }

  test('a file is compared: matched, differing, missing here and there', async ({ assert }) => {
    const file = csv(
      ['100.00', '', 'Top up'],
      ['-10.00', '/op/rent'],
      ['-19.00', '/op/gas'],
      ['-7.77', 'unknown']
    )
    const { report, items } = await compared(realm, { ...valid, file })
    assert.deepEqual(items.map(told), [
      ['matched', 3, '100.00', '100.00'],
      ['matched', 1, '-10.00', '-10.00'],
      ['differs', 1, '-19.00', '-20.00'],
      ['missing_here', null, '-7.77', null],
      ['missing_there', null, null, '4.95'],
    ])
    assert.equal(items[2].difference, '1.00')
    assert.containSubset(items[1].entry, { type: 'transfer', operationPath: '/op/rent' })
    assert.containSubset(report, {
      objectPath: A,
      status: 'completed',
      from: today(),
      to: today(),
      progress: { lines: 4, items: 5, totalItems: 5 },
      summary: {
        matched: { count: 2, there: '90.00', here: '90.00' },
        differs: { count: 1, there: '-19.00', here: '-20.00' },
        missing_here: { count: 1, there: '-7.77', here: '0.00' },
        missing_there: { count: 1, there: '0.00', here: '4.95' },
      },
    })
    const [event] = await eventsOf(report.id)
    assert.containSubset(event, {
      type: 'reconciliation.completed',
      objectPath: A,
      matched: 2,
      missing_there: 1,
    })
    const [kept] = await readRows`SELECT COUNT(*) AS files FROM reconciliation_files
          WHERE reconciliation_id = ${report.id}`
    assert.equal(Number(kept!.files), 0, 'the file is no longer kept')
  })

  test('a prefix is compared as one: what moves within it is left out', async ({ assert }) => {
    const { items } = await compared(realm, { prefix: '/users', file: csv(['100.00']) })
    // The fees of three transfers have left the prefix.
    assert.deepEqual(items.map(told), [
      ['matched', 3, '100.00', '100.00'],
      ...Array(3).fill(['missing_there', null, null, '-0.05']),
    ])
  })

  test('a report is read by state, in pages and as a file not executed', async ({ assert }) => {
    const file = csv(['1.00', '=cmd()', '@SUM(A1)'], ['-2.00', '+1'], ['3.00', '-1'])
    const { report } = await compared(realm, { ...valid, file })
    const at = `${RECONCILIATIONS}/${report.id}/items`
    const read = async (query: AnyData) => accepted(await realm.client.get(at, query))
    const first = await read({ state: 'missing_here', limit: 2 })
    assert.deepEqual([first.total, pluck(first.items, 'number')], [3, [1, 2]])
    const rest = await read({ state: 'missing_here', limit: 2, cursor: first.nextCursor })
    assert.deepEqual([rest.total, pluck(rest.items, 'number'), rest.nextCursor], [3, [3], null])
    const foreign = await realm.client.get(at, { state: 'matched', cursor: first.nextCursor })
    assert.equal(foreign.status, 400, 'a cursor is for one state')
    const { body, headers } = await realm.client.get(`${RECONCILIATIONS}/${report.id}/report`)
    assert.include(headers.get('content-type'), 'text/csv')
    const rows = String(body).split('\n')
    assert.match(rows[0]!, /^number,state,rule,lineRow,lineDate,lineAmount/)
    assert.include(rows[1], `1.00,'=cmd(),'@SUM(A1)`)
    assert.include(rows[2], `,-2.00,'+1,`)
    assert.include(rows[3], `,3.00,'-1,`)
    assert.lengthOf(rows, 3 + 4 + 2)
  })

  test('statements of banks are compared as CSV files are', async ({ assert }) => {
    const day = today()
    const camt = `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="USD">10</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>/op/rent</EndToEndId></Refs></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
    const short = day.slice(2).replaceAll('-', '')
    const mt940 = `:20:1\n:25:X\n:60F:C${short}USD20,\n:61:${short}D20,NTRFNONREF\n:86:Gas /op/gas\n:62F:C${short}USD0,\n`
    const one = await compared(realm, { ...valid, format: 'camt053', file: camt })
    assert.deepEqual(told(one.items[0]), ['matched', 1, '-10.00', '-10.00'])
    const other = await compared(realm, { ...valid, format: 'mt940', file: mt940 })
    assert.deepEqual(told(other.items[0]), ['matched', 2, '-20.00', '-20.00'])
  })

  test('another encoding is named, and read', async ({ assert }) => {
    const file = Buffer.from(csv(['5.00', 'Müller']), 'latin1')
    const refused = await upload(realm, { ...valid, file })
    assert.match(refused.error.message, /is not utf-8; name its encoding/)
    const { items } = await compared(realm, { ...valid, file, encoding: 'windows-1252' })
    assert.deepEqual(items[0].line.references, ['Müller'])
  })

  test('a file with a bad line is not compared; each problem has its line', async ({ assert }) => {
    const file = csv(['5.00'], ['x'], ['6.00', '', '', '2999-01-01'], ['1.0000001'])
    const { reconciliation } = accepted(await upload(realm, { ...valid, file }))
    const { status, problems, summary } = await ended(realm.client, reconciliation.id)
    assert.deepEqual([status, summary], ['failed', null])
    assert.deepEqual(
      problems.map(({ row, field }: AnyData) => [row, field]),
      [
        [3, 'Amount'],
        [4, 'date'],
        [5, 'Amount'],
      ]
    )
    const items = await realm.client.get(`${RECONCILIATIONS}/${reconciliation.id}/items`)
    assert.deepEqual([items.status, items.error.code], [409, 'CONFLICT'])
    assert.containSubset(await eventsOf(reconciliation.id), [{ type: 'reconciliation.failed' }])
  })

  test('nothing is booked, whatever a report says', async ({ assert }) => {
    const count = async () => {
      const [row] =
        await readRows`SELECT COUNT(*) AS legs FROM journal_legs WHERE realm_id = ${realm.id}`
      return row!.legs
    }
    const before = await count()
    await compared(realm, { ...valid, file: csv(['1000000.00', 'suggested']) })
    assert.equal(await count(), before)
  })

  test('a period without a line compares the books, no period fails', async ({ assert }) => {
    const file = csv()
    const { items } = await compared(realm, { ...valid, file, from: today(), to: today() })
    assert.deepEqual(new Set(pluck(items, 'state')), new Set(['missing_there']))
    const { reconciliation } = accepted(await upload(realm, { ...valid, file }))
    const { problems } = await ended(realm.client, reconciliation.id)
    assert.match(problems[0].message, /neither from nor to/)
  })

  test('a running one is cancelled, deleted and not written again', async ({ assert, cleanup }) => {
    cleanup(await holdQueues('reconciliation'))
    const run = await app.container.make(RunReconciliation)
    const { id } = accepted(await upload(realm, valid)).reconciliation
    const waiting = await realm.client.get(`${RECONCILIATIONS}/${id}/items`)
    assert.equal(waiting.status, 409)
    const cancelled = accepted(await realm.client.post(`${RECONCILIATIONS}/${id}/cancel`))
    assert.equal(cancelled.reconciliation.status, 'cancelled')
    const kept = await readRows`SELECT 1 FROM reconciliation_files WHERE reconciliation_id = ${id}`
    assert.deepEqual(kept, [], 'the file of a bank is not kept for nobody')
    assert.equal(await run.run(id), 'done')
    const again = accepted(await realm.client.post(`${RECONCILIATIONS}/${id}/cancel`))
    assert.equal(again.reconciliation.status, 'cancelled')
    accepted(await realm.client.send('DELETE', `${RECONCILIATIONS}/${id}`))
    assert.equal((await realm.client.get(`${RECONCILIATIONS}/${id}`)).status, 404)
    assert.equal((await realm.client.send('DELETE', `${RECONCILIATIONS}/${id}`)).status, 404)
    for (const table of ['reconciliation_files', 'reconciliation_items']) {
      await until(`${table} to be cleared`, async () => {
        const rows = await readRows(`SELECT 1 FROM ${table} WHERE reconciliation_id = ?`, [id])
        return rows.length === 0
      })
    }
  })

  test('two workers do not compare one; a dead one is followed', async ({ assert, cleanup }) => {
    cleanup(await holdQueues('reconciliation'))
    const run = await app.container.make(RunReconciliation)
    const { id } = accepted(await upload(realm, valid)).reconciliation
    const lease = "UPDATE reconciliations SET lease = 'dead', leased_until = ? WHERE id = ?"
    await writeRows(lease, ['2999-01-01 00:00:00', id])
    assert.equal(await run.run(id), 'again')
    await writeRows(lease, ['2020-01-01 00:00:00', id])
    assert.equal(await run.run(id), 'done')
    assert.equal((await completed(realm.client, id)).progress.lines, 1)
  })

  test('permissions are those of the object or prefix that is compared', async ({ assert }) => {
    const { report } = await compared(realm, valid)
    const whole = await compared(realm, { prefix: '/' })
    const reader = await scoped(realm, allow('svc:ReadReconciliation', A))
    const listed = accepted(await reader.get(RECONCILIATIONS, { realmId: realm.id }))
    assert.isNotEmpty(listed.reconciliations)
    assert.deepEqual(new Set(pluck(listed.reconciliations, 'objectPath')), new Set([A]))
    assert.equal((await itemsOf(reader, report.id)).length > 0, true)
    const hidden = await reader.get(`${RECONCILIATIONS}/${whole.report.id}`)
    assert.containSubset(refusal(hidden), { status: 403, action: 'svc:ReadReconciliation' })
    const cancel = await reader.post(`${RECONCILIATIONS}/${report.id}/cancel`)
    assert.containSubset(refusal(cancel), { status: 403, action: 'svc:ManageReconciliation' })
    const sent = (client: Client, fields: AnyData) =>
      upload(new TestRealm(client, realm.id), fields)
    const blind = await scoped(realm, allow('svc:ManageReconciliation', A))
    assert.containSubset(refusal(await sent(blind, valid)), {
      status: 403,
      action: 'svc:ReadDelta',
    })
    const own = await scoped(realm, allow(['svc:ManageReconciliation', 'svc:ReadDelta'], A))
    assert.equal((await sent(own, valid)).status, 202)
    const wider = await sent(own, { prefix: '/users' })
    assert.containSubset(refusal(wider), { status: 403, resource: '/users/' })
    const stranger = await Client.signIn()
    assert.equal((await sent(stranger, valid)).status, 404)
    assert.equal((await stranger.get(`${RECONCILIATIONS}/${report.id}/items`)).status, 404)
  })

  test('a report of a prefix shows nothing that is denied below it', async ({ assert }) => {
    const { report } = await compared(realm, { prefix: '/users' })
    const actions = ['svc:ManageReconciliation', 'svc:ReadDelta', 'svc:ReadReconciliation']
    const everything = allow(actions, '/users/*')
    const read = (client: Client) => client.get(`${RECONCILIATIONS}/${report.id}/items`)
    const sent = (client: Client) => upload(new TestRealm(client, realm.id), { prefix: '/users' })
    assert.equal((await read(await scoped(realm, everything))).status, 200)
    for (const denied of ['/users/b', '/users/b/*', '/*/b']) {
      const half = await scoped(realm, everything, deny(actions, denied))
      assert.equal((await read(half)).status, 403, denied)
      assert.equal((await sent(half)).status, 403, denied)
      const listed = accepted(await half.get(RECONCILIATIONS, { realmId: realm.id }))
      assert.notInclude(pluck(listed.reconciliations, 'id'), report.id, denied)
    }
    const elsewhere = await scoped(realm, everything, deny(actions, '/shops/b', '/users'))
    assert.equal((await read(elsewhere)).status, 200)
  })

  test('an organization runs five, and a closed realm keeps none', async ({ assert, cleanup }) => {
    const release = await holdQueues('reconciliation')
    let isReleased = false
    cleanup(async () => (isReleased ? undefined : release()))
    const own = await TestRealm.with({ '/a': '0' })
    const { runningPerOrganization: most } = RECONCILIATION_LIMITS
    const sent = () => upload(own, { objectPath: '/a' })
    for (let count = 0; count < most; count++) accepted(await sent())
    const { status, error } = await sent()
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
    assert.match(error.message, /5 reconciliations of the organization run/)
    accepted(await own.client.send('DELETE', `/api/v1/realms/${own.id}`))
    isReleased = true
    await release()
    await until('their end', async () => {
      const rows = await readRows`SELECT 1 FROM reconciliations WHERE realm_id = ${own.id}
            AND status = 'running'`
      return rows.length === 0
    })
  })
})
