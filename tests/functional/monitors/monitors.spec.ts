import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { notOrganization, refusal, scoped, allow } from '#tests/functional/auth/support/credentials'
import { Receiver, hook } from '#tests/functional/webhooks/support/receiver'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { JournalCuts, RealmReader } from '#modules/ledger/index'
import { MeasureValue } from '#modules/monitors/services/measure_value'
import { TellCrossing } from '#modules/monitors/services/tell_crossing'
import { WatchJournal } from '#modules/monitors/services/watch_journal'
import { MonitorStore } from '#modules/monitors/storage/monitor_store'
import { holdQueues } from '#tests/support/held_queues'
import { TestRealm, accepted, eventually, pluck, until, type AnyData } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { readRows, writeRows } from '#tests/support/rows'

const MONITORS = '/api/v1/monitors'

test.group('monitors', (group) => {
  let realm: TestRealm

  group.setup(async () => {
    realm = await TestRealm.with({ '/users/b': '0' })
  })

  const made = async (body: Record<string, unknown>): Promise<AnyData> => {
    const { monitor } = accepted(
      await realm.post('/monitors', { measure: 'settled', direction: 'below', ...body })
    )
    return monitor
  }

  const shown = async (id: string): Promise<AnyData> =>
    accepted(await realm.client.get(`${MONITORS}/${id}`)).monitor

  /** Waits until it has measured this value. */
  const measured = (id: string, value: string) =>
    until(`${id} to measure ${value}`, async () => (await shown(id)).value === value)

  /** What a monitor has told, oldest first. */
  const told = async (id: string): Promise<AnyData[]> => {
    const { events } = accepted(await realm.get('/events', { limit: 500 }))
    const all = events.map((event: AnyData) => ({ ...event, ...JSON.parse(event.payload) }))
    return all.filter((event: AnyData) => event.monitorId === id).toReversed()
  }

  const toldOf = async (id: string, count: number) =>
    eventually(`${count} crossings of ${id}`, async () => {
      const events = await told(id)
      return events.length >= count ? events : null
    })

  test('each crossing is told once, there and back, and nothing between', async ({ assert }) => {
    await realm.account('/users/a', '200')
    const objectPath = '/users/a'
    const { id, state } = await made({ objectPath, threshold: '100', hysteresis: '20' })
    assert.equal(state, 'new')
    await measured(id, '200.00')
    for (const amount of ['90', '20', '5']) await realm.transfer(objectPath, '/users/b', amount)
    await toldOf(id, 1)
    await realm.fund(objectPath, '20')
    await measured(id, '105.00')
    await realm.fund(objectPath, '15')
    const events = await toldOf(id, 2)
    assert.deepEqual(pluck(events, 'type'), ['monitor.crossed', 'monitor.cleared'])
    assert.deepEqual(pluck(events, 'value'), ['90.00', '120.00'])
    assert.containSubset(events[0], {
      objectPath,
      threshold: '100.00',
      direction: 'below',
      measure: 'settled',
    })
    assert.containSubset(await shown(id), { state: 'clear', value: '120.00' })
    const ofObject = await realm.get('/events', { objectPath, type: 'monitor.crossed' })
    assert.lengthOf(accepted(ofObject).events, 1, 'the list of the object has it')
  })

  test('what was crossed and back while nobody looked is told in order', async ({ assert }) => {
    await realm.account('/users/away', '50')
    const { id } = await made({ objectPath: '/users/away', direction: 'above', threshold: '60' })
    await measured(id, '50.00')
    // As if another process had the realm meanwhile, and died.
    await writeRows`UPDATE monitored_realms SET seq = seq + 1000000 WHERE realm_id = ${realm.id}`
    const seq = await headOf(realm)
    await realm.fund('/users/away', '20')
    await realm.transfer('/users/away', '/users/b', '20')
    await realm.fund('/users/away', '30')
    assert.lengthOf(await told(id), 0)
    await writeRows`UPDATE monitored_realms SET seq = ${seq} WHERE realm_id = ${realm.id}`
    const events = await toldOf(id, 3)
    assert.deepEqual(pluck(events, 'type'), [
      'monitor.crossed',
      'monitor.cleared',
      'monitor.crossed',
    ])
    assert.deepEqual(pluck(events, 'value'), ['70.00', '50.00', '80.00'])
    // The same commits again, as after a crash before anything was noted.
    await writeRows`UPDATE monitors SET state = 'clear', value = 50, crossings = 0 WHERE id = ${id}`
    await writeRows`UPDATE monitored_realms SET seq = ${seq} WHERE realm_id = ${realm.id}`
    await Promise.all([...Array(3)].map(async () => (await app.container.make(WatchJournal)).run()))
    await until('its crossings', async () => (await crossingsOf(id)) === 3)
    assert.deepEqual(pluck(await told(id), 'id'), pluck(events, 'id'))
  })

  test('postings during a first measurement are told after it', async ({ assert, cleanup }) => {
    await realm.account('/users/late', '150')
    cleanup(await holdQueues('monitor-sweep'))
    const { id } = await made({ objectPath: '/users/late', threshold: '100' })
    const watch = await app.container.make(WatchJournal)
    await watchMeanwhile(realm.id, async () => {
      await realm.fund('/users/late', '10')
      await realm.transfer('/users/late', '/users/b', '70')
    })
    assert.containSubset(await shown(id), { state: 'clear', value: '150.00' })
    await watch.run()
    const events = await told(id)
    assert.deepEqual(pluck(events, 'type'), ['monitor.crossed'])
    assert.deepEqual(pluck(events, 'value'), ['90.00'])
  })

  test('a crossing of a worker that died is cleared, and told again', async ({
    assert,
    cleanup,
  }) => {
    await realm.account('/users/died', '50')
    cleanup(await holdQueues('monitor-sweep'))
    const { id } = await made({ objectPath: '/users/died', threshold: '100' })
    // Told, and not noted: the transaction of the turn is gone with its process.
    await assert.rejects(() => watchAndDie(), 'died')
    assert.containSubset(await shown(id), { state: 'new' })
    await realm.fund('/users/died', '60')
    const watch = await app.container.make(WatchJournal)
    await watch.run()
    assert.containSubset(await shown(id), { state: 'clear', value: '110.00' })
    await realm.transfer('/users/died', '/users/b', '20')
    await watch.run()
    const events = await told(id)
    assert.deepEqual(pluck(events, 'type'), [
      'monitor.crossed',
      'monitor.cleared',
      'monitor.crossed',
    ])
    assert.deepEqual(pluck(events, 'value'), ['50.00', '110.00', '90.00'])
  })

  test('a monitor of a value already beyond tells so at once, and once', async ({ assert }) => {
    await realm.account('/users/poor', '1')
    const { id } = await made({ objectPath: '/users/poor', threshold: '10' })
    const [event] = await toldOf(id, 1)
    assert.containSubset(event, { type: 'monitor.crossed', value: '1.00' })
    await realm.fund('/users/poor', '1')
    await measured(id, '2.00')
    assert.lengthOf(await told(id), 1)
  })

  test('what is held lessens what is available, and not what is settled', async ({ assert }) => {
    await realm.account('/users/held', '100')
    const objectPath = '/users/held'
    const settled = await made({ objectPath, threshold: '50' })
    const available = await made({ objectPath, threshold: '50', measure: 'available' })
    await measured(available.id, '100.00')
    const path = '/op/monitors/hold'
    const held = accepted(
      await realm.post('/holds', { path, sourceObjectPath: objectPath, amount: '60' })
    )
    const [crossed] = await toldOf(available.id, 1)
    assert.containSubset(crossed, { type: 'monitor.crossed', value: '40.00' })
    accepted(await realm.post(`/holds/${held.operation.id}/release`))
    const events = await toldOf(available.id, 2)
    assert.containSubset(events[1], { type: 'monitor.cleared', value: '100.00' })
    assert.lengthOf(await told(settled.id), 0)
  })

  test('a prefix is watched as the sum of what lies below it', async ({ assert }) => {
    await realm.account('/team/a', '60')
    await realm.account('/team/b', '60')
    const { id, prefix } = await made({ prefix: '/team', threshold: '100' })
    assert.equal(prefix, '/team/')
    await measured(id, '120.00')
    await realm.transfer('/team/a', '/team/b', '30')
    await realm.transfer('/team/b', '/users/b', '40')
    const [event] = await toldOf(id, 1)
    // The transfer below the prefix has cost five cents.
    assert.containSubset(event, { type: 'monitor.crossed', value: '79.95', prefix: '/team/' })
    assert.equal(event.path, '/team')
  })

  test('equity is measured when only prices move', async ({ assert }) => {
    await realm.account('/users/worth', '100')
    const { id } = await made({ objectPath: '/users/worth', measure: 'equity', threshold: '10' })
    await measured(id, '100.00')
    const [row] =
      await readRows`SELECT due_at AS due FROM monitored_realms WHERE realm_id = ${realm.id}`
    assert.isNotNull(row!.due)
    // As if the worth had fallen without a word of the journal.
    await writeRows`UPDATE monitors SET threshold = 1000 WHERE id = ${id}`
    await writeRows`UPDATE monitored_realms SET due_at = UTC_TIMESTAMP(6)
        WHERE realm_id = ${realm.id}`
    assert.containSubset((await toldOf(id, 1))[0], { type: 'monitor.crossed', value: '100.00' })
  })

  test('a webhook is sent a crossing like any event', async ({ assert }) => {
    const receiver = await Receiver.open()
    await realm.account('/users/hooked', '1')
    const { secret } = await hook(realm, { url: receiver.url, types: ['monitor.*'] })
    const { id } = await made({ objectPath: '/users/hooked', threshold: '5' })
    const sent = await eventually('the crossing', async () =>
      receiver.received.find(({ text }) => text.includes(id))
    )
    const body = receiver.verify(secret, sent)
    assert.equal(body.type, 'monitor.crossed')
    receiver.close()
  })

  test('wrong fields and restricted credentials are refused', async ({ assert }) => {
    const send = (body: Record<string, unknown>) => realm.post('/monitors', body)
    const valid = {
      objectPath: '/users/b',
      measure: 'settled',
      direction: 'above',
      threshold: '10',
    }
    await refusesFields(assert, send, valid, {
      objectPath: [1, {}, 'users', '/_system/fees', MISSING],
      measure: [MISSING, ...NOT_TEXT, 'cash'],
      direction: [MISSING, ...NOT_TEXT, 'beside'],
      threshold: [MISSING, ...NOT_TEXT, '-1', '1e3', '0.0000001'],
      hysteresis: [1, {}, '-1', '10.000001'],
    })
    const most = '9'.repeat(24)
    await refusesFields(
      assert,
      send,
      { ...valid, direction: 'below', threshold: most },
      {
        hysteresis: ['1'],
      }
    )
    const never = await send({ ...valid, hysteresis: '12' })
    assert.include(never.error.message, 'the threshold less the hysteresis is -2.00')
    for (const edge of [
      { hysteresis: '10' },
      { direction: 'below', hysteresis: '11' },
      { measure: 'equity', hysteresis: '12' },
    ]) {
      const { hysteresis } = await made({ ...valid, ...edge })
      assert.equal(hysteresis, `${edge.hysteresis}.00`)
    }
    const both = await send({ ...valid, prefix: '/users/' })
    assert.match(both.error.message, /Exactly one of objectPath and prefix/)
    const nobody = await send({ ...valid, objectPath: '/nobody' })
    assert.equal(nobody.error.code, 'OBJECT_NOT_FOUND')
    const user = await scoped(realm, allow('svc:*', '*'))
    const asked = await user.post<AnyData>(MONITORS, { realmId: realm.id, ...valid })
    assert.deepEqual(refusal(asked), notOrganization)
    const { id } = await made(valid)
    accepted(await realm.client.send('DELETE', `${MONITORS}/${id}`))
    assert.equal((await realm.client.get(`${MONITORS}/${id}`)).status, 404)
  })

  test('a realm has room for fifty, and a closed one has none', async ({ assert }) => {
    const full = await TestRealm.with({ '/a': '0' })
    const body = { objectPath: '/a', measure: 'settled', direction: 'above', threshold: '1' }
    for (let count = 0; count < 50; count++) accepted(await full.post('/monitors', body))
    const { status, error } = await full.post('/monitors', body)
    assert.equal(status, 409)
    assert.match(error.message, /has 50 monitors/)
    const { total } = accepted(await full.get('/monitors', { limit: 10 }))
    assert.equal(total, 50)
    accepted(await full.client.send('DELETE', `/api/v1/realms/${full.id}`))
    await until('their end', async () => {
      const rows = await readRows`SELECT 1 FROM monitors WHERE realm_id = ${full.id}`
      return rows.length === 0
    })
  })
})

