import { test } from '@japa/runner'
import type { LabelChange } from '#modules/ledger/core/labels'
import { LedgerWorld } from '#tests/support/ledger_world'

test.group('ledger | decide_label_object', () => {
  test('a merge is one entry without legs, with the labels before and after', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    world.label('alice', { team: 'ops', tier: 'gold' })
    const decision = world.label('alice', { tier: null, region: 'eu' })
    assert.equal(decision.kind, 'accepted')
    const { posting, legs } = world.entries.at(-1)!
    assert.lengthOf(legs, 0)
    assert.isNull(posting.operation)
    assert.containSubset(posting.deltas, [
      {
        deltaType: 'labels_change',
        objectPath: '/alice',
        beforeValue: '{"team":"ops","tier":"gold"}',
        afterValue: '{"region":"eu","team":"ops"}',
      },
    ])
  })

  test('without labels before or after, that side of the change is null', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    world.label('alice', { team: 'ops' })
    assert.isNull(world.entries.at(-1)!.posting.deltas[0]!.beforeValue)
    world.label('alice', { team: null })
    assert.isNull(world.entries.at(-1)!.posting.deltas[0]!.afterValue)
  })

  test('a merge that changes nothing stores nothing', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    world.label('alice', { team: 'ops' })
    const entries = world.entries.length
    const same: LabelChange[] = [{}, { team: 'ops' }, { none: null }]
    for (const change of same) {
      assert.equal(world.label('alice', change).kind, 'existing')
    }
    assert.lengthOf(world.entries, entries)
  })

  test('the limits hold for what comes out, not for what is sent', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const some = (from: number, to: number, value: string | null) =>
      Object.fromEntries(
        Array.from({ length: to - from }, (_, index) => [`k${index + from}`, value])
      )
    assert.equal(world.label('alice', some(0, 32, 'x')).kind, 'accepted')
    assert.deepInclude(world.label('alice', { extra: 'x' }), { code: 'VALIDATION_ERROR' })
    const exchanged = { ...some(0, 16, null), ...some(32, 48, 'x') }
    assert.equal(world.label('alice', exchanged).kind, 'accepted')
    assert.deepInclude(world.label('alice', some(16, 48, 'x'.repeat(200))), {
      code: 'VALIDATION_ERROR',
    })
  })

  test('an object that is gone, unfinished or being deleted takes none', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const object = world.state.objectsByPath.get('/alice')!
    const refusals = [
      [{ status: 'deleted' }, 'OBJECT_NOT_FOUND'],
      [{ status: 'withdrawn' }, 'OBJECT_NOT_FOUND'],
      [{ readyAt: null }, 'OBJECT_NOT_FOUND'],
      [{ status: 'deleting' }, 'CONFLICT'],
    ] as const
    for (const [change, code] of refusals) {
      world.state.objectsById.set(object.id, { ...object, ...change })
      assert.deepInclude(world.label('alice', { team: 'ops' }), { code })
    }
    assert.deepInclude(world.label('nobody', { team: 'ops' }), { code: 'OBJECT_NOT_FOUND' })
  })
})
