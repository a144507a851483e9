import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

test.group('ledger | decide_deposit', () => {
  test('a pending deposit in transit shows as arriving and is not available', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    world.openDeposit('alice', '5')
    assert.deepEqual(world.balance('alice'), {
      settled: 0n,
      arriving: parseUsd('5'),
      departing: 0n,
    })
  })

  test('settling credits what arrived and closes the hold', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const id = acceptedId(world.openDeposit('alice', '5'))
    world.settle(id, '4.75')
    assert.deepEqual(world.balance('alice'), {
      settled: parseUsd('4.75'),
      arriving: 0n,
      departing: 0n,
    })
    assert.equal(world.external, -parseUsd('4.75'))
    assert.equal(world.state.operationsById.get(id)!.state, 'completed')
  })

  test('settling twice credits once', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const id = acceptedId(world.openDeposit('alice', '5'))
    world.settle(id, '5')
    assert.equal(world.settle(id, '5').kind, 'settled_before')
    assert.equal(world.balance('alice').settled, parseUsd('5'))
  })

  test('a failed deposit releases the hold and credits nothing', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const id = acceptedId(world.openDeposit('alice', '5'))
    world.abandon(id)
    assert.deepEqual(world.balance('alice'), { settled: 0n, arriving: 0n, departing: 0n })
    assert.equal(world.settle(id, '5').kind, 'settled_before')
    assert.equal(world.state.operationsById.get(id)!.failureMessage, 'It did not arrive.')
  })

  test('a deposit that is only announced does not show as arriving', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const id = acceptedId(world.openDeposit('alice', '5', '/op/link', false))
    assert.equal(world.balance('alice').arriving, 0n)
    world.settle(id, '5')
    assert.equal(world.balance('alice').settled, parseUsd('5'))
  })

  test('a deposit for a missing object or one being created is refused', ({ assert }) => {
    const world = new LedgerWorld()
    assert.deepInclude(world.openDeposit('alice', '5'), { code: 'OBJECT_NOT_FOUND' })
    world.beginCreate('alice')
    assert.deepInclude(world.openDeposit('alice', '5'), { code: 'OBJECT_NOT_FOUND' })
  })

  test('the event of a completed deposit names amount and object', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    world.fund('alice', '5')
    const [event] = world.entries.at(-1)!.posting.events
    assert.equal(event!.type, 'deposit.completed')
    assert.deepEqual(JSON.parse(event!.payload), {
      amount: '5.00',
      denomination: 'USD',
      objectPath: '/alice',
    })
  })
})
