import { test } from '@japa/runner'
import { allow, makeKey, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, pluck, type AnyData } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { writeRows } from '#tests/support/rows'
import { TEMPLATE, made, passTime, planned, reached, shown, told } from './support/scheduling.ts'

const SCHEDULES = '/api/v1/schedules'

test.group('schedules | requests', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.with({ '/users/a': '1000', '/users/b': '0' })
  })

  const change = async (id: string, what: 'pause' | 'resume') =>
    accepted(await realm.client.post(`${SCHEDULES}/${id}/${what}`)).schedule

  test('it is shown as it was made, with its next time', async ({ assert }) => {
    const rule = 'FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9'
    const schedule = await made(realm, '/op/shown', { rule, timeZone: 'Europe/Berlin' })
    assert.containSubset(schedule, {
      realmId: realm.id,
      name: 'Rent',
      path: '/op/shown',
      rule,
      runAt: null,
      timeZone: 'Europe/Berlin',
      action: 'transfer',
      template: TEMPLATE,
      missed: 'run',
      status: 'active',
      statusReason: null,
      occurrenceCount: 0,
      actor: { type: 'builder' },
    })
    const berlin = { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' } as const
    const shownThere = new Date(schedule.nextRunAt).toLocaleString('sv', berlin)
    assert.match(shownThere, /-01 09:00:00$/)
    assert.deepEqual((await shown(realm, schedule.id)).schedule, schedule)
    const { schedules } = accepted(await realm.get('/schedules', { status: 'active' }))
    assert.deepInclude(schedules, schedule)
  })

  test('a preview names times, numbers and paths, as many as there are', async ({ assert }) => {
    const startsAt = '2099-03-28T09:00:00Z'
    const rule = 'FREQ=DAILY;COUNT=3'
    const schedule = await made(realm, '/op/preview', { rule, startsAt, timeZone: 'Europe/Berlin' })
    const preview = async (query = {}) =>
      accepted(await realm.client.get(`${SCHEDULES}/${schedule.id}/preview`, query)).times
    assert.deepEqual(await preview(), [
      { number: 1, path: '/op/preview/1', scheduledAt: '2099-03-28T09:00:00.000000Z' },
      // The clocks go forward that night: ten in the morning there is eight in UTC.
      { number: 2, path: '/op/preview/2', scheduledAt: '2099-03-29T08:00:00.000000Z' },
      { number: 3, path: '/op/preview/3', scheduledAt: '2099-03-30T08:00:00.000000Z' },
    ])
    assert.lengthOf(await preview({ count: 1 }), 1)
    const { status } = await realm.client.get(`${SCHEDULES}/${schedule.id}/preview`, { count: 101 })
    assert.equal(status, 400)
    const endless = await made(realm, '/op/preview-endless')
    const { times } = accepted(
      await realm.client.get(`${SCHEDULES}/${endless.id}/preview`, { count: 100 })
    )
    assert.lengthOf(times, 100)
  })

  test('the same request again gets the same schedule, another a refusal', async ({ assert }) => {
    const body = planned('/op/again')
    const first = accepted(await realm.post('/schedules', body)).schedule
    const [again, ...more] = await Promise.all(
      [...Array(4)].map(() => realm.post('/schedules', body))
    )
    assert.equal(accepted(again!).schedule.id, first.id)
    assert.equal(again!.headers.get('idempotent-replayed'), 'true')
    for (const each of more) assert.equal(accepted(each).schedule.id, first.id)
    const { status, error } = await realm.post('/schedules', { ...body, name: 'Other' })
    assert.equal(status, 409)
    assert.containSubset(error, {
      code: 'IDEMPOTENCY_VIOLATION',
      details: { scheduleId: first.id },
    })
  })

  test('requests at the same time make one schedule', async ({ assert }) => {
    const body = planned('/op/race')
    const answers = await Promise.all([...Array(6)].map(() => realm.post('/schedules', body)))
    const ids = new Set(answers.map((each) => accepted(each).schedule.id))
    assert.equal(ids.size, 1)
  })

  test('a paused one does nothing, and goes on without what it missed', async ({ assert }) => {
    const { id } = await made(realm, '/op/paused')
    assert.containSubset(await change(id, 'pause'), {
      status: 'paused',
      statusReason: 'requested',
      nextRunAt: null,
    })
    assert.containSubset(await change(id, 'pause'), { status: 'paused' })
    assert.lengthOf(accepted(await realm.client.get(`${SCHEDULES}/${id}/preview`)).times, 10)
    const resumed = await change(id, 'resume')
    assert.equal(resumed.status, 'active')
    assert.isAbove(Date.parse(resumed.nextRunAt), Date.now())
    assert.equal(resumed.occurrenceCount, 0)
    const { entries } = accepted(
      await realm.client.get('/api/v1/auth/audit', { realmId: realm.id, limit: 500 })
    )
    const about = entries.filter(({ details }: AnyData) => details.scheduleId === id)
    assert.deepEqual(pluck(about, 'eventType').toReversed(), [
      'schedule_created',
      'schedule_paused',
      'schedule_resumed',
    ])
  })

  test('a deleted one has ended for ever, and its path stays used', async ({ assert }) => {
    const body = planned('/op/deleted')
    const { id } = accepted(await realm.post('/schedules', body)).schedule
    const end = () => realm.client.send('DELETE', `${SCHEDULES}/${id}`)
    const { schedule } = accepted(await end())
    assert.containSubset(schedule, { status: 'ended', statusReason: 'deleted', nextRunAt: null })
    assert.deepEqual(accepted(await end()).schedule.status, 'ended')
    await told(realm, id, 'schedule.ended')
    for (const what of ['pause', 'resume'] as const) {
      const { status, error } = await realm.client.post(`${SCHEDULES}/${id}/${what}`)
      assert.equal(status, 409, what)
      assert.match(error.message, /has ended \(deleted\)/)
    }
    const other = await realm.post('/schedules', { ...body, missed: 'skip' })
    assert.equal(other.error.code, 'IDEMPOTENCY_VIOLATION')
    assert.deepEqual(accepted(await realm.client.get(`${SCHEDULES}/${id}/preview`)).times, [])
  })

  test('what waits for funds is passed over when its schedule is deleted', async ({ assert }) => {
    const template = { ...TEMPLATE, amount: '100000' }
    const { id } = await made(realm, '/op/deleted-retry', { template })
    await passTime(id)
    await reached(realm, id, 'retrying')
    accepted(await realm.client.send('DELETE', `${SCHEDULES}/${id}`))
    const { lastOccurrences } = await reached(realm, id, 'skipped')
    assert.containSubset(lastOccurrences[0], { code: 'ENDED', attempts: 1 })
  })

  test('wrong fields are refused by their names, with the next step', async ({ assert }) => {
    const send = (body: Record<string, unknown>) => realm.post('/schedules', body)
    const valid = planned('/op/refused')
    await refusesFields(assert, send, valid, {
      name: [MISSING, ...NOT_TEXT, 'two\nlines', 'x'.repeat(101)],
      path: [MISSING, 1, null, 'op', '/_system/x', `/${'x'.repeat(120)}`.repeat(5)],
      rule: [...NOT_TEXT, 'FREQ=SECONDLY', 'FREQ=DAILY;BYMONTHDAY=30;BYMONTH=2', 'ü', MISSING],
      timeZone: [1, {}, 'Mars/Olympus', '+02:00', '-0330', 'x'.repeat(65)],
      action: [MISSING, ...NOT_TEXT, 'defund', '__proto__'],
      missed: ['alert', 1, ''],
      template: [
        MISSING,
        1,
        'x',
        [],
        {},
        { ...TEMPLATE, amount: '0' },
        { ...TEMPLATE, amount: 5 },
        { ...TEMPLATE, path: '/op/x' },
        { ...TEMPLATE, dryRun: true },
        { ...TEMPLATE, targetObjectPath: TEMPLATE.sourceObjectPath },
        { ...TEMPLATE, note: 'x'.repeat(70_000) },
      ],
      startsAt: [1, 'tomorrow', '2026-02-30T00:00:00Z'],
    })
    const past = await send(planned('/op/refused', { runAt: '2020-01-01T00:00:00Z' }))
    assert.match(past.error.message, /runAt field must lie in the future/)
    const both = await send({ ...valid, runAt: '2099-01-01T00:00:00Z' })
    assert.match(both.error.message, /Exactly one of rule and runAt/)
    const named = await send({ ...valid, template: { ...TEMPLATE, sourcePath: '/users/a' } })
    assert.match(named.error.message, /template\.sourcePath field is unknown/)
  })

  test('a posting whose sides never add up is refused when it is planned', async ({ assert }) => {
    const split = (sources: object[], targets: object[]) => ({
      action: 'posting',
      template: { amount: '10', sources, targets },
    })
    const [all, rest] = [{ objectPath: '/users/a' }, { objectPath: '/users/b', remainder: true }]
    const third = { objectPath: '/users/b', share: '1/3' }
    const refused = [
      { field: 'template.targets', more: split([all], [third]), next: /"remainder": true/ },
      { field: 'template.sources', more: split([{ ...all, max: '9.99' }], [rest]), next: /max/ },
    ]
    for (const { field, more, next } of refused) {
      const { status, error } = await realm.post('/schedules', planned('/op/never', more))
      assert.equal(status, 400, field)
      assert.deepEqual(pluck(error.details!.fields as AnyData[], 'field'), [field])
      assert.include(error.message, `The ${field} field must add up to the amount of 10.00`)
      assert.match(error.message, next)
    }
    // One that an earlier release has planned is paused and ended, and not taken up again.
    const { id } = await made(realm, '/op/never-before', split([all], [rest]))
    await change(id, 'pause')
    const { template } = split([all], [third])
    await writeRows`UPDATE schedules SET template = ${JSON.stringify(template)} WHERE id = ${id}`
    const { error } = await realm.client.post(`${SCHEDULES}/${id}/resume`)
    assert.include(error.message, 'The template.targets field must add up')
    accepted(await realm.client.send('DELETE', `${SCHEDULES}/${id}`))
  })

  test('a realm has room for a thousand that have not ended', async ({ assert }) => {
    const full = await TestRealm.open()
    const { id } = await made(full, '/op/one')
    await writeRows`INSERT INTO schedules (id, realm_id, org_id, name, path, rule, time_zone,
        anchor, action, template, missed, status, occurrences, missed_runs, actor, credential,
        request_hash, created_at, updated_at)
        SELECT CONCAT('sch_', LEFT(UUID(), 8), LPAD(seq.n, 18, '0')), realm_id, org_id, name,
          CONCAT('/op/', seq.n), rule, time_zone, anchor, action, template, missed, 'paused', 0, 0,
          actor, credential, request_hash, created_at, updated_at FROM schedules
        JOIN ( WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
        WHERE n < 999) SELECT n FROM numbers) seq WHERE id = ${id}`
    const { status, error } = await full.post('/schedules', planned('/op/too-many'))
    assert.equal(status, 409)
    assert.match(error.message, /has 1000 schedules/)
    accepted(await full.client.send('DELETE', `${SCHEDULES}/${id}`))
    accepted(await full.post('/schedules', planned('/op/room-again')))
  })
})

