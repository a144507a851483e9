import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { parseUsd } from '#app/money/usd'
import { postingsOf, type Decision, type Posting } from '#modules/ledger/core/decision'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

function code(decision: Decision): string {
  return decision.kind === 'refused' ? decision.code : decision.kind
}

function postingOf(decision: Decision): Posting {
  if (decision.kind !== 'accepted') throw new Error(`Expected acceptance, got ${code(decision)}`)
  return decision.posting
}

const outcomeOf = ({ operation }: Posting) => operation!.row.outcome as Record<string, unknown>

test.group('ledger | core | deleting an object whose sweep a rail carries', () => {
  test('holds everything on both sides and blocks the object', ({ assert }) => {
    const world = new LedgerWorld({ alice: '7.50', bob: '1' })
    const { operation, entryStatus, legs, events, changedObjects } = postingOf(
      world.openRemove('alice', 'bob')
    )
    assert.deepEqual([operation!.row.state, entryStatus], ['pending', 'pending'])
    assert.equal(operation!.row.amount, parseUsd('7.50'))
    assert.deepEqual([legs.length, events.length, changedObjects[0]!.status], [0, 0, 'deleting'])
    assert.containSubset(world.balance('alice'), {
      settled: parseUsd('7.50'),
      departing: parseUsd('7.50'),
    })
    assert.equal(world.balance('bob').arriving, parseUsd('7.50'))
    assert.equal(code(world.transfer('alice', 'bob', '1')), 'CONFLICT')
    assert.equal(code(world.transfer('bob', 'alice', '1')), 'CONFLICT')
    assert.equal(code(world.openRemove('alice', 'bob')), 'CONFLICT')
    assert.equal(code(world.create('alice')), 'CONFLICT')
  })

  test('its target can be neither deleted nor retired under way', ({ assert }) => {
    const world = new LedgerWorld({ alice: '7.50', bob: '1', carol: '0' })
    const id = acceptedId(world.openRemove('alice', 'bob'))
    assert.equal(code(world.remove('bob', 'carol')), 'HELD_OPERATIONS')
    assert.equal(code(world.openRemove('bob', 'carol')), 'HELD_OPERATIONS')
    world.defund('bob', '1')
    assert.equal(world.state.objectsByPath.get('/bob')!.status, 'active')
    assert.equal(code(world.settleRemove(id)), 'accepted')
    assert.equal(world.balance('bob').settled, parseUsd('7.50'))
  })

  test('delivered, it ends in one posting: sweep, holds, tombstone, event', ({ assert }) => {
    const world = new LedgerWorld({ alice: '7.50', bob: '1' })
    const { id: objectId } = world.side('alice')
    const id = acceptedId(world.openRemove('alice', 'bob'))
    const posting = postingOf(world.settleRemove(id))
    assert.equal(posting.operation!.row.state, 'completed')
    const moved = posting.legs.map(({ amount, kind }) => [amount, kind])
    assert.deepEqual(moved, [
      [-parseUsd('7.50'), 'sweep'],
      [parseUsd('7.50'), 'sweep'],
    ])
    assert.deepEqual(pluck(posting.closedHolds, 'as'), ['settled', 'settled'])
    assert.lengthOf(posting.proofs, 1)
    assert.equal(posting.events[0]!.type, 'object.deleted')
    assert.equal(world.state.objectsById.get(objectId)!.status, 'deleted')
    assert.containSubset(world.balance('bob'), { settled: parseUsd('8.50'), arriving: 0n })
    assert.equal(code(world.settleRemove(id)), 'settled_before')
    assert.equal(code(world.abandon(id)), 'settled_before')
    assert.equal(code(world.create('alice')), 'accepted')
  })

  test('refused, both sides are free again and the object is active', ({ assert }) => {
    const world = new LedgerWorld({ alice: '7.50', bob: '1' })
    const id = acceptedId(world.openRemove('alice', 'bob'))
    const { operation, events, deltas, closedHolds } = postingOf(world.abandon(id, 'No.'))
    assert.containSubset(operation!.row, { state: 'failed', failureMessage: 'No.' })
    assert.deepEqual([events[0]!.type, events[0]!.objectPath], ['operation.failed', '/alice'])
    assert.containSubset(deltas[0], { deltaType: 'status_change', afterValue: 'active' })
    assert.deepEqual(pluck(closedHolds, 'as'), ['released', 'released'])
    assert.deepEqual(world.balance('alice').departing, 0n)
    assert.deepEqual(world.balance('bob').arriving, 0n)
    assert.equal(code(world.settleRemove(id)), 'settled_before')
    assert.equal(code(world.transfer('alice', 'bob', '1')), 'accepted')
  })

  test('value arriving under way fails the deletion; what has left is booked', ({ assert }) => {
    const world = new LedgerWorld({ alice: '7.50', bob: '1' })
    const late = acceptedId(world.openDeposit('alice', '2', undefined, false))
    const id = acceptedId(world.openRemove('alice', 'bob'))
    assert.equal(code(world.settle(late, '2')), 'accepted')
    const decision = world.settleRemove(id)
    assert.equal(decision.kind, 'composed')
    const [moved, failed] = postingsOf(decision)
    assert.containSubset(moved!.operation!.row, {
      type: 'adjustment',
      state: 'completed',
      amount: parseUsd('7.50'),
      source: { path: '/alice' },
      target: { path: '/bob' },
    })
    assert.equal(outcomeOf(moved!).deletionId, id)
    assert.equal(failed!.operation!.row.state, 'failed')
    assert.containSubset(outcomeOf(failed!), {
      code: 'DELETE_NOT_EMPTY',
      swept: { amount: '7.50', operationId: moved!.operation!.row.id },
    })
    assert.lengthOf(failed!.legs, 0)
    assert.deepEqual(world.balance('alice'), {
      settled: parseUsd('2'),
      departing: 0n,
      arriving: 0n,
    })
    assert.equal(world.balance('bob').settled, parseUsd('8.50'))
    assert.equal(code(world.settleRemove(id)), 'settled_before')
    assert.equal(code(world.remove('alice', 'bob')), 'accepted')
  })

  test('what was spent since the look needs no rail any more', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    world.transfer('alice', 'bob', '5', '0')
    const { operation, newHolds } = postingOf(world.openRemove('alice', 'bob', '5'))
    assert.deepEqual([operation!.row.state, newHolds.length], ['completed', 0])
  })

  test('refuses what every deletion refuses', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '5' })
    assert.equal(code(world.openRemove('nobody', 'bob')), 'OBJECT_NOT_FOUND')
    assert.equal(code(world.openRemove('alice', 'bob', '4.99')), 'DELETE_NOT_EMPTY')
    assert.equal(code(world.openRemove('alice')), 'SWEEP_REQUIRED')
    assert.equal(code(world.openRemove('alice', 'nobody')), 'NOT_FOUND')
    world.openTransfer('alice', 'bob', '1')
    assert.equal(code(world.openRemove('alice', 'bob')), 'HELD_OPERATIONS')
    assert.equal(code(world.settleRemove('op_none')), 'NOT_FOUND')
  })

  test('nobody but its rail releases what it holds', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '5' })
    const id = acceptedId(world.openRemove('alice', 'bob'))
    assert.throws(() => world.abandonRemove(id), /released by its rail alone/)
  })
})
