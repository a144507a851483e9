import { test } from '@japa/runner'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

test.group('ledger | decide_create_object', () => {
  test('a new object is usable only once its workflow has finished', ({ assert }) => {
    const world = new LedgerWorld()
    const id = acceptedId(world.beginCreate('alice'))
    assert.isNull(world.state.objectsByPath.get('/alice')!.readyAt)
    world.finishCreate(id)
    assert.isNotNull(world.state.objectsByPath.get('/alice')!.readyAt)
    assert.equal(world.entries.at(-1)!.posting.events[0]!.type, 'object.created')
  })

  test('finishing twice changes nothing more', ({ assert }) => {
    const world = new LedgerWorld()
    const id = acceptedId(world.beginCreate('alice'))
    world.finishCreate(id)
    const entries = world.entries.length
    assert.equal(world.finishCreate(id).kind, 'settled_before')
    assert.lengthOf(world.entries, entries)
  })

  test('an object of the same type is found, another type conflicts', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    assert.equal(world.create('alice').kind, 'existing')
    assert.deepInclude(world.create('alice', 'escrow'), { kind: 'refused', code: 'CONFLICT' })
  })

  test('an operation at the path answers before the object is looked at', ({ assert }) => {
    const world = new LedgerWorld()
    world.beginCreate('alice', 'denominated', '/op/create/alice:1')
    const again = world.beginCreate('alice', 'denominated', '/op/create/alice:1')
    const other = world.beginCreate('bob', 'denominated', '/op/create/alice:1')
    assert.equal(again.kind, 'replayed')
    assert.deepInclude(other, { code: 'IDEMPOTENCY_VIOLATION' })
  })

  test('a withdrawn object has retired its path', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const object = world.state.objectsByPath.get('/alice')!
    world.state.objectsByPath.set('/alice', { ...object, status: 'withdrawn' })
    assert.deepInclude(world.create('alice'), { code: 'PATH_RETIRED' })
  })
})