test.group('schedules | whose permissions', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.with({ '/users/a': '1000', '/users/b': '0', '/other': '100' })
  })

  const acting = allow(['svc:ManageSchedule', 'svc:ReadSchedule'], '/op/*')
  const moving = [allow('svc:TransferFrom', '/users/a'), allow('svc:ReceiveTo', '/users/b')]

  test('whoever may not do it now makes no schedule that does it later', async ({ assert }) => {
    const user = await scoped(realm, acting, ...moving)
    const ask = (path: string, template: object, client = user) =>
      client.post<AnyData>(SCHEDULES, { realmId: realm.id, ...planned(path, { template }) })
    accepted(await ask('/op/mine', TEMPLATE))
    const foreign = await ask('/op/theirs', { ...TEMPLATE, sourceObjectPath: '/other' })
    assert.containSubset(foreign.error, {
      code: 'FORBIDDEN',
      details: { action: 'svc:TransferFrom', resource: '/other' },
    })
    const elsewhere = await ask('/elsewhere', TEMPLATE)
    assert.containSubset(elsewhere.error, {
      code: 'FORBIDDEN',
      details: { action: 'svc:ManageSchedule', resource: '/elsewhere' },
    })
    const bounded = await scoped(
      realm,
      acting,
      { ...moving[0]!, conditions: { amountLte: '2' } } as never,
      moving[1]!
    )
    const large = await ask('/op/large', TEMPLATE, bounded)
    assert.containSubset(large.error, { code: 'FORBIDDEN', details: { condition: 'amountLte' } })
    accepted(await ask('/op/small', { ...TEMPLATE, amount: '2' }, bounded))
    const post = (...amounts: string[]) => ({
      action: 'posting',
      template: { moves: amounts.map((amount) => ({ ...TEMPLATE, amount })) },
    })
    const asked = (path: string, more: object) =>
      bounded.post<AnyData>(SCHEDULES, { realmId: realm.id, ...planned(path, { ...more }) })
    const one = await asked('/op/large-posting', post('2', '2.01'))
    assert.containSubset(one.error, { code: 'FORBIDDEN', details: { condition: 'amountLte' } })
    accepted(await asked('/op/small-posting', post('2', '2')))
    for (const template of [{}, { ...post('1').template, amount: '1' }, { moves: [] }]) {
      const { error } = await asked('/op/no-posting', { action: 'posting', template })
      assert.equal(error.code, 'VALIDATION_ERROR', JSON.stringify(template))
      assert.equal(error.details!.fields![0]!.field, 'template.moves')
    }
  })

  test('others see and change only what they may', async ({ assert }) => {
    const { id } = await made(realm, '/op/private/1')
    const reader = await scoped(realm, allow('svc:ReadSchedule', '/op/private/*'))
    assert.equal(accepted(await reader.get(`${SCHEDULES}/${id}`)).schedule.id, id)
    const listed = accepted(await reader.get(SCHEDULES, { realmId: realm.id }))
    assert.deepEqual(pluck(listed.schedules, 'id'), [id])
    for (const [method, address] of [
      ['POST', `${SCHEDULES}/${id}/pause`],
      ['POST', `${SCHEDULES}/${id}/resume`],
      ['DELETE', `${SCHEDULES}/${id}`],
    ] as const) {
      const { error } = await reader.send(method, address)
      assert.equal(error.code, 'FORBIDDEN', address)
    }
    const stranger = await Client.signIn()
    assert.equal((await stranger.get(`${SCHEDULES}/${id}`)).status, 404)
    const blind = await scoped(realm, acting)
    assert.equal((await blind.post(`${SCHEDULES}/${id}/resume`)).error.code, 'FORBIDDEN')
  })

  test('a revoked key pauses its schedules; who resumes one replaces it', async ({ assert }) => {
    const key = await makeKey(realm.client)
    const body = { realmId: realm.id, ...planned('/op/key') }
    const { schedule } = accepted(await key.client.post<AnyData>(SCHEDULES, body))
    assert.deepEqual(schedule.actor, { type: 'api_key', id: key.id })
    accepted(await realm.client.send('DELETE', `/api/v1/api-keys/${key.id}`))
    await passTime(schedule.id)
    const paused = await reached(realm, schedule.id, 'failed')
    assert.containSubset(paused.schedule, { status: 'paused', statusReason: 'credential_ended' })
    assert.containSubset(paused.lastOccurrences[0], { code: 'UNAUTHORIZED', operationId: null })
    assert.match(paused.lastOccurrences[0].message, /API key has been revoked/)
    await told(realm, schedule.id, 'schedule.paused')
    const resumed = accepted(await realm.client.post(`${SCHEDULES}/${schedule.id}/resume`))
    assert.containSubset(resumed.schedule, { status: 'active', actor: { type: 'builder' } })
    await passTime(schedule.id)
    await reached(realm, schedule.id, 'executed')
  })

  test('a scoped token acts until it ends, and no longer than its key', async ({ assert }) => {
    const key = await makeKey(realm.client)
    const ends = {
      '/op/expired': 'UPDATE scoped_tokens SET expires_at = UTC_TIMESTAMP(6) WHERE realm_id = ?',
      '/op/revoked': 'UPDATE scoped_tokens SET revoked_at = UTC_TIMESTAMP(6) WHERE realm_id = ?',
      '/op/without-key': null,
    }
    for (const [path, statement] of Object.entries(ends)) {
      const scope = { statements: [acting, ...moving] }
      const { token } = accepted(
        await key.client.post<AnyData>('/api/v1/auth/token', { realmId: realm.id, sub: 'u', scope })
      )
      const user = Client.withToken(token)
      const body = { realmId: realm.id, ...planned(path) }
      const { schedule } = accepted(await user.post<AnyData>(SCHEDULES, body))
      assert.deepEqual(schedule.actor, { type: 'end_user', id: 'u' })
      await passTime(schedule.id)
      await reached(realm, schedule.id, 'executed')
      if (statement === null)
        accepted(await realm.client.send('DELETE', `/api/v1/api-keys/${key.id}`))
      else await writeRows(statement, [realm.id])
      await passTime(schedule.id)
      const { lastOccurrences, schedule: after } = await reached(realm, schedule.id, 'failed')
      assert.equal(after.statusReason, 'credential_ended', path)
      assert.equal(lastOccurrences[0].code, 'UNAUTHORIZED', path)
    }
  })

  test('a policy narrower at the time refuses, and the schedule goes on', async ({ assert }) => {
    const user = await scoped(realm, acting, ...moving)
    const body = { realmId: realm.id, ...planned('/op/narrow', { rule: 'FREQ=HOURLY' }) }
    const { schedule } = accepted(await user.post<AnyData>(SCHEDULES, body))
    await writeRows`UPDATE scoped_tokens
        SET scope =
          ${JSON.stringify([acting, moving[0]].map((each) => ({ effect: 'Allow', ...each })))}
        WHERE realm_id = ${realm.id}`
    await passTime(schedule.id)
    const failed = await reached(realm, schedule.id, 'failed')
    assert.containSubset(failed.lastOccurrences[0], { code: 'FORBIDDEN' })
    assert.match(failed.lastOccurrences[0].message, /svc:ReceiveTo on \/users\/b/)
    assert.equal(failed.schedule.status, 'active')
  })
})
