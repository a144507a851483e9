import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import { LedgerWorld } from '#tests/support/ledger_world'

test.group('ledger | decide_bulk_transfer', () => {
  test('each transfer sees what the ones before it left', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0', carol: '0' })
    const before = world.entries.length
    const decision = world.bulk([
      world.transferRequest('alice', 'bob', '10', '0'),
      world.transferRequest('bob', 'carol', '10', '0'),
      world.transferRequest('carol', 'alice', '4', '0'),
    ])
    assert.equal(decision.kind, 'decided_all')
    assert.equal(world.balance('alice').settled, parseUsd('4'))
    assert.equal(world.balance('bob').settled, 0n)
    assert.equal(world.balance('carol').settled, parseUsd('6'))
    assert.lengthOf(world.entries, before + 3, 'an entry for each transfer')
  })

  test('one refusal refuses all, names its place, and leaves the state untouched', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const before = world.entries.length
    const decision = world.bulk([
      world.transferRequest('alice', 'bob', '9', '0', '/op/1'),
      world.transferRequest('alice', 'bob', '2', '0', '/op/2'),
    ])
    assert.deepInclude(decision, { kind: 'refused', code: 'INSUFFICIENT_BALANCE' })
    assert.deepInclude(decision, { details: { available: '1.00', required: '2.00', index: 1 } })
    assert.lengthOf(world.entries, before)
    assert.equal(world.state.head!.seq, before)
    assert.equal(world.balance('alice').settled, parseUsd('10'))
    assert.isFalse(world.state.operationsByPath.has('/op/1'))
  })

  test('a path twice in one bulk is one transfer, or refused with other inputs', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const decision = world.bulk([
      world.transferRequest('alice', 'bob', '3', '0', '/op/1'),
      world.transferRequest('alice', 'bob', '3', '0', '/op/1'),
    ])
    const kinds = decision.kind === 'decided_all' && decision.parts.map(({ kind }) => kind)
    assert.deepEqual(kinds, ['accepted', 'replayed'])
    assert.equal(world.balance('bob').settled, parseUsd('3'))
    const other = world.bulk([
      world.transferRequest('alice', 'bob', '1', '0', '/op/2'),
      world.transferRequest('alice', 'bob', '2', '0', '/op/2'),
    ])
    assert.deepInclude(other, { code: 'IDEMPOTENCY_VIOLATION' })
    assert.equal(world.balance('bob').settled, parseUsd('3'))
  })

  test('a repeated bulk is answered from what is stored', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const transfers = [
      world.transferRequest('alice', 'bob', '5', '0', '/op/1'),
      world.transferRequest('alice', 'bob', '5', '0', '/op/2'),
    ]
    world.bulk(transfers)
    const before = world.entries.length
    const again = world.bulk(transfers)
    const kinds = again.kind === 'decided_all' && again.parts.map(({ kind }) => kind)
    assert.deepEqual(kinds, ['replayed', 'replayed'])
    assert.lengthOf(world.entries, before)
  })
})
