import { test } from '@japa/runner'
import { balanceOf } from '#modules/ledger/core/state'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

test.group('ledger | decide_declare_zone', () => {
  test('a zone has a boundary of its own, and an object that collects its fees', ({ assert }) => {
    const world = new LedgerWorld()
    const decision = world.declareZone('fund', { id: 'izn_1', boundaryId: 'bnd_fund' })
    assert.equal(decision.kind, 'accepted')
    assert.containSubset(world.state.zonesByPath.get('/fund'), {
      id: 'izn_1',
      boundaryId: 'bnd_fund',
    })
    const fees = world.state.objectsByPath.get('/_system/fees/bnd_fund')!
    assert.containSubset(fees, { boundaryId: 'bnd_fund', status: 'active' })
    assert.isNotNull(fees.readyAt)
  })

  test('declaring it again finds the first zone and stores nothing', ({ assert }) => {
    const world = new LedgerWorld()
    world.declareZone('fund', { id: 'izn_1', boundaryId: 'bnd_1st' })
    const entries = world.entries.length
    const again = world.declareZone('fund', { id: 'izn_2', boundaryId: 'bnd_2nd' })
    assert.containSubset(again, { kind: 'zone_declared_before', zone: { id: 'izn_1' } })
    assert.lengthOf(world.entries, entries)
  })

  test('an object in the way refuses it, whatever its status')
    .with(['active', 'deleting', 'withdrawn'] as const)
    .run(({ assert }, status) => {
      for (const path of ['fund', 'fund/a', 'fund/a/b']) {
        const world = new LedgerWorld({ [path]: '0' })
        const object = world.state.objectsByPath.get(`/${path}`)!
        world.state.objectsByPath.set(object.path, { ...object, status })
        assert.deepInclude(world.declareZone('fund'), { kind: 'refused', code: 'CONFLICT' })
        assert.equal(world.state.zonesByPath.size, 0)
      }
    })

  test('an object that is not yet prepared is in the way too', ({ assert }) => {
    const world = new LedgerWorld()
    world.beginCreate('fund/a')
    assert.deepInclude(world.declareZone('fund'), { code: 'CONFLICT' })
  })

  test('objects above and beside are not in the way', ({ assert }) => {
    const world = new LedgerWorld({ 'a': '0', 'a/fund2': '0', 'a/fun': '0', 'a/fund.x': '0' })
    assert.equal(world.declareZone('a/fund').kind, 'accepted')
  })

  test('stored objects in the way that this group has deleted do not count', ({ assert }) => {
    const world = new LedgerWorld()
    world.state.occupants.set('/fund', ['obj_gone', 'obj_there'])
    assert.deepInclude(world.declareZone('fund'), { code: 'CONFLICT' })
    const deleted = {
      ...world.state.objectsByPath.get('/_system/fees')!,
      status: 'deleted',
    } as const
    world.state.objectsById.set('obj_gone', { ...deleted, id: 'obj_gone' })
    assert.deepInclude(world.declareZone('fund'), { code: 'CONFLICT' })
    world.state.objectsById.set('obj_there', { ...deleted, id: 'obj_there' })
    assert.equal(world.declareZone('fund').kind, 'accepted')
  })

  test('a new object takes the boundary of the nearest zone at or above it', ({ assert }) => {
    const world = new LedgerWorld()
    world.declareZone('fund', { id: 'izn_1', boundaryId: 'bnd_outer' })
    world.declareZone('fund/inner', { id: 'izn_2', boundaryId: 'bnd_inner' })
    const expected = {
      'fund': 'bnd_outer',
      'fund/a/b': 'bnd_outer',
      'fund/inner': 'bnd_inner',
      'fund/inner/a': 'bnd_inner',
      'fund/inner2': 'bnd_outer',
      'funds': 'bnd_1',
      'other': 'bnd_1',
    }
    for (const [name, boundaryId] of Object.entries(expected)) {
      acceptedId(world.beginCreate(name))
      assert.equal(world.state.objectsByPath.get(`/${name}`)!.boundaryId, boundaryId, name)
    }
  })

  test('the fee of a transfer inside a zone stays inside its boundary', ({ assert }) => {
    const world = new LedgerWorld()
    world.declareZone('fund', { id: 'izn_1', boundaryId: 'bnd_fund' })
    world.create('fund/a')
    world.create('fund/b')
    world.fund('fund/a', '10')
    assert.equal(world.transfer('fund/a', 'fund/b', '1').kind, 'accepted')
    const fees = world.state.objectsByPath.get('/_system/fees/bnd_fund')!
    assert.equal(balanceOf(world.state, fees.id, 'USD').settled, 50_000n)
    assert.equal(world.fees, 0n)
  })
})
