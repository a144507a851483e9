import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { ModuleHost } from '#app/extension/module_host'
import { DispatchEvents } from '#modules/ledger/services/dispatch_events'
import { TestRealm, until, pluck } from '#tests/support/client'

/** A listener of its own, added to the running host, that notes what reaches it from one realm. */
async function listen(
  realmId: string,
  types: string[],
  react: (event: CommittedEvent) => void,
  passesOver?: EventListener['passesOver']
) {
  const heard: CommittedEvent[] = []
  const name = `probe-${randomUUID()}`
  const host = await app.container.make(ModuleHost)
  host.add({
    name,
    title: name,
    listeners: [
      {
        name,
        types,
        ...(passesOver && { passesOver }),
        async handle(event) {
          if (event.realmId !== realmId) return
          react(event)
          heard.push(event)
        },
      },
    ],
  })
  return heard
}

test.group('ledger | dispatch_events', () => {
  test('a listener hears every committed event of a realm once, in order', async ({ assert }) => {
    const realm = await TestRealm.open()
    const heard = await listen(realm.id, ['*'], () => {})
    await Promise.all(['/a', '/b', '/c'].map((path) => realm.object(path)))
    await realm.fund('/a', '5')
    await until('five events', () => heard.length >= 5)
    const sequences = pluck(heard, 'sequence')
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b)
    )
    assert.equal(heard[0]!.type, 'realm.created')
    assert.equal(heard.at(-1)!.type, 'deposit.completed')
    assert.equal(new Set(pluck(heard, 'id')).size, heard.length)
  })

  test('a failing listener skips nothing and goes on where it stopped', async ({ assert }) => {
    const realm = await TestRealm.with({ '/first': '0' })
    let failures = 2
    const heard = await listen(realm.id, ['object.created'], () => {
      if (failures-- > 0) throw new Error('not now')
    })
    const dispatch = await app.container.make(DispatchEvents)
    await until('the event to be delivered', async () => {
      await dispatch.run(realm.id).catch(() => {})
      return heard.length > 0
    })
    await realm.object('/second')
    await until('the next event', () => heard.length > 1)
    assert.deepEqual(pluck(heard, 'objectPath'), ['/first', '/second'])
  })

  test('who would do nothing is moved past events together with others, and told of the next ones', async ({
    assert,
  }) => {
    const realm = await TestRealm.open()
    const asked = { idle: 0, broken: 0 }
    const idle = await listen(
      realm.id,
      ['object.created'],
      () => {},
      (events) => {
        asked.idle++
        return Promise.resolve(events.every(({ objectPath }) => objectPath === '/unwanted'))
      }
    )
    const broken = await listen(
      realm.id,
      ['object.created'],
      () => {},
      () => {
        asked.broken++
        return Promise.reject(new Error('it cannot tell'))
      }
    )
    // The first time each has a turn, which gives it its place.
    await realm.object('/first')
    await until('the first event', () => idle.length > 0 && broken.length > 0)
    const dispatch = await app.container.make(DispatchEvents)
    // Only those at the same place are moved together.
    await until('all at one place', async () => (await dispatch.run(realm.id)) === 'delivered')
    await realm.object('/unwanted')
    await until('an event for who cannot tell', () => broken.length > 1)
    await realm.object('/wanted')
    await until('the wanted event', () => idle.length > 1)
    assert.deepEqual(pluck(idle, 'objectPath'), ['/first', '/wanted'])
    await until('all events', () => broken.length > 2)
    assert.deepEqual(pluck(broken, 'objectPath'), ['/first', '/unwanted', '/wanted'])
    assert.isAbove(asked.idle, 0)
    assert.isAbove(asked.broken, 0)
  })

  test('a failing listener holds up nobody else', async ({ assert }) => {
    const realm = await TestRealm.open()
    await listen(realm.id, ['*'], () => {
      throw new Error('never')
    })
    const heard = await listen(realm.id, ['object.created'], () => {})
    await realm.object('/x')
    await until('the event', () => heard.length > 0)
    assert.lengthOf(heard, 1)
  })
})
