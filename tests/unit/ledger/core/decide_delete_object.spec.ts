import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import type { Decision, Posting } from '#modules/ledger/core/decision'
import { tombstoneOf } from '#modules/ledger/core/tombstone'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

function code(decision: Decision): string {
  return decision.kind === 'refused' ? decision.code : decision.kind
}

function postingOf(decision: Decision): Posting {
  if (decision.kind !== 'accepted') throw new Error(`Expected acceptance, got ${code(decision)}`)
  return decision.posting
}

test.group('ledger | core | deleting an object', () => {
  test('sweeps everything, without a fee, and leaves a tombstone', ({ assert }) => {
    const world = new LedgerWorld({ alice: '7.50', bob: '1' })
    const id = world.side('alice').id
    const { operation, changedObjects, legs, events, deltas } = postingOf(
      world.remove('alice', 'bob')
    )
    assert.containSubset(operation!.row, {
      type: 'delete',
      state: 'completed',
      source: { objectId: id, path: '/alice' },
      target: { path: '/bob' },
      amount: parseUsd('7.50'),
    })
    const [deleted] = changedObjects
    assert.containSubset(deleted!, { status: 'deleted', deletedAt: operation!.row.createdAt })
    assert.equal(deleted!.displayName, 'alice.deleted.1970.01.01.00001')
    const moved = legs.map(({ amount, kind }) => [amount, kind])
    assert.deepEqual(moved, [
      [-parseUsd('7.50'), 'sweep'],
      [parseUsd('7.50'), 'sweep'],
    ])
    assert.equal(world.balance('bob').settled, parseUsd('8.50'))
    assert.equal(world.fees, 0n)
    assert.deepEqual([events[0]!.type, events[0]!.objectPath], ['object.deleted', '/alice'])
    assert.containSubset(deltas[0], { deltaType: 'deletion', afterValue: 'deleted' })
  })

  test('an empty object needs no target, and its path is free at once', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const first = world.side('alice').id
    assert.lengthOf(postingOf(world.remove('alice')).legs, 0)
    assert.equal(code(world.create('alice')), 'accepted')
    assert.notEqual(world.side('alice').id, first)
  })

  test('refuses what is missing, unfinished, deleted or withdrawn', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    assert.equal(code(world.remove('nobody')), 'OBJECT_NOT_FOUND')
    world.beginCreate('fresh')
    assert.equal(code(world.remove('fresh')), 'OBJECT_NOT_FOUND')
    world.defund('alice', '5')
    assert.equal(code(world.remove('alice')), 'CONFLICT')

    const old = world.side('bob')
    world.remove('bob')
    const again = world.post({
      kind: 'delete_object',
      realmId: world.state.realmId,
      operation: world.operation('/op/again', 'delete', 'again'),
      object: old,
      sweepTo: null,
      seenSettled: 0n,
      ids: { event: 'evt_x', delta: 'dlt_x' },
      jobs: [],
    })
    assert.equal(code(again), 'OBJECT_NOT_FOUND')
  })

  test('refuses while value is on its way in or out', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    const arriving = acceptedId(world.openDeposit('bob', '1'))
    assert.equal(code(world.remove('bob')), 'HELD_OPERATIONS')
    const leaving = acceptedId(world.openTransfer('alice', 'bob', '5'))
    assert.equal(code(world.remove('alice', 'bob')), 'HELD_OPERATIONS')
    world.abandon(leaving)
    world.abandon(arriving)
    assert.equal(code(world.remove('alice', 'bob')), 'accepted')
  })

  test('refuses to lose value', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0.000001' })
    assert.equal(code(world.remove('alice')), 'SWEEP_REQUIRED')
    assert.equal(code(world.remove('alice', 'nobody')), 'NOT_FOUND')
    assert.equal(world.balance('alice').settled, 1n)
  })

  test('value that arrived since the check stops it, whatever the caller brought', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    assert.equal(code(world.remove('alice', 'bob', '4.99')), 'DELETE_NOT_EMPTY')
    assert.equal(code(world.remove('alice', undefined, '0')), 'DELETE_NOT_EMPTY')
    assert.equal(world.balance('alice').settled, parseUsd('5'))
    // Less than was seen is nothing to ask about again.
    assert.equal(code(world.remove('alice', 'bob', '6')), 'accepted')
    assert.equal(world.balance('bob').settled, parseUsd('5'))
  })

  test('a sweep target that was replaced is asked about again', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    const before = world.side('bob')
    world.remove('bob')
    world.create('bob')
    const decision = world.post({
      kind: 'delete_object',
      realmId: world.state.realmId,
      operation: world.operation('/op/stale', 'delete', 'stale'),
      object: world.side('alice'),
      sweepTo: before,
      seenSettled: parseUsd('5'),
      ids: { event: 'evt_x', delta: 'dlt_x' },
      jobs: [],
    })
    assert.equal(code(decision), 'OBJECT_REPLACED')
  })

  test('nothing reaches a deleted object any more', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '5' })
    world.remove('alice', 'bob')
    assert.equal(code(world.transfer('alice', 'bob', '1')), 'NOT_FOUND')
    assert.equal(code(world.transfer('bob', 'alice', '1')), 'NOT_FOUND')
    assert.equal(code(world.openDeposit('alice', '1')), 'OBJECT_NOT_FOUND')
    assert.equal(code(world.openWithdrawal('alice', '1')), 'OBJECT_NOT_FOUND')
  })

  test('a deposit that was only announced fails when its object is gone', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const deposit = acceptedId(world.openDeposit('alice', '3', '/op/announced', false))
    const gone = world.side('alice').id
    postingOf(world.remove('alice'))
    const { operation, legs, events } = postingOf(world.settle(deposit, '3'))
    assert.equal(operation!.row.state, 'failed')
    assert.match(operation!.row.failureMessage!, /deleted/)
    assert.lengthOf(legs, 0)
    assert.deepEqual([events[0]!.type, events[0]!.objectId], ['operation.failed', gone])
    assert.equal(world.external, 0n)
  })
})