/** Follows the journals once; something happens before the newest entry of a realm is read. */
async function watchMeanwhile(id: string, happen: () => Promise<void>) {
  const { container } = app
  const real = await container.make(JournalCuts)
  const cuts = Object.create(real) as JournalCuts
  let happened: Promise<void> | undefined
  cuts.now = async (realmId, read) => {
    if (realmId === id) await (happened ??= happen())
    return real.now(realmId, read)
  }
  await (await watchWith({ cuts })).run()
}

/** Follows the journals until the first crossing is told. */
async function watchAndDie() {
  const tell = Object.create(await app.container.make(TellCrossing)) as TellCrossing
  tell.run = async (...crossing) => {
    await (Object.getPrototypeOf(tell) as TellCrossing).run(...crossing)
    throw new Error('died')
  }
  await (await watchWith({ tell })).run()
}

async function watchWith({ cuts, tell }: { cuts?: JournalCuts; tell?: TellCrossing }) {
  const { container } = app
  return new WatchJournal(
    await container.make(MonitorStore),
    await container.make(MeasureValue),
    tell ?? (await container.make(TellCrossing)),
    await container.make(RealmReader),
    cuts ?? (await container.make(JournalCuts)),
    await container.make(Database),
    await container.make(Clock)
  )
}

async function headOf(realm: TestRealm): Promise<number> {
  const [row] = await readRows`SELECT seq FROM realm_heads WHERE realm_id = ${realm.id}`
  return Number(row!.seq)
}

async function crossingsOf(id: string): Promise<number> {
  const [row] = await readRows`SELECT crossings FROM monitors WHERE id = ${id}`
  return Number(row!.crossings)
}
