import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { ModuleHost } from '#app/extension/module_host'
import { BackfillListener } from '#modules/ledger/services/backfill_listener'
import { EnlistListeners } from '#modules/ledger/services/enlist_listeners'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { TestRealm, pluck, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'

const QUEUES = ['listener-backfill', 'event-dispatch']

/** What a listener of a module that is added now has heard, by realm. */
class Added {
  heard = new Map<string, CommittedEvent[]>()
  readonly name = `added-${randomUUID()}`
  /** What it does before it remembers an event. */
  react: (event: CommittedEvent) => void | Promise<void> = () => {}

  static async module(from?: EventListener['from']): Promise<Added> {
    const added = new Added()
    const host = await app.container.make(ModuleHost)
    const handle = async (event: CommittedEvent) => {
      await added.react(event)
      added.of(event.realmId).push(event)
    }
    const listener = { name: added.name, types: ['*'], from, handle }
    host.add({ name: added.name, title: added.name, listeners: [listener] })
    return added
  }

  of(realmId: string): CommittedEvent[] {
    const events = this.heard.get(realmId) ?? []
    this.heard.set(realmId, events)
    return events
  }

  paths(realmId: string) {
    return pluck(
      this.of(realmId).filter(({ type }) => type === 'object.created'),
      'objectPath'
    )
  }

  async state(): Promise<string | undefined> {
    const [row] = await readRows`SELECT state FROM listeners WHERE name = ${this.name}`
    return row?.state
  }

  owed() {
    return readRows`SELECT id FROM outbox WHERE queue = 'listener-backfill'
        AND payload LIKE ${`%${this.name}%`}`
  }
}

async function enlist() {
  await (await app.container.make(EnlistListeners)).run()
}

/** The events of a realm, in the order of its journal. */
async function committed(realmId: string): Promise<string[]> {
  return pluck(
    await readRows`SELECT id FROM events WHERE realm_id = ${realmId} ORDER BY seq, event_no`,
    'id'
  )
}

test.group('ledger | backfill of a new listener', () => {
  test('quiet realms are told from their first event, and each event once', async ({ assert }) => {
    const quiet = await TestRealm.with({ '/a': '5', '/b': '0' })
    const busy = await TestRealm.with({ '/a': '0' })
    const added = await Added.module()
    let isDone = false
    const traffic = async () => {
      for (let count = 0; !isDone; count++) await busy.object(`/more/${count}`)
    }
    const flowing = traffic()
    await enlist()
    await until('the backfill', async () => (await added.state()) === 'caught_up')
    isDone = true
    await flowing
    const all = await committed(busy.id)
    await until('the newest events', () => added.of(busy.id).length >= all.length)
    assert.deepEqual(pluck(added.of(quiet.id), 'id'), await committed(quiet.id))
    assert.deepEqual(pluck(added.of(busy.id), 'id'), all)
    await until('the end of its job', async () => (await added.owed()).length === 0)
  })

  test('a listener from now on is told what is committed from then on', async ({ assert }) => {
    const realm = await TestRealm.with({ '/before': '0' })
    const added = await Added.module('now')
    await enlist()
    await realm.object('/after')
    await until('the event', () => added.of(realm.id).length > 0)
    const later = await TestRealm.with({ '/first': '0' })
    await until('the events of a new realm', () => added.of(later.id).length > 1)
    assert.deepEqual(added.paths(realm.id), ['/after'])
    assert.deepEqual(pluck(added.of(later.id), 'id'), await committed(later.id))
  })

  test('it is owed before anybody is told, once however many find it', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '0' })
    const release = await holdQueues(...QUEUES)
    const added = await Added.module()
    try {
      await Promise.all([enlist(), enlist(), enlist()])
      assert.lengthOf(await added.owed(), 1)
      assert.equal(await added.state(), 'catching_up')
      assert.isEmpty(added.of(realm.id))
    } finally {
      await release()
    }
    await until('the backfill', async () => (await added.owed()).length === 0)
    assert.deepEqual(added.paths(realm.id), ['/a'])
  })

  test('a realm in which it fails holds up no other, and goes on by itself', async ({ assert }) => {
    const realms = [await TestRealm.with({ '/a': '0' }), await TestRealm.with({ '/a': '0' })]
    const [first, second] = realms.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const added = await Added.module()
    let isBroken = true
    added.react = ({ realmId }) => {
      if (isBroken && realmId === first!.id) throw new Error('not now')
    }
    await enlist()
    await until('the backfill', async () => (await added.state()) === 'caught_up')
    assert.deepEqual(added.paths(second!.id), ['/a'])
    assert.isEmpty(added.of(first!.id))
    isBroken = false
    await until('the events of the other one', () => added.of(first!.id).length > 1)
    assert.deepEqual(pluck(added.of(first!.id), 'id'), await committed(first!.id))
  })

  test('a turn goes on at the next; a listener of another release waits', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '0', '/b': '0' })
    const release = await holdQueues(...QUEUES)
    const added = await Added.module()
    const backfill = await app.container.make(BackfillListener)
    try {
      await enlist()
      assert.equal(await backfill.run('of_a_newer_release'), 'again')
      const limits = LEDGER_LIMITS as { backfillTurnMs: number }
      const full = limits.backfillTurnMs
      limits.backfillTurnMs = 1
      const outcomes = []
      do outcomes.push(await backfill.run(added.name))
      while (outcomes.at(-1) === 'again' && outcomes.length < 1000)
      limits.backfillTurnMs = full
      assert.equal(outcomes.at(-1), 'done')
      assert.isAbove(outcomes.length, 1)
      assert.deepEqual(pluck(added.of(realm.id), 'id'), await committed(realm.id))
    } finally {
      await release()
    }
  })

  test('what an old release has dispatched without it is told after all', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '0' })
    const added = await Added.module()
    await enlist()
    await until('the backfill', async () => (await added.state()) === 'caught_up')
    const release = await holdQueues('event-dispatch')
    try {
      // The job of the old process ends, and takes what is owed with it.
      await realm.post('/objects', { path: '/b' })
      await until('the event', async () => (await committed(realm.id)).length === 3)
      await writeRows`DELETE FROM outbox WHERE queue = 'event-dispatch'
          AND payload LIKE ${`%${realm.id}%`}`
      await enlist()
      assert.equal(await added.state(), 'caught_up', 'too early')
      await writeRows`UPDATE listeners
          SET since = since - INTERVAL ${LEDGER_LIMITS.rolloutMs * 1000} MICROSECOND
          WHERE name = ${added.name}`
      await enlist()
      await until('the second pass', async () => (await added.state()) === 'settled')
      assert.deepEqual(pluck(added.of(realm.id), 'id'), await committed(realm.id))
      await until('the end of its job', async () => (await added.owed()).length === 0)
      await enlist()
      assert.isEmpty(await added.owed())
    } finally {
      await release()
    }
  })
})