test.group('ledger | core | deleting an object that its kind empties', () => {
  test('blocks the object, then sweeps what the kind left', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '5' })
    const begun = postingOf(world.beginRemove('alice', 'bob'))
    assert.equal(begun.operation!.row.state, 'pending')
    assert.equal(begun.changedObjects[0]!.status, 'deleting')
    assert.containSubset(begun.deltas[0], {
      deltaType: 'status_change',
      beforeValue: 'active',
      afterValue: 'deleting',
    })
    for (const blocked of [
      world.transfer('alice', 'bob', '1'),
      world.transfer('bob', 'alice', '1'),
      world.openDeposit('alice', '1'),
      world.openWithdrawal('alice', '1'),
      world.beginCreate('alice'),
      world.remove('alice', 'bob'),
    ]) {
      assert.equal(code(blocked), 'CONFLICT')
    }
    const ended = postingOf(world.finishRemove(begun.operation!.row.id, '5'))
    assert.equal(ended.operation!.row.state, 'completed')
    assert.equal(ended.changedObjects[0]!.status, 'deleted')
    assert.equal(world.balance('bob').settled, parseUsd('10'))
    assert.equal(code(world.create('alice')), 'accepted')
  })

  test('ends once, also when it is asked to end and to be abandoned', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const id = acceptedId(world.beginRemove('alice'))
    assert.equal(code(world.finishRemove(id, '0')), 'accepted')
    assert.equal(code(world.finishRemove(id, '0')), 'settled_before')
    assert.equal(code(world.abandonRemove(id)), 'settled_before')
    assert.equal(code(world.finishRemove('op_none', '0')), 'NOT_FOUND')
  })

  test('abandoned, it is active again, and can be deleted again', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    const id = acceptedId(world.beginRemove('alice', 'bob'))
    const { operation, changedObjects, events } = postingOf(world.abandonRemove(id))
    assert.containSubset(operation!.row, { state: 'failed', failureMessage: 'It took too long.' })
    assert.equal(changedObjects[0]!.status, 'active')
    assert.equal(events[0]!.type, 'operation.failed')
    assert.equal(code(world.finishRemove(id, '5')), 'settled_before')
    assert.equal(code(world.transfer('alice', 'bob', '1')), 'accepted')
    assert.equal(code(world.beginRemove('alice', 'bob')), 'accepted')
  })

  test('does not sweep what nobody has agreed to', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    const announced = acceptedId(world.openDeposit('alice', '3', '/op/announced', false))
    const id = acceptedId(world.beginRemove('alice', 'bob'))
    // It arrives by its own means, past the block.
    world.settle(announced, '3')
    assert.equal(code(world.finishRemove(id, '5')), 'DELETE_NOT_EMPTY')
    assert.equal(code(world.finishRemove(id, '8')), 'accepted')
  })

  test('needs a target for what the kind brought in, and one that still exists', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0', bob: '5', carol: '0' })
    const announced = acceptedId(world.openDeposit('alice', '3', '/op/announced', false))
    const id = acceptedId(world.beginRemove('alice'))
    world.settle(announced, '3')
    assert.equal(code(world.finishRemove(id, '3')), 'SWEEP_REQUIRED')

    const other = acceptedId(world.beginRemove('bob', 'carol'))
    world.remove('carol')
    assert.equal(code(world.finishRemove(other, '5')), 'NOT_FOUND')
    // Another object at its path is not what was agreed to.
    world.create('carol')
    assert.equal(code(world.finishRemove(other, '5')), 'NOT_FOUND')
  })
})

test.group('ledger | core | tombstones', () => {
  test('are named after the last segment and the second of the UTC day', ({ assert }) => {
    const noon = Date.UTC(2026, 10, 5, 12, 0, 1) * 1000 + 999_999
    assert.equal(tombstoneOf('/users/u1/wallet', noon), 'wallet.deleted.2026.11.05.43201')
    const lastSecond = Date.UTC(2026, 0, 1, 23, 59, 59) * 1000
    assert.equal(tombstoneOf('/a', lastSecond), 'a.deleted.2026.01.01.86399')
    assert.equal(tombstoneOf('/a', Date.UTC(2026, 0, 1) * 1000), 'a.deleted.2026.01.01.00000')
  })
})
