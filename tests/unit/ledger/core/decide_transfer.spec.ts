import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import { LedgerWorld } from '#tests/support/ledger_world'

test.group('ledger | decide_transfer', () => {
  test('source pays the amount, target gets it less the fee, fees the fee', ({ assert }) => {
    const world = new LedgerWorld({ alice: '100', bob: '0' })
    const decision = world.transfer('alice', 'bob', '12.50')
    assert.equal(decision.kind, 'accepted')
    assert.equal(world.balance('alice').settled, parseUsd('87.50'))
    assert.equal(world.balance('bob').settled, parseUsd('12.45'))
    assert.equal(world.fees, parseUsd('0.05'))
  })

  test('nothing else is touched', ({ assert }) => {
    const world = new LedgerWorld({ alice: '100', bob: '0', carol: '7' })
    const external = world.external
    world.transfer('alice', 'bob', '1')
    assert.equal(world.balance('carol').settled, parseUsd('7'))
    assert.equal(world.external, external)
  })

  test('all of the available amount may go, and not one atom more', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const tooMuch = world.transfer('alice', 'bob', '10.000001')
    assert.deepInclude(tooMuch, { kind: 'refused', code: 'INSUFFICIENT_BALANCE' })
    assert.deepInclude(tooMuch, { details: { available: '10.00', required: '10.000001' } })
    assert.equal(world.transfer('alice', 'bob', '10').kind, 'accepted')
    assert.equal(world.balance('alice').settled, 0n)
  })

  test('a refusal leaves the state and the journal untouched', ({ assert }) => {
    const world = new LedgerWorld({ alice: '1', bob: '0' })
    const before = world.entries.length
    world.transfer('alice', 'bob', '2')
    assert.lengthOf(world.entries, before)
    assert.equal(world.state.head!.seq, before)
    assert.equal(world.balance('alice').settled, parseUsd('1'))
  })

  test('an amount not above the fee is refused', ({ assert }) => {
    const world = new LedgerWorld({ alice: '1', bob: '0' })
    assert.deepInclude(world.transfer('alice', 'bob', '0.05'), { code: 'VALIDATION_ERROR' })
    assert.equal(world.transfer('alice', 'bob', '0.050001').kind, 'accepted')
  })

  test('without a fee there are two legs, with one there are three', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    world.transfer('alice', 'bob', '1', '0')
    assert.lengthOf(world.entries.at(-1)!.legs, 2)
    world.transfer('alice', 'bob', '1')
    assert.lengthOf(world.entries.at(-1)!.legs, 3)
  })

  test('money in transit toward the source cannot be spent yet', ({ assert }) => {
    const world = new LedgerWorld({ alice: '1', bob: '0' })
    world.openDeposit('alice', '100')
    assert.deepInclude(world.transfer('alice', 'bob', '2'), { code: 'INSUFFICIENT_BALANCE' })
  })

  test('a missing side is named', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    assert.deepInclude(world.transfer('alice', 'nobody', '1'), {
      code: 'NOT_FOUND',
      message:
        'The target object /nobody does not exist, or its create operation is not completed yet.',
    })
    assert.deepInclude(world.transfer('nobody', 'alice', '1'), {
      code: 'NOT_FOUND',
      message:
        'The source object /nobody does not exist, or its create operation is not completed yet.',
    })
  })

  test('an object still being created cannot take part', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    world.beginCreate('bob')
    assert.deepInclude(world.transfer('alice', 'bob', '1'), { code: 'NOT_FOUND' })
  })

  test('another object at the same path asks rail and guards once more', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const stale = { ...world.side('bob'), id: 'obj_former' }
    world.side = (name) =>
      name === 'bob' ? stale : { ...LedgerWorld.prototype.side.call(world, name) }
    assert.deepInclude(world.transfer('alice', 'bob', '1'), { code: 'OBJECT_REPLACED' })
  })

  test('one path and its inputs answer the operation, others are refused', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const first = world.transfer('alice', 'bob', '1', '0', '/op/one')
    const again = world.transfer('alice', 'bob', '1', '0', '/op/one')
    const other = world.transfer('alice', 'bob', '2', '0', '/op/one')
    assert.equal(first.kind, 'accepted')
    assert.equal(again.kind, 'replayed')
    assert.deepInclude(other, { kind: 'refused', code: 'IDEMPOTENCY_VIOLATION' })
    assert.equal(world.balance('bob').settled, parseUsd('1'))
  })

  test('a replay is answered even when the money is long gone', ({ assert }) => {
    const world = new LedgerWorld({ alice: '1', bob: '0' })
    world.transfer('alice', 'bob', '1', '0', '/op/one')
    assert.equal(world.balance('alice').settled, 0n)
    assert.equal(world.transfer('alice', 'bob', '1', '0', '/op/one').kind, 'replayed')
  })
})
