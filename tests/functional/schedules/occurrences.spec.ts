import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { RunOccurrence } from '#modules/schedules/services/run_occurrence'
import { TestRealm, accepted, pluck, until, type AnyData } from '#tests/support/client'
import { readRows, writeRows } from '#tests/support/rows'
import {
  balanceOf,
  DAY_MS,
  eventsOf,
  made,
  passTime,
  passWait,
  reached,
  shown,
  sweep,
  told,
} from './support/scheduling.ts'

test.group('schedules | occurrences', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.with({
      '/users/a': '1000',
      '/users/b': '0',
      '/users/c': '0',
      '/poor': '0',
    })
  })

  const operationAt = async (path: string): Promise<AnyData | undefined> => {
    const { operations } = accepted(await realm.get('/operations', { path }))
    return operations[0]
  }

  test('one that runs once makes its transfer at its own path, and ends', async ({ assert }) => {
    const runAt = new Date(Date.now() + DAY_MS).toISOString()
    const schedule = await made(realm, '/op/once', { runAt })
    assert.containSubset(schedule, { status: 'active', rule: null, occurrenceCount: 0 })
    await passTime(schedule.id)
    const ended = await reached(realm, schedule.id, 'executed')
    assert.containSubset(ended.schedule, {
      status: 'ended',
      statusReason: 'completed',
      nextRunAt: null,
      occurrenceCount: 1,
    })
    const [occurrence] = ended.lastOccurrences
    assert.containSubset(occurrence, { number: 1, path: '/op/once/1', attempts: 1, code: null })
    const operation = await operationAt('/op/once/1')
    assert.containSubset(operation, { id: occurrence.operationId, state: 'completed' })
    await told(realm, schedule.id, 'schedule.ended')
    const events = await eventsOf(realm, schedule.id)
    assert.sameMembers(pluck(events, 'type'), ['schedule.executed', 'schedule.ended'])
    const [executed] = events.filter(({ type }) => type === 'schedule.executed')
    assert.containSubset(executed, {
      objectPath: '/op/once/1',
      payload: { name: 'Rent', occurrence: '1', operationId: occurrence.operationId },
    })
  })

  test('a posting moves all that it names at each time, or nothing', async ({ assert }) => {
    const move = (targetObjectPath: string, amount: string) => ({
      sourceObjectPath: '/users/a',
      targetObjectPath,
      amount,
    })
    const before = await balanceOf(realm, '/users/a')
    const template = { moves: [move('/users/b', '2'), move('/users/c', '3')], feeOverride: '0' }
    const schedule = await made(realm, '/op/shares', { action: 'posting', template })
    await passTime(schedule.id)
    const { lastOccurrences } = await reached(realm, schedule.id, 'executed')
    const operation = await operationAt('/op/shares/1')
    assert.containSubset(operation, {
      id: lastOccurrences[0].operationId,
      type: 'posting',
      state: 'completed',
    })
    assert.equal(await balanceOf(realm, '/users/c'), '3.00')
    assert.equal(Number(before) - Number(await balanceOf(realm, '/users/a')), 5)

    const sides = {
      sources: [{ objectPath: '/users/c' }],
      targets: [
        { objectPath: '/users/b', share: '1/3' },
        { objectPath: '/users/a', remainder: true },
      ],
    }
    const short = { action: 'posting', template: { ...sides, amount: '3.01' } }
    const poor = await made(realm, '/op/shares-short', short)
    await passTime(poor.id)
    const waiting = await reached(realm, poor.id, 'retrying')
    assert.containSubset(waiting.lastOccurrences[0], { code: 'INSUFFICIENT_BALANCE' })
    assert.equal(await balanceOf(realm, '/users/c'), '3.00')
  })

  test('a payment link is made at each time, and is paid like any other', async ({ assert }) => {
    const template = { type: 'deposit', objectPath: '/users/a', amount: '7' }
    const schedule = await made(realm, '/op/dues', { action: 'payment_link', template })
    await passTime(schedule.id)
    const { lastOccurrences } = await reached(realm, schedule.id, 'executed')
    const operation = await operationAt('/op/dues/1')
    assert.equal(lastOccurrences[0].operationId, operation.id)
    const { paymentLinks } = accepted(await realm.get('/payment-links', { path: '/op/dues/1' }))
    assert.containSubset(paymentLinks[0], { status: 'pending', amount: '7.00' })
  })

  test('sweeps and runs at once number and execute each occurrence once', async ({ assert }) => {
    const schedule = await made(realm, '/op/at-once', { template: terms('1.00') })
    await passTime(schedule.id, 4 * DAY_MS)
    await Promise.all([...Array(6)].map(() => sweep()))
    const run = await app.container.make(RunOccurrence)
    await Promise.all([1, 2, 3, 4, 1, 2, 3, 4, 1].map((number) => run.run(schedule.id, number)))
    const found = await reached(realm, schedule.id, 'executed', 4)
    assert.deepEqual(pluck(found.lastOccurrences, 'number'), [4, 3, 2, 1])
    const rows = await readRows`SELECT path FROM operations WHERE realm_id = ${realm.id}
          AND path LIKE '/op/at-once/%' ORDER BY path`
    const paths = ['/op/at-once/1', '/op/at-once/2', '/op/at-once/3', '/op/at-once/4']
    assert.deepEqual(pluck(rows, 'path'), paths)
  })

  test('a process that dies after the operation leaves one, told once', async ({ assert }) => {
    const schedule = await made(realm, '/op/killed')
    await passTime(schedule.id)
    const before = (await reached(realm, schedule.id, 'executed')).lastOccurrences[0]
    await writeRows`UPDATE schedule_occurrences SET status = 'due', operation_id = NULL
        WHERE schedule_id = ${schedule.id}`
    await (await app.container.make(RunOccurrence)).run(schedule.id, 1)
    const [after] = (await shown(realm, schedule.id)).lastOccurrences
    assert.equal(after.operationId, before.operationId)
    await told(realm, schedule.id, 'schedule.executed')
    assert.lengthOf(await eventsOf(realm, schedule.id), 1)
  })

  for (const [what, change] of [
    ['was paused', (id: string) => realm.client.post(`/api/v1/schedules/${id}/pause`, {})],
    ['was ended', (id: string) => realm.client.send('DELETE', `/api/v1/schedules/${id}`)],
    ['has lost its credential', loseCredential],
  ] as const) {
    test(`an operation before its schedule ${what} is not told as missing`, async ({ assert }) => {
      const schedule = await made(realm, `/op/made/${what.replaceAll(' ', '-')}`)
      await passTime(schedule.id)
      const before = (await reached(realm, schedule.id, 'executed')).lastOccurrences[0]
      await told(realm, schedule.id, 'schedule.executed')
      await writeRows`UPDATE schedule_occurrences SET status = 'due', operation_id = NULL
          WHERE schedule_id = ${schedule.id}`
      await change(schedule.id)
      await (await app.container.make(RunOccurrence)).run(schedule.id, 1)
      const [after] = (await shown(realm, schedule.id)).lastOccurrences
      assert.containSubset(after, { status: 'executed', operationId: before.operationId })
      const types = pluck(await eventsOf(realm, schedule.id), 'type')
      const others = types.filter((type) => type !== 'schedule.ended')
      assert.deepEqual(others, ['schedule.executed'])
    })
  }

  test('after a downtime the first 24 missed are run, the others skipped', async ({ assert }) => {
    const startsAt = new Date(Date.now() - 10 * DAY_MS).toISOString()
    const rule = 'FREQ=HOURLY'
    const template = terms('1.00')
    const schedule = await made(realm, '/op/late', { rule, startsAt, template })
    await passTime(schedule.id, 30 * 3600 * 1000)
    await until('all of them', async () => {
      const rows = await statuses(schedule.id)
      return rows.due === undefined && rows.executed === 25
    })
    // Thirty came, of which the last one was on time.
    assert.deepEqual(await statuses(schedule.id), { executed: 25, skipped: 5 })
    const { schedule: now, lastOccurrences } = await shown(realm, schedule.id)
    assert.isAbove(Date.parse(now.nextRunAt), Date.now())
    assert.lengthOf(lastOccurrences, 20)
    const missed = lastOccurrences.find((each: AnyData) => each.status === 'skipped')
    assert.containSubset(missed, { code: 'MISSED', operationId: null })
    await told(realm, schedule.id, 'schedule.skipped', 5)
  })

  test('a schedule that skips runs what is on time, and nothing missed', async ({ assert }) => {
    const schedule = await made(realm, '/op/skip', { missed: 'skip' })
    await passTime(schedule.id, 3 * DAY_MS)
    const { lastOccurrences } = await reached(realm, schedule.id, 'executed')
    assert.deepEqual(pluck(lastOccurrences, 'status'), ['executed', 'skipped', 'skipped'])
    assert.isUndefined(await operationAt('/op/skip/1'))
  })

  test('a count ends it with the occurrence of that number', async ({ assert }) => {
    const rule = 'FREQ=DAILY;COUNT=2'
    const startsAt = new Date(Date.now() - 10 * DAY_MS).toISOString()
    const schedule = await made(realm, '/op/count', { rule, startsAt })
    await passTime(schedule.id, 5 * DAY_MS)
    const ended = await reached(realm, schedule.id, 'executed', 2)
    assert.containSubset(ended.schedule, { status: 'ended', statusReason: 'completed' })
    assert.lengthOf(ended.lastOccurrences, 2)
  })

  test('one that lacks funds is tried again, and executed with money', async ({ assert }) => {
    const template = { ...terms('3.00'), sourceObjectPath: '/poor' }
    const schedule = await made(realm, '/op/poor', { template })
    await passTime(schedule.id)
    const waiting = (await reached(realm, schedule.id, 'retrying')).lastOccurrences[0]
    assert.containSubset(waiting, { code: 'INSUFFICIENT_BALANCE', attempts: 1, endedAt: null })
    const waits = Date.parse(waiting.nextAttemptAt) - Date.now()
    assert.isTrue(waits > 13 * 60_000 && waits < 16 * 60_000, `${waits} ms`)
    await realm.fund('/poor', '3')
    await passWait(schedule.id)
    const done = (await reached(realm, schedule.id, 'executed')).lastOccurrences[0]
    assert.containSubset(done, { attempts: 2, code: null, path: '/op/poor/1' })
  })

  test('after five attempts without funds it fails, and says so', async ({ assert }) => {
    const template = { ...terms('9.00'), sourceObjectPath: '/poor' }
    const schedule = await made(realm, '/op/poorer', { template })
    await passTime(schedule.id)
    await reached(realm, schedule.id, 'retrying')
    await writeRows`UPDATE schedule_occurrences SET attempts = 4 WHERE schedule_id = ${schedule.id}`
    await passWait(schedule.id)
    const [failed] = (await reached(realm, schedule.id, 'failed')).lastOccurrences
    assert.containSubset(failed, { attempts: 5, code: 'INSUFFICIENT_BALANCE', nextAttemptAt: null })
    const [event] = await eventsOf(realm, schedule.id)
    assert.containSubset(event, {
      type: 'schedule.failed',
      payload: { code: 'INSUFFICIENT_BALANCE', occurrence: '1', operationId: null },
    })
    assert.equal((await shown(realm, schedule.id)).schedule.status, 'active')
  })

  test('another refusal fails at once, and the schedule goes on', async ({ assert }) => {
    const template = { ...terms('1.00'), targetObjectPath: '/nobody' }
    const schedule = await made(realm, '/op/nobody', { template })
    await passTime(schedule.id)
    const failed = await reached(realm, schedule.id, 'failed')
    assert.containSubset(failed.lastOccurrences[0], { code: 'NOT_FOUND', attempts: 1 })
    assert.equal(failed.schedule.status, 'active')
  })

  test('an operation of others at its path is not taken for its own', async ({ assert }) => {
    const template = terms('2.00')
    accepted(await realm.post('/transfer', { path: '/op/taken/1', ...template }))
    await writeRows`SELECT SLEEP(1.2)`
    const schedule = await made(realm, '/op/taken', { template })
    await passTime(schedule.id)
    const [failed] = (await reached(realm, schedule.id, 'failed')).lastOccurrences
    assert.equal(failed.code, 'IDEMPOTENCY_VIOLATION')
    assert.match(failed.message, /used before the schedule was made/)
  })

  test('the schedules of a closed realm end', async ({ assert }) => {
    const closed = await TestRealm.open()
    const schedule = await made(closed, '/op/closed')
    accepted(await closed.client.send('DELETE', `/api/v1/realms/${closed.id}`))
    await passTime(schedule.id)
    await until('its end', async () => {
      const [row] =
        await readRows`SELECT status, status_reason FROM schedules WHERE id = ${schedule.id}`
      return row.status === 'ended' && row.status_reason === 'realm_closed'
    })
    assert.equal((await closed.client.get(`/api/v1/schedules/${schedule.id}`)).status, 404)
  })
})

async function loseCredential(id: string) {
  const gone =
    "UPDATE schedules SET credential = JSON_SET(credential, '$.builderId', 'gone') WHERE id = ?"
  await writeRows(gone, [id])
}

function terms(amount: string) {
  return { sourceObjectPath: '/users/a', targetObjectPath: '/users/b', amount }
}

async function statuses(id: string): Promise<Record<string, number | undefined>> {
  const rows = await readRows`SELECT status, COUNT(*) AS amount FROM schedule_occurrences
        WHERE schedule_id = ${id} GROUP BY status`
  return Object.fromEntries(rows.map(({ status, amount }) => [status, Number(amount)]))
}
